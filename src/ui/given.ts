/** What the server gave with the page for its first screen (`platform/given.ts` writes it). */
type GivenAnswer = { readonly path: readonly string[]; readonly input: unknown; readonly answer: unknown };

const answer = () => document.getElementById('given-answer');

/** Whether the page came with a text, and its screen does not stand yet. */
export const hasGiven = (): boolean => answer() !== null;

let text: string | null = null;

/** The drawn text that the page came with; null where it came with none, and at the build. */
export function givenText(): string | null {
  if (typeof document === 'undefined') return null;
  if (text === null && hasGiven()) text = document.getElementById('given')?.innerHTML ?? null;
  return text;
}

/** The first question's answer, which the page came with; null where it came with none. */
export function readGiven(): GivenAnswer | null {
  const found = answer()?.textContent;
  return found ? (JSON.parse(found) as GivenAnswer) : null;
}

/** The button that was pressed in the text that the page came with, by its name. */
let pressed: string | null = null;

/**
 * Once the screen stands: it has a title of its own, and its question is asked like any other from now on. A button
 * that was pressed meanwhile is pressed when all of the page is at work, what tells of refusals too.
 */
export function clearGiven(): void {
  for (const element of document.querySelectorAll('[data-given]')) element.remove();
  const name = pressed;
  pressed = null;
  if (name !== null) queueMicrotask(() => sameButton(name)?.click());
}

/** What was typed into the text that the page came with, by the names of its fields. */
let typed: Readonly<Record<string, string>> = {};

type Typed = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether somebody changed this field. One of a group of choices counts where it was chosen. */
function isChanged(field: Typed): boolean {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected && field.value !== '';
  if (field.type === 'radio') return (field as HTMLInputElement).checked && !(field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}

const nameOf = (button: HTMLElement): string => `${button.ariaLabel ?? ''} ${button.textContent.trim()}`;

/** The same button in the screen that stands there now. */
const sameButton = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main button')].find((button) => nameOf(button) === name);

/**
 * The text gives way to its screen. What was typed into it waits for whoever draws the same fields; the focus goes on
 * where it was, and what was pressed waits until somebody answers.
 */
export function handOver(): void {
  const given = document.getElementById('given');
  if (!given || !hasGiven()) return;
  const fields = [...given.querySelectorAll<Typed>('[name]')].filter(isChanged);
  typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const held = given.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const caret = held instanceof HTMLInputElement ? [held.selectionStart, held.selectionEnd] : [];
  const button = given.querySelector<HTMLElement>('[data-pressed]');
  pressed = button && nameOf(button);
  queueMicrotask(() => {
    const now = held?.id ? document.getElementById(held.id) : null;
    now?.focus({ preventScroll: true });
    if (now instanceof HTMLInputElement && caret[0] != null) now.setSelectionRange(caret[0], caret[1] ?? caret[0]);
  });
}

/** What was typed before this screen was there, once: by the names of its fields. */
export function takeTyped(): Readonly<Record<string, string>> {
  const taken = typed;
  typed = {};
  return taken;
}
