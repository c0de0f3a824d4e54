/** Result of a query that `platform/pages/preloaded-page.ts` embeds in the page. */
export type PreloadedAnswer = { readonly path: readonly string[]; readonly input: unknown; readonly answer: unknown };

const getAnswerElement = () => document.getElementById('preloaded-answers');

/** True from page load until the screen has rendered. */
export const isPreloaded = (): boolean => getAnswerElement() !== null;

let preloadedHtml: string | null = null;

/** Preloaded HTML of the page. Null if there is none, and at build time. */
export function readPreloadedHtml(): string | null {
  if (typeof document === 'undefined') return null;
  if (preloadedHtml === null && isPreloaded()) preloadedHtml = document.getElementById('preloaded')?.innerHTML ?? null;
  return preloadedHtml;
}

function readValue(_: string, value: { $date?: string; $bigint?: string } | null): unknown {
  if (value?.$bigint !== undefined) return BigInt(value.$bigint);
  return value?.$date === undefined ? value : new Date(value.$date);
}

export const readPreloadedAnswers = (): readonly PreloadedAnswer[] =>
  JSON.parse(getAnswerElement()?.textContent || '[]', readValue) as PreloadedAnswer[];

let pressedButton: string | null = null;

/** Removes the preloaded data and replays an early button press. Called when the screen has rendered. */
export function clearPreloaded(): void {
  for (const element of document.querySelectorAll('[data-preloaded]')) element.remove();
  const name = pressedButton;
  pressedButton = null;
  if (name !== null) queueMicrotask(() => findButton(name)?.click());
}

let earlyInput: Readonly<Record<string, string>> = {};

type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** True if the user changed the field. A radio button is changed only if it is newly selected. */
function isChanged(field: FormControl): boolean {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected && field.value !== '';
  if (field.type === 'radio') return (field as HTMLInputElement).checked && !(field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}

const getButtonName = (button: HTMLElement): string => `${button.ariaLabel ?? ''} ${button.textContent.trim()}`;

const findButton = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main button')].find((button) => getButtonName(button) === name);

/** Moves input, focus and a pending button press from the preloaded HTML to the screen. */
export function restoreTypedValues(): void {
  const preloaded = document.getElementById('preloaded');
  if (!preloaded || !isPreloaded()) return;
  const fields = [...preloaded.querySelectorAll<FormControl>('[name]')].filter(isChanged);
  earlyInput = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const focused = preloaded.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const top = focused?.getBoundingClientRect().top ?? 0;
  const caret = focused instanceof HTMLInputElement ? [focused.selectionStart, focused.selectionEnd] : [];
  const button = preloaded.querySelector<HTMLElement>('[data-pressed]');
  pressedButton = button && getButtonName(button);
  queueMicrotask(() => {
    const target = focused?.id ? document.getElementById(focused.id) : null;
    target?.focus({ preventScroll: true });
    // The screen may be taller above the field. The field stays where the user types.
    if (target) scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
    if (target instanceof HTMLInputElement && caret[0] != null)
      target.setSelectionRange(caret[0], caret[1] ?? caret[0]);
  });
}

/** Returns early input by field name, once. */
export function takeEarlyInput(): Readonly<Record<string, string>> {
  const input = earlyInput;
  earlyInput = {};
  return input;
}
