import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../movements/messages.ts';
import type { Aside } from './asides.ts';
import type { FileFault } from './file-line.ts';
import type { Reason } from './matching.ts';
import type { Skipped, StatementFault } from './statement.ts';

/** Why a statement cannot be read. */
export const statementFaults: Readonly<Record<StatementFault, string>> = {
  too_long: 'The statement is too long. Upload it in parts of at most 1,000 lines.',
  too_many_lines: 'These are more than 1,000 lines. Upload them in parts.',
  quote_open: 'A quotation mark is opened and never closed, or stands where none may. Export the statement anew.',
  no_heading: 'No row holds all the headings that are named here. Check them below.',
  no_columns: 'Say below where the day stands, and the amount, or what came in and what left.',
};

/** Why a file of lines for machines cannot be read. */
export const fileFaults: Readonly<Record<FileFault, string>> = {
  file_too_long: 'The file holds more than can be taken at once. Export fewer days.',
  not_whole: 'The file is damaged or cut off, or holds what no statement does. Export it anew.',
  other_message: 'This is no statement: CSV, OFX and CAMT.053 are read. Export one of those.',
  not_text: 'This is a spreadsheet, a PDF or a picture. Export CSV, OFX or CAMT.053 from the bank.',
};

export const skippedWords: Readonly<Record<Skipped['why'], string>> = {
  no_day: 'no day',
  no_amount: 'no amount',
  other_currency: 'another currency',
  not_booked: 'not booked yet',
};

/** Why a line is not taken as staff ask. */
export const bankLinesMessages = {
  'bank_lines.unreadable': { field: 'text', text: '{why}' },
  'bank_lines.not_found': { status: 404, text: 'There is no such bank line.' },
  'bank_lines.settled': { status: 409, text: 'Somebody dealt with this line already. You see its newest state now.' },
  'bank_lines.name_differs': {
    field: 'note',
    text: '{payer} paid, and the customer is {customer}. Say in the note why it is theirs, or ask the customer.',
  },
  'bank_lines.may_be_same': {
    status: 409,
    text: 'This may be the money of {day} under {reference}, shown in another way, and that was used. Set it aside as the same, or as recorded by hand, or have two people say that they are two.',
  },
  'bank_lines.not_recorded': {
    field: 'reference',
    text: 'No {amount} of this payer came in under this reference around that day, or another line is that money.',
  },
  'bank_lines.typed_early': {
    status: 403,
    text: 'You typed that this came on {typed}, and the bank shows it on {shown}: a price may hang on that. Another person says whether it is the same money.',
  },
  'bank_lines.no_twin': { status: 409, text: 'No other line looks like this one. There is nothing to tell it from.' },
  'bank_lines.parts_differ': { field: 'parts', text: 'The parts come to more than the line, which is {amount}.' },
} as const;

/** What compliance reads of much cash. */
export const cashAlert = '{amount} were paid in as cash on {day}: more than anybody may pay so (POCA s.101A).';
export const cashAlertOfSeveral =
  '{amount} were paid in as cash on {day}, on {accounts} accounts of one person: more than anybody may pay so (POCA s.101A).';

/** Why a line may be for something, or is not, in the words of staff. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  reference_same: 'its reference',
  reference_near: 'its reference with one slip',
  reference_other: 'another reference',
  amount_same: 'its amount',
  amount_other: 'another amount',
  name_same: 'its customer paid',
  name_within: 'its words name the customer, as anybody can',
  name_other: 'somebody else paid',
  name_unknown: 'no payer is named',
  day_fits: 'its day',
  day_before: 'a day before it was placed',
  ended: 'it has ended: what comes goes back',
};

/** Why a line is nothing that anybody waits for. */
export const asideWords: Readonly<Record<Aside, string>> = {
  debit: 'Money that left us',
  own_transfer: 'Between accounts of our own',
  bank_matter: 'A charge, interest or correction of the bank',
  bounced: 'What we sent came back: it is recorded where it was sent',
  recorded: 'Recorded by hand before, under another reference',
  same_line: 'The same line as in another statement',
  erased: 'Money of somebody who was erased',
};

export const { refuse, mayRefuse } = catalogue(
  bankLinesMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);
