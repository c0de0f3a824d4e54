import { grouped } from './figures.ts';

const plain = (text: string): string => text.replaceAll(',', '');
const isGrouped = (text: string): boolean => text === plain(text) || text === grouped(plain(text));
const commas = (text: string): number => text.split(',').length;
const signsIn = (text: string): number => plain(text).length;

/**
 * An amount while it is typed, its thousands grouped and the caret behind the same sign as before. A comma that
 * somebody typed themselves is left where it is: `1,5` may mean 1.5, and must not turn into 15. Pure.
 */
export function regroupedAmount(text: string, { before, caret }: { before: string; caret: number }) {
  const own = commas(text) > commas(before) || !isGrouped(before);
  if (own || !/^\d*(\.\d*)?$/.test(plain(text))) return { text, caret };
  const apart = grouped(plain(text));
  const signs = signsIn(text.slice(0, caret));
  let at = 0;
  while (signsIn(apart.slice(0, at)) < signs) at += 1;
  return { text: apart, caret: at };
}

/** Groups what is typed in a field before anybody reads it; `before` is what stood there. */
export function regroupField(field: HTMLInputElement, before: unknown): void {
  const was = typeof before === 'string' ? before : '';
  const typed = regroupedAmount(field.value, { before: was, caret: field.selectionStart ?? field.value.length });
  if (typed.text === field.value) return;
  field.value = typed.text;
  field.setSelectionRange(typed.caret, typed.caret);
}
