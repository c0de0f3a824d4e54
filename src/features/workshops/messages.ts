import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { paymentsMessages } from '../payments/messages.ts';

const title = 'Could not submit registration';

/** Registration errors [001 §5 Subscription and workshop, §8 Subscriptions and workshops]. */
export const workshopsMessages = {
  'workshops.twice': {
    status: 409,
    title,
    text: 'You already have a pending/confirmed registration for this workshop in this mode.',
  },
  'workshops.waits_already': {
    status: 409,
    title,
    text: "You're already on the waiting list. We'll email you when a place is free.",
  },
  'workshops.full': { status: 409, title, text: 'No places left. Nothing was charged. You can join the waiting list.' },
  'workshops.held_before': {
    status: 409,
    title,
    text: "We held a place in this workshop for you three times without a payment. You're welcome to book the next workshop.",
  },
  'workshops.many_from_here': {
    status: 429,
    title,
    text: 'Too many unpaid places in this workshop come from your internet connection. Try again once some are paid.',
  },
  'workshops.place_unknown': { status: 404, text: "We couldn't find this place in your account." },
  'workshops.place_free': { status: 409, title, text: 'Good news: a place is free now. You can book it right away.' },
  'workshops.not_waiting': {
    status: 409,
    title: 'Not on the waiting list',
    text: "You're no longer on the waiting list. We've loaded the latest status.",
  },
  'workshops.cannot_move': {
    status: 409,
    title: "You can't move this place",
    text: 'You can move a paid place once, before the workshop starts.',
  },
  'workshops.not_open': { status: 409, title, text: 'Registration for this workshop is closed. Nothing was charged.' },
  'workshops.price_changed': {
    status: 409,
    title,
    text: 'The price of this workshop has changed. Please check the new price. Nothing was charged.',
  },
  'workshops.award_unknown': { status: 404, text: "We couldn't find these LGM in your account." },
  'workshops.award_released': {
    status: 409,
    title: 'Your LGM are on their way',
    text: "They're going to the wallet you chose, so you can't change it any more.",
  },
  'workshops.wallet_unsound': {
    field: 'address',
    text: "This isn't a valid Solana wallet address. Copy it from your wallet: 32 to 44 letters and digits.",
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(workshopsMessages, paymentsMessages, platformMessages);
