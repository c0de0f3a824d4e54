import { takes } from '../../../kernel/params.ts';

const none = takes({});

/** What staff are told when an order cannot be moved. */
export const deskMessages = {
  'desk.not_now': {
    status: 409,
    title: 'Error',
    text: 'Not possible as the order stands: {why}. Somebody may have moved it; you see its newest state now.',
    params: takes({ why: 'text' }),
  },
  'desk.reason_unknown': { status: 422, title: 'Error', text: 'Choose one of the listed reasons.', params: none },
  'desk.reference_used': {
    status: 409,
    title: 'Error',
    text: 'This bank reference or transaction hash was already used for order {reference}.',
    params: takes({ reference: 'text' }),
  },
  'desk.amount_differs': {
    status: 422,
    field: 'amount',
    text: 'The order is for {expected}. If another amount arrived, cancel or hold the order and say so.',
    params: takes({ expected: 'text' }),
  },
  'desk.amount_unreadable': {
    status: 422,
    field: 'amount',
    text: 'Enter the amount that arrived, in figures and above zero.',
    params: none,
  },
  'desk.not_screened': {
    status: 409,
    title: 'Error',
    text: 'This order is stopped. Nothing is paid out before compliance has looked at it.',
    params: none,
  },
  'desk.screen_first': {
    status: 409,
    title: 'Error',
    text: 'The wallet of this order was not found clear, so it stays held. Screen it again once that has changed.',
    params: none,
  },
  'desk.two_people_needed': {
    status: 409,
    title: 'Error',
    text: 'A list had stopped this order. One person proposes its release in the case, another decides.',
    params: none,
  },
  'trading.customer_frozen': {
    status: 409,
    title: 'Stopped',
    text: 'This customer is stopped. Nothing of theirs is paid, returned or released until compliance lifts it.',
    params: none,
  },
} as const;
