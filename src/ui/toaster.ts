import { beforeAnew } from '../kernel/before-anew.ts';

/** What one toast says. */
export type Toast = { kind: 'success' | 'error' | 'info'; title: string; text?: string; next?: NextStep };
/** Where to go on, as a link of our own site; `back`: from there one comes back to this page. */
export type NextStep = { readonly name: string; readonly to: string; readonly back?: true };

function wayTo({ to, back }: NextStep): string {
  const { pathname, search, hash } = location;
  return back ? `${to}?next=${encodeURIComponent(pathname + search + hash)}` : to;
}

const ring = 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0';
const icons = {
  success: `${ring}M9 12l2 2 4-4`,
  error: `${ring}M12 8v4M12 16h.01`,
  info: `${ring}M12 16v-4M12 8h.01`,
  close: 'M18 6 6 18M6 6l12 12',
};
/** Milliseconds on screen, while nobody points at it and the page is looked at. Errors stay longer. */
const stays = { success: 6000, error: 12_000, info: 8000 };

/** Milliseconds in which nobody can have read a toast. */
export const unread = 2_500;

/** Those on screen, the oldest first. */
const shown: HTMLElement[] = [];

/** On a phone the button that comes next is at the bottom: there little is said at once, and at the top. */
const room = () => (window.matchMedia('(max-width: 639px)').matches ? 2 : 4);

function drawn<K extends keyof HTMLElementTagNameMap>(tag: K, marks: object, ...inside: (string | Node)[]) {
  const element = Object.assign(document.createElement(tag), marks);
  element.append(...inside);
  return element;
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  const marks = { class: 'ic', viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(marks)) svg.setAttribute(name, value);
  svg.append(line);
  return svg;
}

let box: HTMLElement | null = null;

/** Puts the toasts into the dialog on top while there is one: outside of it nothing can be read or operated. */
function place(): void {
  const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (box && box.parentNode !== home) home.append(box);
}

/** Stands in the page before anything is said, so that whoever listens to the page hears what comes into it. */
export function standReady(): void {
  if (box) return;
  box = drawn('section', { className: 'toasts', ariaLabel: 'Messages', ariaLive: 'polite' });
  place();
  document.addEventListener('close', place, true);
  // A dialog may leave with its whole screen, or open over what was just said: its toasts do not leave with it, and
  // none stays behind it.
  const moved = (changes: MutationRecord[]) => {
    if (!box?.isConnected || changes.some(({ type }) => type === 'attributes')) place();
  };
  new MutationObserver(moved).observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
}

function remove(card: HTMLElement): void {
  card.remove();
  const at = shown.indexOf(card);
  if (at >= 0) shown.splice(at, 1);
}

function removeLater(card: HTMLElement, stay: number): void {
  let timer = 0;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = window.setTimeout(() => (document.hidden ? start() : remove(card)), stay);
  };
  for (const event of ['pointerenter', 'focusin']) card.addEventListener(event, stop);
  for (const event of ['pointerleave', 'focusout']) card.addEventListener(event, start);
  start();
}

/**
 * What went wrong is over once something worked, or once the same is said with other words: it would stand there as if
 * it still held. What was said just now was not read yet and stays.
 */
const isOver = (older: HTMLElement, { kind, title }: Pick<Toast, 'kind' | 'title'>): boolean =>
  older.classList.contains('bad') &&
  Date.now() - Number(older.dataset['said']) > unread &&
  (kind === 'success' || older.querySelector('b')?.textContent === title);

/** Draws one. Said again in the same words, it takes the place of the older one. */
export function draw({ kind, title, text, next }: Toast): void {
  standReady();
  place();
  const bad = kind === 'error';
  const close = drawn('button', { type: 'button', className: 'x', ariaLabel: 'Close' }, icon(icons.close));
  const words = drawn('div', {}, drawn('b', {}, title), ...(text ? [drawn('p', {}, text)] : []));
  if (next) {
    const way = drawn('a', { className: 'link', href: wayTo(next) }, next.name);
    // Whoever comes back finds what they typed.
    if (next.back) way.addEventListener('click', () => dispatchEvent(new Event(beforeAnew)));
    words.append(way);
  }
  const marks = { className: bad ? 'toast bad' : 'toast', role: bad ? 'alert' : 'status' };
  const card = drawn('div', marks, icon(icons[kind]), words, close);
  close.addEventListener('click', () => remove(card));
  for (const older of shown.filter(({ textContent }) => textContent === card.textContent)) remove(older);
  for (const older of shown.filter((one) => isOver(one, { kind, title }))) remove(older);
  for (const older of shown.slice(0, Math.max(0, shown.length + 1 - room()))) remove(older);
  card.dataset['said'] = String(Date.now());
  shown.push(card);
  box?.append(card);
  // What leads on stays until it was taken, or closed.
  if (!next) removeLater(card, stays[kind]);
}
