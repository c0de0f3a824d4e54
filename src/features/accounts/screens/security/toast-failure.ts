import type { ErrorMessage } from '../../../../ui/error-message.ts';
import { appendReference } from '../../../../ui/error-reference.ts';
import { toastError } from '../../../../ui/toast.ts';

/** Shows the specified failure text [000 §8 Profile]. Returns false for a business refusal. */
export function toastFailure(
  { code }: ErrorMessage,
  error: unknown,
  failure: { title: string; text: string },
): boolean {
  if (code !== undefined && !code.startsWith('general.')) return false;
  toastError({ ...failure, text: appendReference(failure.text, error) });
  return true;
}
