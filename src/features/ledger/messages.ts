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
  'desk.line_differs': {
    status: 409,
    text: 'The bank shows different details for {reference}: {amount} on {day} from {payer}. Settle that line under Bank lines first.',
  },
  'desk.line_again': {
    status: 409,
    text: 'Another statement line may be the same money: {amount} on {day} from {payer} ({reference}). Someone other than the person who confirmed this has to settle it under Bank lines first.',
  },
  'desk.line_reversed': {
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
  'desk.from_ourselves': { text: 'This is our own account or wallet. Enter the one the money came from.' },
} as const;

export const { refuse, refusalCodes } = defineErrors(movementsMessages);
