import { alike, catalogue } from '../../kernel/refusal.ts';

/** What staff are told when a line cannot be taken in as they typed it. */
export const movementsMessages = {
  ...alike({ status: 409 })({
    'desk.reference_used': 'This bank reference or transaction hash was already used for {use}.',
    'desk.line_differs':
      'The bank shows {reference} in another way than it was typed: {amount} of {day} from {payer}. Settle that line under Bank lines first; until then nothing of this moves on.',
    'desk.line_again':
      'A statement shows {amount} of {day} from {payer} ({reference}) as well, which may be this money, and whoever confirmed this had kept its line themselves. Somebody else settles the other line under Bank lines first; until then nothing of this moves on.',
    'desk.charged_back':
      'The bank of the card took this money back: nothing is sent. Choose that reason, or say so in the note.',
    'desk.not_approved':
      'Nothing of this kind is approved. Two people agree first, then it is sent, then its reference is recorded.',
    'desk.undo_waits': 'Somebody asked to undo this approval. Nothing is sent before that is decided.',
  }),
  'desk.line_known': {
    status: 409,
    field: 'reference',
    text: 'A statement of ours shows this reference: {amount} of {day}. Confirm it by its line under Bank lines, where you see what became of it.',
  },
  ...alike({ field: 'reference' })({
    'desk.reference_short': 'A bank reference has at least four letters or digits.',
    'desk.reference_no_hash':
      'This is no transaction hash of {network}. Copy the hash, or the page of an explorer that shows it.',
    'desk.reference_two_hashes': 'There are two transaction hashes in it. Copy the one of this transfer.',
  }),
  ...alike({ field: 'movedOn' })({
    'desk.moment_unreadable': 'Enter the day and, where it is known, the time that the bank line or the block shows.',
    'desk.moment_ahead': 'This lies in the future.',
    'desk.came_back_with': 'Enter the day on which it came back, and the reference if the bank or the chain gave one.',
    'desk.came_back_before': 'It left later than this. Check day and time at which it came back.',
  }),
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
  'desk.from_ourselves': { text: 'This is an account or a wallet of our own. Enter the one that it came from.' },
} as const;

export const { refuse, mayRefuse } = catalogue(movementsMessages);
