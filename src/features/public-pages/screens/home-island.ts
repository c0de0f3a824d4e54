import { regroupField } from '../../../ui/amount-text.ts';
import { whileBusy } from '../../../ui/busy.ts';
import { readPage, takeOver, whileLookedAt } from './read-again.ts';

/** Prices are read again this often while the home page is looked at [000 §4 Prices panel, §9]. */
const readEvery = 15 * 60_000;

/** What the buttons do needs words and toasts, which are fetched with the first press. */
const priceActs = () => import('./price-acts.ts');

/** Whether the page shows prices. Those that were shown stay when a later reading fails: each says when it is from. */
const isFull = (home: HTMLElement): boolean => home.dataset['state'] === 'full';

const formOf = (home: HTMLElement) => home.querySelector<HTMLFormElement>('form[data-ask]');

/** What its form asks, as its address says it. */
function searchOf(home: HTMLElement): string {
  const form = formOf(home);
  if (!form) return '';
  const asked = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(asked)}`;
}

async function read(home: HTMLElement): Promise<void> {
  const fresh = await readPage(searchOf(home)).catch(() => null);
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

const lost = 'We could not reach the server. Check your connection and try again.';

function onClick(home: HTMLElement, button: HTMLButtonElement): void {
  const act = button.dataset['act'];
  const note = home.querySelector('.note');
  if (!isAct(act) || !note) return;
  note.textContent = '';
  whileBusy(button, () => acts[act](home)).catch(() => {
    note.textContent = lost;
  });
}

/** What is typed is worked out after a short rest, ms. */
const rest = 350;

/** The server works out what is typed; of several answers under way the newest question's counts. */
function startAsking(home: HTMLElement, form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  const ask = async () => {
    clearTimeout(timer);
    newest += 1;
    const mine = newest;
    const fresh = await readPage(searchOf(home)).catch(() => null);
    if (mine !== newest) return;
    if (fresh) return takeOver(fresh);
    const problem = home.querySelector('#pay-problem');
    if (problem) Object.assign(problem, { className: 'err', textContent: lost });
  };
  const pay = form.querySelector('input');
  let before = pay?.value;
  form.addEventListener('input', ({ target }) => {
    if (pay && target === pay) {
      regroupField(pay, { before, mark: 'J$' });
      before = pay.value;
    }
    clearTimeout(timer);
    timer = setTimeout(ask, rest);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
}

/** Makes the home page live: its prices follow the market, its buttons work, its example is of whatever is typed. */
export default function startHome(home: HTMLElement): void {
  const form = formOf(home);
  if (form) startAsking(home, form);
  home.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) onClick(home, button);
  });
  whileLookedAt(readEvery, () => void read(home));
}
