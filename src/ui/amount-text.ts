import { grouped } from './figures.ts';

const plain = (text: string): string => text.replaceAll(',', '');
const isGrouped = (text: string): boolean => text === plain(text) || text === grouped(plain(text));
const signsIn = (text: string): number => plain(text).length;

/** Which piece of what stood there gave way to which. */
function replaced(before: string, text: string): { readonly gone: string; readonly come: string } {
  let start = 0;
  while (start < Math.min(before.length, text.length) && before[start] === text[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, text.length) - start && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  return { gone: before.slice(start, before.length - end), come: text.slice(start, text.length - end) };
}

/** Whether its commas are somebody's own: typed, pasted, or left where something else took the place of the rest. */
function hasOwnCommas(text: string, before: string): boolean {
  const { gone, come } = replaced(before, text);
  return come.includes(',') || (gone.length > 1 && come !== '' && !isGrouped(text)) || !isGrouped(before);
}

/**
 * An amount while it is typed, its thousands grouped and the caret behind the same sign as before. A comma that
 * somebody typed themselves is left where it is: `1,5` may mean 1.5, and must not turn into 15. Pure.
 */
export function regroupedAmount(text: string, { before, caret }: { before: string; caret: number }) {
  if (hasOwnCommas(text, before) || !/^(0|[1-9]\d*)?(\.\d*)?$/.test(plain(text))) return { text, caret };
  const apart = grouped(plain(text));
  const signs = signsIn(text.slice(0, caret));
  let at = 0;
  while (signsIn(apart.slice(0, at)) < signs) at += 1;
  return { text: apart, caret: at };
}

/** What is left of `J$25,000.00` where the field says `J$` already; another currency stays, to be asked about. Pure. */
export function withoutMark(text: string, mark: string): string {
  const start = text.trimStart();
  return mark !== '' && start.toUpperCase().startsWith(mark.toUpperCase()) ? start.slice(mark.length).trim() : text;
}

/** Groups what is typed in a field. `before`: what stood there; `mark`: what stands beside it. */
export function regroupField(field: HTMLInputElement, { before, mark }: { before: unknown; mark: unknown }): void {
  const was = typeof before === 'string' ? before : '';
  const bare = withoutMark(field.value, typeof mark === 'string' ? mark : '');
  const caret = Math.max(0, (field.selectionStart ?? field.value.length) - (field.value.length - bare.length));
  const typed = regroupedAmount(bare, { before: was, caret });
  if (typed.text === field.value) return;
  field.value = typed.text;
  field.setSelectionRange(typed.caret, typed.caret);
}
