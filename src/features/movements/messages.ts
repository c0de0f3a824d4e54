import { catalogue } from '../../kernel/refusal.ts';

/** What staff are told when a line cannot be taken in as they typed it. */
export const movementsMessages = {
  'desk.reference_used': { status: 409, text: 'This bank reference or transaction hash was already used for {use}.' },
  'desk.line_known': {
    status: 409,
    field: 'reference',
    text: 'A statement of ours shows this reference: {amount} of {day}. Confirm it by its line under Bank lines, where you see what became of it.',
  },
  'desk.line_differs': {
    status: 409,
    text: 'The bank shows {reference} in another way than it was typed: {amount} of {day} from {payer}. Settle that line under Bank lines first; until then nothing of this moves on.',
  },
  'desk.line_again': {
    status: 409,
    text: 'A statement shows {amount} of {day} from {payer} ({reference}) as well, which may be this money, and whoever confirmed this had kept its line themselves. Somebody else settles the other line under Bank lines first; until then nothing of this moves on.',
  },
  'desk.reference_short': { field: 'reference', text: 'A bank reference has at least four letters or digits.' },
  'desk.reference_no_hash': {
    field: 'reference',
    text: 'This is no transaction hash of {network}. Copy the hash, or the page of an explorer that shows it.',
  },
  'desk.reference_two_hashes': {
    field: 'reference',
    text: 'There are two transaction hashes in it. Copy the one of this transfer.',
  },
  'desk.moment_unreadable': {
    field: 'movedOn',
    text: 'Enter the day and, where it is known, the time that the bank line or the block shows.',
  },
  'desk.moment_ahead': { field: 'movedOn', text: 'This lies in the future.' },
  'desk.time_missing': {
    field: 'movedTime',
    text: 'Enter the time that the block shows, in Jamaica. Coins are priced by when they were sent.',
  },
  'desk.payer_missing': {
    field: 'payerAccount',
    text: 'Enter bank, account number and holder of whoever paid: money goes back there alone.',
  },
  'desk.sender_unsound': {
    field: 'senderAddress',
    text: 'Enter the address that sent the coins, as {network} shows it.',
  },
  'desk.charged_back': {
    status: 409,
    text: 'The bank of the card took this money back: nothing is sent. Choose that reason, or say so in the note.',
  },
  'desk.not_approved': {
    status: 409,
    text: 'Nothing of this kind is approved. Two people agree first, then it is sent, then its reference is recorded.',
  },
  'desk.undo_waits': {
    status: 409,
    text: 'Somebody asked to undo this approval. Nothing is sent before that is decided.',
  },
  'desk.came_back_with': {
    field: 'movedOn',
    text: 'Enter the day on which it came back, and the reference if the bank or the chain gave one.',
  },
  'desk.came_back_before': {
    field: 'movedOn',
    text: 'It left later than this. Check day and time at which it came back.',
  },
  'desk.from_ourselves': { text: 'This is an account or a wallet of our own. Enter the one that it came from.' },
} as const;

export const { refuse, mayRefuse } = catalogue(movementsMessages);
