import { ORPCError } from '@orpc/client';
import { withReference } from '../../../../ui/fault.ts';
import { issuesOf, type RefusalWords } from '../../../../ui/refusal-words.ts';
import { toastError } from '../../../../ui/toast.ts';
import { identityNotices } from '../../messages.ts';
import type { TierNumber } from '../../tiers.ts';

const { notLoggedIn, submitFailed, enhancedFailed, aboutFiles } = identityNotices;

/** Faults of ours: their own text says nothing of the form, so the documented words stand, with the reference. */
const faults: readonly string[] = ['general.fault', 'general.unavailable'];

/**
 * What a toast says of a failed submission, in the documented words, with the tip where a file did not fit [000 §8
 * KYC]; null leaves it to the fields.
 */
export function failureWords(tier: TierNumber, { code, field, title, text, next }: RefusalWords, error: unknown) {
  if (code === 'accounts.sign_in_required') return { ...notLoggedIn, next };
  if (field !== undefined || issuesOf(error).length > 0) return null;
  const fallback = tier === 3 ? enhancedFailed : submitFailed;
  if (!(error instanceof ORPCError)) return { title: fallback.title, text };
  if (code === undefined || faults.includes(code))
    return { title: fallback.title, text: withReference(fallback.text, error) };
  return { title, text: code === 'identity.file_unfit' ? `${text} ${aboutFiles}` : text };
}

/** Tells it. True when it was told; false when the form shows it at its field. */
export function sayFailure(tier: TierNumber, words: RefusalWords, error: unknown): boolean {
  const said = failureWords(tier, words, error);
  if (said) toastError(said);
  return said !== null;
}
