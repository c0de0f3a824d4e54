import { whileBusy } from '../../../ui/busy.ts';
import { readPage, takeOver, whileLookedAt } from './read-again.ts';

/** Prices are read again this often while the page is looked at [000 §4]. */
const readEvery = 15 * 60_000;

/** What the buttons do needs words and toasts, which are fetched with the first press. */
const priceActs = () => import('./price-acts.ts');

/** Whether the page shows prices. Those that were shown stay when a later reading fails: each says when it is from. */
const isFull = (home: HTMLElement): boolean => home.dataset['state'] === 'full';

async function read(home: HTMLElement): Promise<void> {
  const fresh = await readPage().catch(() => null);
  const state = fresh?.querySelector<HTMLElement>('.home')?.dataset['state'] ?? 'failed';
  if (state === 'failed' && isFull(home)) return;
  home.dataset['state'] = state;
  if (fresh) takeOver(fresh);
}

const acts = {
  refresh: async (home) => (await priceActs()).fetchLatestPrices().then(() => read(home)),
  test: async () => (await priceActs()).testPrices(),
  read,
} satisfies Record<string, (home: HTMLElement) => Promise<void>>;
export type HomeAct = keyof typeof acts;

const isAct = (text: string | undefined): text is HomeAct => text !== undefined && Object.hasOwn(acts, text);

function onClick(home: HTMLElement, button: HTMLButtonElement): void {
  const act = button.dataset['act'];
  const note = home.querySelector('.note');
  if (!isAct(act) || !note) return;
  note.textContent = '';
  whileBusy(button, () => acts[act](home)).catch(() => {
    note.textContent = 'We could not reach the server. Check your connection and try again.';
  });
}

/** Makes the home page live: its prices follow the market, its buttons work. */
export default function startHome(home: HTMLElement): void {
  home.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) onClick(home, button);
  });
  whileLookedAt(readEvery, () => void read(home));
}
