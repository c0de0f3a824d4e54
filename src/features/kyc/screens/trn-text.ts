/** Groups a TRN as the user types. Extra digits stay, so that validation can report them. */

const maxDigits = 15;
const extractDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, maxDigits);

export function groupTrn(text: string): string {
  const digits = extractDigits(text);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-');
}

/** Regroups the text. The caret stays behind the same digit. */
export function regroupTrn(text: string, caret: number): { text: string; caret: number } {
  const grouped = groupTrn(text);
  const before = extractDigits(text.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; seen < before && at < grouped.length; at += 1) if (/\d/.test(grouped[at] ?? '')) seen += 1;
  return { text: grouped, caret: at };
}
