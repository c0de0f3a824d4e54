import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { tradingMessages } from './messages.ts';

/** What staff are told when an order cannot be moved. */
export const orderDeskMessages = {
  'desk.not_now': {
    status: 409,
    title: 'Error',
    text: 'Not possible as the order stands: {why}. Somebody may have moved it; you see its newest state now.',
  },
  'desk.reason_unknown': { status: 422, title: 'Error', text: 'Choose one of the listed reasons.' },
  'desk.reference_used': {
    status: 409,
    title: 'Error',
    text: 'This bank reference or transaction hash was already used for {use}.',
  },
  'desk.amount_differs': {
    status: 422,
    field: 'amount',
    text: 'The order is for {expected}. If another amount arrived, cancel or hold the order and say so.',
  },
  'desk.price_not_taken': {
    status: 409,
    title: 'Error',
    text: 'It was paid after its price had ended. Its customer is choosing whether to go on at the new one.',
  },
  'desk.amount_unreadable': {
    status: 422,
    field: 'amount',
    text: 'Enter the amount that arrived, in figures and above zero.',
  },
  'desk.reference_short': {
    status: 422,
    field: 'reference',
    text: 'A bank reference has at least four letters or digits.',
  },
  'desk.reference_no_hash': {
    status: 422,
    field: 'reference',
    text: 'This is no transaction hash of {network}. Copy the hash, or the page of an explorer that shows it.',
  },
  'desk.reference_two_hashes': {
    status: 422,
    field: 'reference',
    text: 'There are two transaction hashes in it. Copy the one of this transfer.',
  },
  'desk.moment_unreadable': {
    status: 422,
    field: 'movedOn',
    text: 'Enter the day and, where it is known, the time that the bank line or the block shows.',
  },
  'desk.moment_ahead': { status: 422, field: 'movedOn', text: 'This lies in the future.' },
  'desk.time_missing': {
    status: 422,
    field: 'movedTime',
    text: 'Enter the time that the block shows, in Jamaica. Coins are priced by when they were sent.',
  },
  'desk.payer_missing': {
    status: 422,
    field: 'payerAccount',
    text: 'Enter bank, account number and holder of whoever paid: money goes back there alone.',
  },
  'desk.payer_stands': {
    status: 422,
    field: 'payerAccount',
    text: 'Who paid was recorded when the money came. It goes back there alone.',
  },
  'desk.sender_unsound': {
    status: 422,
    field: 'senderAddress',
    text: 'Enter the address that sent the coins, as {network} shows it.',
  },
  'desk.from_ourselves': {
    status: 422,
    title: 'Error',
    text: 'This is an account or a wallet of our own. Enter the one that it came from.',
  },
  'desk.before_order': {
    status: 422,
    field: 'movedOn',
    text: 'The order was placed on a later day. Check the day; money from before was for something else: cancel first.',
  },
  'desk.before_approval': {
    status: 422,
    field: 'movedOn',
    text: 'It was approved on a later day. Check the day; if it left before, record nothing and tell compliance.',
  },
  'desk.nothing_to_return': {
    status: 409,
    title: 'Error',
    text: 'There is nothing under this line that could go back now.',
  },
  'desk.leaves_already': {
    status: 409,
    title: 'Error',
    text: 'Something else of this order is on its way out. One thing leaves at a time.',
  },
  'desk.not_approved': {
    status: 409,
    title: 'Error',
    text: 'Nothing of this kind is approved. Two people agree first, then it is sent, then its reference is recorded.',
  },
  'desk.undo_waits': {
    status: 409,
    title: 'Error',
    text: 'Somebody asked to undo this approval. Nothing is sent before that is decided.',
  },
  'desk.came_back_with': {
    status: 422,
    field: 'movedOn',
    text: 'Enter the day on which it came back, and the reference if the bank or the chain gave one.',
  },
  'desk.priced_by_it': {
    status: 409,
    title: 'Error',
    text: 'This order was priced anew by when this came. Cancel the order first; then it can be taken off.',
  },
  'desk.no_such_money': {
    status: 404,
    title: 'Error',
    text: 'There is no such unassigned money, or nothing of it is left.',
  },
  'desk.other_asset': {
    status: 422,
    field: 'orderReference',
    text: 'This order waits for {expected}, and came in another way.',
  },
  'desk.more_than_left': { status: 422, field: 'amount', text: 'Of this money {left} are left.' },
  'desk.no_such_way': { status: 422, field: 'rail', text: 'This does not come that way.' },
  'desk.part_of_nothing': {
    status: 422,
    field: 'part',
    text: 'Record the first part under this reference before a further one.',
  },
  'desk.part_of_another': {
    status: 422,
    field: 'part',
    text: 'The first part under this reference came another way, on another day or from somebody else.',
  },
  'desk.part_by_another': {
    status: 403,
    title: 'Error',
    text: 'You recorded this further part. Another person looks it up at the bank or on the chain, and attaches it.',
  },
  'desk.from_elsewhere': {
    status: 422,
    title: 'Error',
    text: 'What we make good comes from an account or a wallet of our own.',
  },
  'desk.payer_stopped': {
    status: 409,
    title: 'Stopped',
    text: 'Whoever this came from or goes to is stopped. It stays here until compliance decides about it.',
  },
  'desk.not_screened': {
    status: 409,
    title: 'Error',
    text: 'This order is stopped. Nothing is paid out before compliance has looked at it.',
  },
  'desk.screen_first': {
    status: 409,
    title: 'Error',
    text: 'The wallet of this order was not found clear, so it stays held. Screen it again once that has changed.',
  },
  'desk.payee_renamed': {
    status: 409,
    title: 'Error',
    text: 'The account is not in the name that its customer has now. Stop the order: what came goes back.',
  },
  'desk.two_people_needed': {
    status: 409,
    title: 'Error',
    text: 'A list had stopped this order, or its customer could not place it now. One person proposes its release in the case, another decides.',
  },
  'trading.customer_frozen': {
    status: 409,
    title: 'Stopped',
    text: 'This customer is stopped. Nothing of theirs is paid, returned or released until compliance lifts it.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(orderDeskMessages, tradingMessages, approvalsMessages, platformMessages);
