import { beforeReloadEvent } from '../kernel/reload-event.ts';

export type Toast = { kind: 'success' | 'error' | 'info'; title: string; text?: string; next?: NextStep };
/** Link to a page of ours. `back` returns to the current page afterwards. */
export type NextStep = { readonly name: string; readonly to: string; readonly back?: true };

function getStepUrl({ to, back }: NextStep): string {
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
/** Display times, ms. Paused on hover and focus, and in hidden tabs. */
const durationsMs = { success: 6000, error: 12_000, info: 8000 };

/** Time during which a new toast counts as unread, ms. */
export const unreadMs = 2_500;

const visibleToasts: HTMLElement[] = [];

/** Phones have space for two toasts. */
const getMaxToasts = () => (window.matchMedia('(max-width: 639px)').matches ? 2 : 4);

function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: object,
  ...inside: (string | Node)[]
) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...inside);
  return element;
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const pathElement = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  pathElement.setAttribute('d', path);
  const attributes = { class: 'ic', viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  svg.append(pathElement);
  return svg;
}

let container: HTMLElement | null = null;

/**
 * Moves toasts into the topmost dialog, because a modal dialog makes the rest of the page inert.
 * Read errors of the page below are removed: they do not belong to the dialog.
 */
function placeContainer(): void {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const parent = dialog ?? document.body;
  if (!container || container.parentNode === parent) return;
  if (dialog) for (const card of visibleToasts.filter(isReadError)) remove(card);
  parent.append(container);
}

/** Inserts the live region. Screen readers announce toasts only if the region exists before them. */
export function mountToaster(): void {
  if (container) return;
  container = createElement('section', { className: 'toasts', ariaLabel: 'Messages', ariaLive: 'polite' });
  placeContainer();
  document.addEventListener('close', placeContainer, true);
  // Moves toasts when a dialog opens, closes or disappears with its screen.
  const onMutation = (changes: MutationRecord[]) => {
    if (!container?.isConnected || changes.some(({ type }) => type === 'attributes')) placeContainer();
  };
  new MutationObserver(onMutation).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['open'],
  });
}

function remove(card: HTMLElement): void {
  card.remove();
  const at = visibleToasts.indexOf(card);
  if (at >= 0) visibleToasts.splice(at, 1);
}

function removeLater(card: HTMLElement, durationMs: number): void {
  let timer = 0;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = window.setTimeout(() => (document.hidden ? start() : remove(card)), durationMs);
  };
  for (const event of ['pointerenter', 'focusin']) card.addEventListener(event, stop);
  for (const event of ['pointerleave', 'focusout']) card.addEventListener(event, start);
  start();
}

const isReadError = (card: HTMLElement): boolean =>
  card.classList.contains('bad') && Date.now() - Number(card.dataset['shownAt']) > unreadMs;

/** True for a read error toast if the new toast is a success or has the same title. */
const isOutdated = (older: HTMLElement, { kind, title }: Pick<Toast, 'kind' | 'title'>): boolean =>
  isReadError(older) && (kind === 'success' || older.querySelector('b')?.textContent === title);

/** Shows a toast and removes identical and outdated ones. */
export function renderToast({ kind, title, text, next }: Toast): void {
  mountToaster();
  placeContainer();
  const isError = kind === 'error';
  const close = createElement('button', { type: 'button', className: 'x', ariaLabel: 'Close' }, icon(icons.close));
  const body = createElement('div', {}, createElement('b', {}, title), ...(text ? [createElement('p', {}, text)] : []));
  if (next) {
    const link = createElement('a', { className: 'link', href: getStepUrl(next) }, next.name);
    // Forms save their drafts on this event.
    if (next.back) link.addEventListener('click', () => dispatchEvent(new Event(beforeReloadEvent)));
    body.append(link);
  }
  const attributes = { className: isError ? 'toast bad' : 'toast', role: isError ? 'alert' : 'status' };
  const card = createElement('div', attributes, icon(icons[kind]), body, close);
  close.addEventListener('click', () => remove(card));
  for (const older of visibleToasts.filter(({ textContent }) => textContent === card.textContent)) remove(older);
  for (const older of visibleToasts.filter((one) => isOutdated(one, { kind, title }))) remove(older);
  for (const older of visibleToasts.slice(0, Math.max(0, visibleToasts.length + 1 - getMaxToasts()))) remove(older);
  card.dataset['shownAt'] = String(Date.now());
  visibleToasts.push(card);
  container?.append(card);
  // A toast with a link stays until it is used or closed.
  if (!next) removeLater(card, durationsMs[kind]);
}
