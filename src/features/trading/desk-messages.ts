import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';
import { movementsMessages } from '../movements/messages.ts';
import { tradingMessages } from './messages.ts';

/** What staff are told when an order cannot be moved. */
export const orderDeskMessages = {
  'desk.not_now': {
    status: 409,
    text: 'Not possible as the order stands: {why}. Somebody may have moved it; you see its newest state now.',
  },
  'desk.reason_unknown': { text: 'Choose one of the listed reasons.' },
  'desk.amount_differs': {
    field: 'amount',
    text: 'The order is for {expected}. If another amount arrived, cancel or hold the order and say so.',
  },
  'desk.price_not_taken': {
    status: 409,
    text: 'It was paid after its price had ended. Its customer is choosing whether to go on at the new one.',
  },
  'desk.amount_unreadable': { field: 'amount', text: 'Enter the amount that arrived, in figures and above zero.' },
  'desk.payer_stands': {
    field: 'payerAccount',
    text: 'Who paid was recorded when the money came. It goes back there alone.',
  },
  'desk.before_order': {
    field: 'movedOn',
    text: 'The order was placed on a later day. Check the day; money from before was for something else: cancel first.',
  },
  'desk.before_approval': {
    field: 'movedOn',
    text: 'It was approved later. Check day and time; if it left before, record nothing and tell compliance.',
  },
  'desk.nothing_to_return': { status: 409, text: 'There is nothing under this line that could go back now.' },
  'desk.leaves_already': {
    status: 409,
    text: 'Something else of this order is on its way out. One thing leaves at a time.',
  },
  'desk.priced_by_it': {
    status: 409,
    text: 'This order was priced anew by when this came. Cancel the order first; then it can be taken off.',
  },
  'desk.yours_already': { status: 409, text: 'You look after this money already.' },
  'desk.no_such_money': { status: 404, text: 'There is no such unassigned money, or nothing of it is left.' },
  'desk.nothing_named': { status: 404, field: 'reference', text: 'No order and no payment has this reference.' },
  'desk.other_asset': { field: 'reference', text: 'It waits for {expected}, and this came in another way.' },
  'desk.name_differs': {
    field: 'note',
    text: '{payer} paid, and the customer is {customer}. Say in the note why it is theirs, or record it as unassigned.',
  },
  'desk.more_than_left': { field: 'amount', text: 'Of this money {left} are left.' },
  'desk.no_such_way': { field: 'rail', text: 'This does not come that way.' },
  'desk.part_of_nothing': { field: 'part', text: 'Record the first part under this reference before a further one.' },
  'desk.part_of_another': {
    field: 'part',
    text: 'The first part under this reference came another way, on another day or from somebody else.',
  },
  'desk.part_by_another': {
    status: 403,
    text: 'You recorded this further part. Another person looks it up at the bank or on the chain, and attaches it.',
  },
  'desk.from_elsewhere': { text: 'What we make good comes from an account or a wallet of our own.' },
  'desk.payer_stopped': {
    status: 409,
    title: 'Stopped',
    text: 'Whoever this came from or goes to is stopped. It stays here until compliance decides about it.',
  },
  'desk.kept': {
    status: 409,
    text: 'Paid by card: its coins stay with us until {until}, because a charge can be taken back.',
  },
  'desk.cooling': {
    status: 409,
    text: 'A published warning names the wallet of this order. Its customer may call it off until {until}, and nothing leaves before.',
  },
  'desk.not_screened': {
    status: 409,
    text: 'This order is stopped. Nothing is paid out before compliance has looked at it.',
  },
  'desk.screen_first': {
    status: 409,
    text: 'The wallet of this order was not found clear, so it stays held. Screen it again once that has changed.',
  },
  'desk.payee_renamed': {
    status: 409,
    text: 'The account is not in the name that its customer has now. Stop the order: what came goes back.',
  },
  'desk.two_people_needed': {
    status: 409,
    text: 'A list had stopped this order, or its customer could not place it now. One person proposes its release in the case, another decides.',
  },
  'trading.customer_frozen': {
    status: 409,
    title: 'Stopped',
    text: 'This customer is stopped. Nothing of theirs is paid, returned or released until compliance lifts it.',
  },
} as const;

/** What compliance reads of orders that stay small one by one. */
export const slicesAlert =
  '{orders} orders within 24 hours, each below {threshold}, come to {amount} together. Look whether they are one.';

/** What compliance reads when no company is asked about wallets any more today. */
export const questionsAlert = {
  one: 'What this customer typed had companies asked about wallets {most} times within a day. None is asked for them until tomorrow, and what they order is held. Look whether somebody tries out wallets, or wants to cost us money.',
  unidentified:
    'Customers whose identity was never approved had companies asked about wallets {most} times within a day, all together, last this one. None is asked for them until tomorrow, and what they order is held. The others are asked about as ever. Look whether these are accounts of one person.',
  all: 'All {most} questions that companies are asked about wallets in a day are used up, last by this customer. Until tomorrow orders are held as if nobody answered. Look who asked so often.',
} as const;

export const { refuse, mayRefuse } = catalogue(
  orderDeskMessages,
  tradingMessages,
  movementsMessages,
  approvalsMessages,
  platformMessages,
);
