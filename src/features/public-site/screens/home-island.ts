import { regroupField } from '../../../ui/amount-input.ts';
import { runWhileBusy } from '../../../ui/busy.ts';
import { setViewer, type Viewer } from '../../../ui/viewer-state.ts';

async function fetchPage(search = ''): Promise<Document> {
  const response = await fetch(location.pathname + search, { headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`the page was refused with ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Replaces changed `data-living` elements by those of the fresh page, except an element with focus. */
function replaceContent(fresh: Document): void {
  for (const shown of document.querySelectorAll<HTMLElement>('[data-living]')) {
    const next = fresh.querySelector(`[data-living="${shown.dataset['living']}"]`);
    if (next && !next.isEqualNode(shown) && !shown.contains(document.activeElement)) shown.replaceWith(next);
  }
  setViewer(fresh.documentElement.dataset as Viewer);
}

/** Calls `refresh` when the page becomes visible, and at each interval while visible [000 §4 Prices panel]. */
function refreshWhileVisible(intervalMs: number, refresh: () => void): void {
  const whenVisible = () => document.visibilityState === 'visible' && refresh();
  setInterval(whenVisible, intervalMs);
  document.addEventListener('visibilitychange', whenVisible);
  addEventListener('pageshow', ({ persisted }) => persisted && whenVisible());
}

/** Refresh interval while the page is visible [000 §4 Prices panel, §9]. */
const refreshIntervalMs = 15 * 60_000;

const loadPriceActions = () => import('./price-actions.ts');

/** True when prices are on the page. A failed request then keeps them, as each shows its time. */
const isFull = (home: HTMLElement): boolean => home.dataset['state'] === 'full';

const getForm = (home: HTMLElement) => home.querySelector<HTMLFormElement>('form[data-ask]');

function getQuery(home: HTMLElement): string {
  const form = getForm(home);
  if (!form) return '';
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(entries)}`;
}

async function refresh(home: HTMLElement): Promise<void> {
  const fresh = await fetchPage(getQuery(home)).catch(() => null);
  const state = fresh?.querySelector<HTMLElement>('.home')?.dataset['state'] ?? 'failed';
  if (state === 'failed' && isFull(home)) return;
  home.dataset['state'] = state;
  if (fresh) replaceContent(fresh);
}

const actions = {
  refresh: async (home) => (await loadPriceActions()).fetchLatestPrices().then(() => refresh(home)),
  test: async () => (await loadPriceActions()).testPrices(),
  read: refresh,
} satisfies Record<string, (home: HTMLElement) => Promise<void>>;
export type HomeAction = keyof typeof actions;

const isAction = (text: string | undefined): text is HomeAction => text !== undefined && Object.hasOwn(actions, text);

const unreachableText = "We couldn't reach our server. Check your connection and try again.";

function onClick(home: HTMLElement, button: HTMLButtonElement): void {
  const act = button.dataset['act'];
  const note = home.querySelector('.note');
  if (!isAction(act) || !note) return;
  note.textContent = '';
  runWhileBusy(button, () => actions[act](home)).catch(() => {
    note.textContent = unreachableText;
  });
}

const debounceMs = 350;

function startCalculator(home: HTMLElement, form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latestRequest = 0;
  const recalculate = async () => {
    clearTimeout(timer);
    latestRequest += 1;
    const ownRequest = latestRequest;
    const fresh = await fetchPage(getQuery(home)).catch(() => null);
    if (ownRequest !== latestRequest) return;
    if (fresh) return replaceContent(fresh);
    const problem = home.querySelector('#pay-problem');
    if (problem) Object.assign(problem, { className: 'err', textContent: unreachableText });
  };
  const pay = form.querySelector('input');
  let before = pay?.value;
  form.addEventListener('input', ({ target }) => {
    if (pay && target === pay) {
      regroupField(pay, { before, mark: 'J$' });
      before = pay.value;
    }
    clearTimeout(timer);
    timer = setTimeout(recalculate, debounceMs);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void recalculate();
  });
  // The visitor may have typed before this script ran.
  if (pay && pay.value !== pay.defaultValue) void recalculate();
}

export default function startHome(home: HTMLElement): void {
  const form = getForm(home);
  if (form) startCalculator(home, form);
  home.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) onClick(home, button);
  });
  refreshWhileVisible(refreshIntervalMs, () => void refresh(home));
}
