import type { call } from '../../../ui/client.ts';
import { type ErrorMessage, isUnanswered } from '../../../ui/error-message.ts';
import { uploadErrors } from '../../../ui/upload-rules.ts';
import type { paymentSituations } from '../customer-messages.ts';

export type ShownPayment = Awaited<ReturnType<typeof call.payments.showOwn>>;

export type Situation = 'to_pay' | keyof typeof paymentSituations;

const lateSituations = { claimed: 'late_claim', received: 'to_return', returned: 'returned' } as const;

export function getSituation({ state, wentBack }: Pick<ShownPayment['payment'], 'state' | 'wentBack'>): Situation {
  const { payIn, ended } = state;
  if (payIn === 'awaiting') return ended === null ? 'to_pay' : ended === 'refunded' ? 'returned' : ended;
  if (payIn === 'returned' || ended !== null) return lateSituations[payIn];
  return payIn === 'received' && wentBack ? 'in_part' : payIn;
}

/** `failed` is the title if no response arrived [001 §5 Subscription and workshop, §8 Subscriptions and workshops]. */
export function getFailureMessage(
  message: ErrorMessage,
  error: unknown,
  failed: { readonly title: string },
): ErrorMessage {
  if (isSessionExpired(message)) return { ...message, ...uploadErrors.paymentExpired };
  return isUnanswered(error) ? { ...message, ...failed } : message;
}

export const isSessionExpired = ({ code }: ErrorMessage): boolean => code === 'accounts.sign_in_required';
