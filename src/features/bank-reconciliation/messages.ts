import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../ledger/messages.ts';
import type { ContradictionKind } from '../ledger/reversal-store.ts';
import type { DismissalReason } from './line-rules.ts';
import type { Reason } from './matching.ts';
import type { FileFault } from './statement.ts';
import type { StatementFault, Unreadable } from './statement-format.ts';
import type { SkipReason } from './statement-rows.ts';

/** `{name}` is a heading or a cell of the file. */
const statementFaults: Readonly<Record<StatementFault, string>> = {
  too_long: 'This statement is too long. Upload it in parts of up to 1,000 lines.',
  too_many_lines: 'This statement has more than 1,000 lines. Upload it in parts.',
  no_heading: "We couldn't find these headings in one row. Check them below.",
  no_columns: 'Enter the date column, and either the amount column or the columns for money in and out.',
  two_amounts: 'Enter either the column "{name}" or the columns for money in and out, not both.',
  heading_twice: 'Two columns are called "{name}". Enter the right one by its number, such as #3.',
  direction_unassigned: 'The column "{name}" shows money in or out. Enter it as the direction.',
  currency_unassigned: 'The column "{name}" shows the currency. Enter it as the currency.',
  direction_letters:
    'The column "{name}" has single letters. Enter it as the direction only if C is credit and D is debit.',
  direction_unknown:
    "We can't tell money in from money out. Export with signs or a direction column. If all of it came in, choose that below.",
  text_row: 'The row "{name}" may start another section. Export each section in its own file.',
  heading_repeated: 'The headings repeat, so this file may hold several accounts. Export each account in its own file.',
  several_accounts:
    'The column "{name}" names several accounts. Export each account in its own file, or enter the column as payer\'s account.',
  status_unassigned: 'The column "{name}" shows the status of each row. Enter it as the status.',
  money_unassigned: 'The column "{name}" shows amounts. Enter it as money in or money out.',
  zone_unassigned:
    'The column "{name}" has times outside Jamaica, so some days may differ. Export the statement in Jamaica time.',
  currency_of_heading:
    'The column "{name}" is in a different currency from this account. Choose the right account or column.',
  currency_of_file: 'This file is in {name}, a different currency from this account. Choose the right account.',
  day_in_future: 'With this date order, {name} is in the future. Choose a different date order.',
};

export const formatFault = ({ fault, name }: Unreadable): string =>
  statementFaults[fault].replace('{name}', () => name);

export const fileFaultMessages: Readonly<Record<FileFault, string>> = {
  file_too_long: 'This file is too large. Export fewer days.',
  not_whole: 'This file is damaged or incomplete. Export it again.',
  other_message: "We can't read this kind of file. Export CSV, OFX or CAMT.053.",
  not_text: 'This is a spreadsheet, a PDF or a picture. Export CSV, OFX or CAMT.053 from your bank.',
};

export const skipReasonLabels: Readonly<Record<SkipReason, string>> = {
  no_day: 'No date',
  future_day: 'Date in the future',
  no_amount: 'No amount',
  balance: 'Balance or total',
  other_currency: 'Different currency',
  not_booked: 'Pending',
  reversed: 'Reversed or cancelled',
  correction: 'Corrects another entry',
  status_unknown: 'Unknown status',
  no_direction: 'Unclear if money came in or went out',
  direction_differs: 'Description and amount disagree on money in or out',
  balance_differs: 'Balance moved the other way',
  odd_quotes: 'Misplaced quotation marks',
  too_many_cells: 'A separator in the text may have moved the amount',
};

export const bankLinesMessages = {
  'bank_lines.unreadable': { field: 'text', text: '{why}' },
  'bank_lines.not_found': { status: 404, text: "We couldn't find this bank statement line." },
  'bank_lines.settled': {
    status: 409,
    text: "Someone else already handled this line. We've loaded the latest version.",
  },
  'bank_lines.name_differs': {
    field: 'note',
    text: 'Paid by {payer}, but the customer is {customer}. Explain why in the note, or ask the customer.',
  },
  'bank_lines.may_be_same': {
    status: 409,
    text: 'This may be the money from {day} under {reference}, which was already used. Dismiss it as a duplicate or as recorded manually. If it is a different payment, ask a second person to confirm that.',
  },
  'bank_lines.not_recorded': {
    field: 'reference',
    text: "We couldn't find {amount} from this payer under this reference around that day. It may already belong to another line.",
  },
  'bank_lines.typed_early': {
    status: 403,
    text: 'You recorded this for {typed}, but the bank shows {shown}, which may change the price. Someone else has to decide whether it is the same money.',
  },
  'bank_lines.uploaded_by_you': {
    status: 403,
    text: "You uploaded this line, and its account isn't the recorded one. Someone else has to decide whether it is the same money.",
  },
  'bank_lines.no_twin': { status: 409, text: 'No other line looks like this one, so there is nothing to confirm.' },
  'bank_lines.parts_differ': { field: 'parts', text: 'The parts add up to more than the line, which is {amount}.' },
} as const;

export const cashAlert = 'Cash deposits of {amount} on {day} exceed the legal limit (POCA s.101A).';
export const cashAlertOfSeveral =
  'Cash deposits of {amount} on {day}, across {accounts} accounts of one person, exceed the legal limit (POCA s.101A).';

export const reasonLabels: Readonly<Record<Reason, string>> = {
  reference_same: 'reference matches',
  reference_near: 'reference has one typo',
  reference_other: 'no matching reference',
  amount_same: 'amount matches',
  amount_other: 'different amount',
  name_same: 'paid by the customer',
  name_within: "customer's name in the description (not proof)",
  name_other: 'paid by someone else',
  name_unknown: 'payer unknown',
  day_fits: 'date fits',
  day_before: 'dated before the order or payment',
  ended: 'already ended, so this will be refunded',
};

/** `{line}` is the day and the reference of the other line. */
export const contradictionTexts: Readonly<Record<ContradictionKind, string>> = {
  debit: 'Money left our account on {line}. The bank may have taken this payment back.',
  credit: 'The bank may have used this to take back the money from {line}.',
  returned: 'We sent this amount to this payer on {line}. It may have come back.',
  corrected: 'A statement shows a different amount on {line}. The bank may have corrected this amount.',
};

export const contradictionLabels: Readonly<Record<ContradictionKind, string>> = {
  debit: 'May have been taken back',
  credit: 'May take money back',
  returned: 'May be our returned transfer',
  corrected: 'Amount may have been corrected',
};

export const dismissalLabels: Readonly<Record<DismissalReason, string>> = {
  debit: 'Money out',
  own_transfer: 'Transfer between our own accounts',
  bank_matter: 'Bank charge, interest or correction',
  bounced: 'Returned transfer, recorded with the transfer we sent',
  recorded: 'Already recorded manually under another reference',
  same_line: 'Duplicate of a line in another statement',
  erased: 'Money from a deleted customer account',
};

export const batchLabels = { confirm: 'Bulk confirmation', set_aside: 'Bulk dismissal' } as const;

export const { refuse, refusalCodes } = defineErrors(
  bankLinesMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);

export const lineToasts = {
  confirm: { title: 'Confirmed', text: "Payment received. We've let the customer know." },
  batchStarted: {
    title: 'Started',
    text: "We're working through {count} {count:line|lines}. You can close this page.",
  },
  askName: { title: 'Question sent', text: "We've sent the customer instructions. The line stays open." },
  split: { title: 'Recorded', text: 'Any amount without an order or payment is now unallocated money.' },
  setAside: { title: 'Dismissed', text: 'You can find it under Dismissed.' },
  bringBack: { title: 'Restored', text: 'The line is open again.' },
  proposeTwo: { title: 'Sent for approval', text: 'Someone else in finance or admin decides next.' },
  uploaded: { title: 'Uploaded', text: '{added} of {read} {read:line|lines} {added:is|are} new.' },
  formatKept: { title: 'Format saved', text: 'You can use it for your next statement.' },
} as const;

export const distinctToasts = {
  approve: { title: 'Approved', text: 'These are two payments. You can now confirm the line.' },
  reject: { title: 'Rejected', text: 'The line is still marked as a possible duplicate.' },
  withdraw: { title: 'Withdrawn', text: 'This no longer needs a decision.' },
} as const;
