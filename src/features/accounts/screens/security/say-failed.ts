import { withReference } from '../../../../ui/fault.ts';
import type { RefusalWords } from '../../../../ui/refusal-words.ts';
import { toastError } from '../../../../ui/toast.ts';

/**
 * For a form with documented words for whatever was nobody's mistake [000 §8 Profile]: says those, with the reference
 * of the fault. False for a refusal of the business, which has words of its own.
 */
export function sayFailed({ code }: RefusalWords, error: unknown, failed: { title: string; text: string }): boolean {
  if (code !== undefined && !code.startsWith('general.')) return false;
  toastError({ ...failed, text: withReference(failed.text, error) });
  return true;
}
