import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { paymentsMessages } from '../payments/messages.ts';

/** Why nobody can subscribe now, 'Could not submit subscription' [001 §8 Subscriptions and workshops]. */
export const subscriptionsMessages = {
  'subscriptions.pending_already': {
    status: 409,
    title: 'Could not submit subscription',
    text: 'A payment for a plan is under way already. Finish or cancel it first: you never pay twice.',
  },
  'subscriptions.price_changed': {
    status: 409,
    title: 'Could not submit subscription',
    text: 'The price of this plan has changed. You see the new one now; nothing was charged.',
  },
} as const;

export const { refuse, mayRefuse } = catalogue(subscriptionsMessages, paymentsMessages, platformMessages);
