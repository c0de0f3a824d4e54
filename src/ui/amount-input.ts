import { groupThousands } from './number-format.ts';

const stripCommas = (text: string): string => text.replaceAll(',', '');
const isGrouped = (text: string): boolean => text === stripCommas(text) || text === groupThousands(stripCommas(text));
const lengthWithoutCommas = (text: string): number => stripCommas(text).length;

function findReplacement(before: string, text: string): { readonly removed: string; readonly inserted: string } {
  let start = 0;
  while (start < Math.min(before.length, text.length) && before[start] === text[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, text.length) - start && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  return { removed: before.slice(start, before.length - end), inserted: text.slice(start, text.length - end) };
}

/** True if the text has commas that our grouping did not insert. */
function hasTypedCommas(text: string, before: string): boolean {
  const { removed, inserted } = findReplacement(before, text);
  return inserted.includes(',') || (removed.length > 1 && inserted !== '' && !isGrouped(text)) || !isGrouped(before);
}

/** Groups thousands while typing and keeps the caret. Leaves typed commas alone, because `1,5` may mean 1.5. */
export function regroupAmount(text: string, { before, caret }: { before: string; caret: number }) {
  if (hasTypedCommas(text, before) || !/^(0|[1-9]\d*)?(\.\d*)?$/.test(stripCommas(text))) return { text, caret };
  const regrouped = groupThousands(stripCommas(text));
  const digitsBefore = lengthWithoutCommas(text.slice(0, caret));
  let position = 0;
  while (lengthWithoutCommas(regrouped.slice(0, position)) < digitsBefore) position += 1;
  return { text: regrouped, caret: position };
}

/** Removes the field's currency mark from pasted text. Another currency stays and fails validation. */
export function stripCurrencyMark(text: string, mark: string): string {
  const start = text.trimStart();
  return mark !== '' && start.toUpperCase().startsWith(mark.toUpperCase()) ? start.slice(mark.length).trim() : text;
}

export function regroupField(field: HTMLInputElement, { before, mark }: { before: unknown; mark: unknown }): void {
  const previous = typeof before === 'string' ? before : '';
  const amount = stripCurrencyMark(field.value, typeof mark === 'string' ? mark : '');
  const caret = Math.max(0, (field.selectionStart ?? field.value.length) - (field.value.length - amount.length));
  const result = regroupAmount(amount, { before: previous, caret });
  if (result.text === field.value) return;
  field.value = result.text;
  field.setSelectionRange(result.caret, result.caret);
}
