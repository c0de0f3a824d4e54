import { type ErrorMessage, isUnanswered } from '../../../ui/error-message.ts';
import { uploadErrors } from '../../../ui/upload-rules.ts';

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
