import { defineErrors } from '../../kernel/refusal.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../ledger/messages.ts';

/** Why money may not leave, for staff. The same for orders, payments and unallocated funds. */
export const outgoingMessages = {
  'desk.customer_frozen': {
    status: 409,
    title: 'Frozen',
    text: 'This customer is frozen. Nothing is paid out, refunded or released until compliance unfreezes the account.',
  },
  'desk.payer_stopped': {
    status: 409,
    title: 'Frozen',
    text: 'The payer or recipient is frozen. The money stays here until compliance decides.',
  },
  'desk.not_screened': {
    status: 409,
    text: 'The payer or recipient has not been cleared. Send nothing until compliance has reviewed it.',
  },
  'desk.reason_unknown': { text: 'Choose one of the listed reasons.' },
  'desk.leaves_already': {
    status: 409,
    text: 'Another transfer of this money is approved but not sent yet. Only one can be open at a time.',
  },
  'desk.nothing_to_return': { status: 409, text: 'There is no money left to attach or refund.' },
  'desk.not_approved': {
    status: 409,
    text: 'This transfer is not approved. Two people must approve it first. Record its reference after it is sent.',
  },
  'desk.undo_waits': {
    status: 409,
    text: 'A request to undo this approval is open. Nothing is sent until it is decided.',
  },
  'desk.before_approval': {
    field: 'movedOn',
    text: 'The transfer was approved after this time. Check the date and time. If it was really sent earlier, record nothing and inform compliance.',
  },
  'desk.came_back_with': {
    field: 'movedOn',
    text: 'Enter the day it came back, and the reference if there is one.',
  },
  'desk.came_back_before': {
    field: 'movedOn',
    text: 'The transfer was sent after this date. Check when it came back.',
  },
  'desk.charged_back': {
    status: 409,
    text: 'The bank reversed this card payment, so nothing can be sent. Choose the chargeback reason, or explain in the note.',
  },
  'desk.release_charged_back': {
    status: 409,
    text: 'The bank reversed the card payment of this order. Ask compliance: two people must release the order before a payout.',
  },
  'desk.payee_renamed': {
    status: 409,
    text: "The account isn't in the customer's current name. Cancel or fail the order and refund it.",
  },
  'desk.kept': {
    status: 409,
    text: 'Paid by card: the coins stay with us until {until}, because the charge can be reversed.',
  },
  'desk.cooling': {
    status: 409,
    text: "There's a published warning about this order's wallet. The customer can cancel until {until}. Nothing will be sent before then.",
  },
  'desk.payee_new': {
    status: 409,
    text: "The customer's wallet or account is new. Large payouts to it wait until {until}.",
  },
  'desk.proof_not_scanned': {
    status: 409,
    title: 'Proof not available',
    text: "The virus scan hasn't cleared the proof of source of funds. If it's still running, wait. If it deleted the file, refund the order.",
  },
  'desk.evidence_yours': {
    status: 403,
    text: 'You recorded that this came from {came}, not from {named}. Someone else has to check and approve it.',
  },
  'desk.look_missing': {
    field: 'note',
    text: 'These coins came from {came}, but the customer gave {named}. Look up the transaction on the blockchain and note what it shows.',
  },
  'desk.recorded_by_you': {
    status: 403,
    text: 'You recorded where this money came from, so someone else has to approve its refund.',
  },
} as const;

export const { refusal, refuse, refusalCodes } = defineErrors(outgoingMessages, movementsMessages, approvalsMessages);
