import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { paymentsMessages } from '../payments/messages.ts';

/** Subscription errors [001 §8 Subscriptions and workshops]. */
export const subscriptionsMessages = {
  'subscriptions.pending_already': {
    status: 409,
    title: 'Could not submit subscription',
    text: 'You already have an open payment for a plan. Finish or cancel it first, so you never pay twice.',
  },
  'subscriptions.price_changed': {
    status: 409,
    title: 'Could not submit subscription',
    text: 'The price of this plan has changed. Please check the new price. Nothing was charged.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(subscriptionsMessages, paymentsMessages, platformMessages);
