/**
 * A TRN while it is typed: digits in groups of three with hyphens, as it stands on the card. Digits beyond nine are
 * kept, so that the check can name them instead of their being lost without a word. Pure.
 */

const most = 15;
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, most);

/** `123456789` is `123-456-789`; what follows the ninth digit joins the last group. */
export function groupedTrn(text: string): string {
  const digits = digitsOf(text);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-');
}

/** What was typed, grouped anew, with the caret behind the same digit as before. */
export function regrouped(text: string, caret: number): { text: string; caret: number } {
  const grouped = groupedTrn(text);
  const before = digitsOf(text.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; seen < before && at < grouped.length; at += 1) if (/\d/.test(grouped[at] ?? '')) seen += 1;
  return { text: grouped, caret: at };
}
