import { isUnanswered, type RefusalWords } from '../../../ui/refusal-words.ts';
import { uploadRefusals } from '../../../ui/upload-rules.ts';

/**
 * What a toast says where the form of a plan or place did not come through: the expired session in words of its own,
 * the documented words where nobody knows why, and else the refusal's [001 §5 Subscription and workshop, §8
 * Subscriptions and workshops].
 */
export function failureWords(words: RefusalWords, error: unknown, failed: { readonly title: string }): RefusalWords {
  if (isExpired(words)) return { ...words, ...uploadRefusals.paymentExpired };
  return isUnanswered(error) ? { ...words, ...failed } : words;
}

export const isExpired = ({ code }: RefusalWords): boolean => code === 'accounts.sign_in_required';
