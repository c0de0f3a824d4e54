import { defineErrors } from '../../kernel/refusal.ts';

export const movementsMessages = {
  'desk.reference_used': { status: 409, text: 'This bank reference or transaction hash was already used for {use}.' },
  'desk.line_known': {
    status: 409,
    field: 'reference',
    text: 'Our bank statement shows this reference: {amount} on {day}. Confirm that line under Bank lines instead.',
  },
  'desk.line_outgoing': {
    status: 409,
    field: 'reference',
    text: 'Our bank statement shows {amount} leaving our account under this reference on {day}. Check the reference: this is not money we received.',
  },
  'desk.line_incoming': {
    status: 409,
    field: 'reference',
    text: 'Our bank statement shows {amount} coming in under this reference on {day}. Check the reference: we did not send this.',
  },
  'desk.sent_differs': {
    field: 'note',
    text: 'Our bank statement shows {amount} leaving under this reference on {day}, but {approved} was approved. Check the reference, or explain the difference in the note.',
  },
  'desk.evidence_yours': {
    status: 403,
    text: 'You recorded that this came from {came}, not from {named}. Someone else has to check and approve it.',
  },
  'desk.recorded_by_you': {
    status: 403,
    text: 'You recorded where this money came from, so someone else has to approve its refund.',
  },
  'desk.look_missing': {
    field: 'note',
    text: 'These coins came from {came}, but the customer named {named}. Look up the transaction on the blockchain and note what it shows.',
  },
  'desk.line_differs': {
    status: 409,
    text: 'The bank shows different details for {reference}: {amount} on {day} from {payer}. Settle that line under Bank lines first.',
  },
  'desk.line_again': {
    status: 409,
    text: 'Another statement line may be the same money: {amount} on {day} from {payer} ({reference}). Someone other than the person who confirmed this has to settle it under Bank lines first.',
  },
  'desk.line_taken_back': {
    status: 409,
    text: 'Our bank statement shows {amount} leaving on {day} under {reference}, so this money may be gone. Two people have to decide about that line under Bank lines first.',
  },
  'desk.line_corrected': {
    status: 409,
    text: 'Our bank statement also shows {amount} on {day} under {reference}, so the bank may have corrected this amount. Two people have to decide about that line under Bank lines first.',
  },
  'desk.line_returned': {
    status: 409,
    text: 'We sent {amount} to this payer on {day} under {reference}, so this may be that transfer coming back. Two people have to decide about that line under Bank lines first.',
  },
  'desk.reference_short': { field: 'reference', text: 'A bank reference has at least four letters or digits.' },
  'desk.reference_no_hash': {
    field: 'reference',
    text: "This isn't a transaction hash of {network}. Copy the hash, or a link to it in a block explorer.",
  },
  'desk.reference_two_hashes': {
    field: 'reference',
    text: 'This contains two transaction hashes. Copy the hash of this transfer.',
  },
  'desk.moment_unreadable': {
    field: 'movedOn',
    text: 'Enter the date and, if known, the time shown by the bank or the blockchain.',
  },
  'desk.moment_ahead': { field: 'movedOn', text: 'This is in the future.' },
  'desk.time_missing': {
    field: 'movedTime',
    text: 'Enter the time of the block, in Jamaica time. The price depends on when the coins were sent.',
  },
  'desk.payer_missing': {
    field: 'payerAccount',
    text: "Enter the payer's bank, account number and name. Refunds go to this account only.",
  },
  'desk.sender_unsound': {
    field: 'senderAddress',
    text: 'Enter the address that sent the coins, as {network} shows it.',
  },
  'desk.charged_back': {
    status: 409,
    text: 'The bank reversed this card payment, so nothing can be sent. Choose the chargeback reason, or explain in the note.',
  },
  'desk.release_charged_back': {
    status: 409,
    text: 'The bank reversed the card payment of this order. Ask compliance: two people must release the order before a payout.',
  },
  'desk.not_approved': {
    status: 409,
    text: 'This transfer is not approved. Two people must approve it first. Record its reference after it is sent.',
  },
  'desk.undo_waits': {
    status: 409,
    text: 'A request to undo this approval is open. Nothing is sent until it is decided.',
  },
  'desk.came_back_with': {
    field: 'movedOn',
    text: 'Enter the day it came back, and the reference if there is one.',
  },
  'desk.came_back_before': {
    field: 'movedOn',
    text: 'The transfer was sent after this date. Check when it came back.',
  },
  'desk.from_ourselves': { text: 'This is our own account or wallet. Enter the one the money came from.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(movementsMessages);
