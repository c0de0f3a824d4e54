import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { paymentsMessages } from '../payments/messages.ts';

const title = 'Could not submit registration';

/**
 * Why somebody gets no place now: the duplicate registration, and what is full or over [001 §5 Subscription and
 * workshop, §8 Subscriptions and workshops].
 */
export const workshopsMessages = {
  'workshops.twice': {
    status: 409,
    title,
    text: 'You already have a pending/confirmed registration for this workshop in this mode.',
  },
  'workshops.waits_already': {
    status: 409,
    title,
    text: 'You are on the waiting list already. We write to you when a place is free.',
  },
  'workshops.full': {
    status: 409,
    title,
    text: 'No place is left. You can join the waiting list; nothing was charged.',
  },
  'workshops.held_before': {
    status: 409,
    title,
    text: 'Three times a place in this workshop was kept for you and not paid for in time. Now it is the turn of others; the next workshop is open to you.',
  },
  'workshops.many_from_here': {
    status: 429,
    title,
    text: 'Many places of this workshop are held or waited for over your connection and not paid for yet. Once some of them are paid, you can take one.',
  },
  'workshops.place_unknown': { status: 404, text: 'This place does not exist or is not yours.' },
  'workshops.place_free': {
    status: 409,
    title,
    text: 'A place is free now: you need not wait. Take it before somebody else does.',
  },
  'workshops.not_waiting': {
    status: 409,
    title: 'Nothing to leave',
    text: 'You do not wait for this place any more. You see how it stands now.',
  },
  'workshops.cannot_move': {
    status: 409,
    title: 'Your place stays as it is',
    text: 'A place that is paid moves once, to another workshop or the other way to take part, before it begins.',
  },
  'workshops.not_open': {
    status: 409,
    title,
    text: 'This workshop takes no registrations any more. Nothing was charged.',
  },
  'workshops.price_changed': {
    status: 409,
    title,
    text: 'The price of this workshop has changed. You see the new one now; nothing was charged.',
  },
  'workshops.award_unknown': { status: 404, text: 'These LGM do not exist or are not yours.' },
  'workshops.award_released': {
    status: 409,
    title: 'Your LGM are on their way',
    text: 'They go to the wallet that you named. Another one cannot be named any more.',
  },
  'workshops.wallet_unsound': {
    field: 'address',
    text: 'This is not the address of a wallet of yours on Solana. Copy it from your wallet: 32 to 44 letters and digits.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(workshopsMessages, paymentsMessages, platformMessages);
