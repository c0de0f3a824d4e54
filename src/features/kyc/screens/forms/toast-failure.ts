import { ORPCError } from '@orpc/client';
import { type ErrorMessage, getIssues } from '../../../../ui/error-message.ts';
import { appendReference } from '../../../../ui/error-reference.ts';
import { toastError } from '../../../../ui/toast.ts';
import { identityNotices } from '../../messages.ts';
import type { TierNumber } from '../../tiers.ts';

const { notLoggedIn, submitFailed, enhancedFailed, aboutFiles } = identityNotices;

const internalErrorCodes: readonly string[] = ['general.fault', 'general.unavailable'];

/** Returns the toast of a failed submission [000 §8 KYC]; null when a form field shows the error. */
export function getFailureMessage(tier: TierNumber, { code, field, title, text, next }: ErrorMessage, error: unknown) {
  if (code === 'accounts.sign_in_required') return { ...notLoggedIn, next };
  if (field !== undefined || getIssues(error).length > 0) return null;
  const fallback = tier === 3 ? enhancedFailed : submitFailed;
  if (!(error instanceof ORPCError)) return { title: fallback.title, text };
  if (code === undefined || internalErrorCodes.includes(code))
    return { title: fallback.title, text: appendReference(fallback.text, error) };
  return { title, text: code === 'identity.file_unfit' ? `${text} ${aboutFiles}` : text };
}

/** Shows a toast for a failed submission. Returns false when a form field shows the error. */
export function toastFailure(tier: TierNumber, words: ErrorMessage, error: unknown): boolean {
  const message = getFailureMessage(tier, words, error);
  if (message) toastError(message);
  return message !== null;
}
