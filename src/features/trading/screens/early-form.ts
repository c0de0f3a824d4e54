import { beforeAnew } from '../../../kernel/before-anew.ts';
import { regroupField } from '../../../ui/amount-text.ts';
import { isAssetSymbol } from '../../coins/assets.ts';
import { assetNetworks, isNetwork } from '../../coins/networks.ts';
import { coinsShort } from './trade/figures-text.ts';
import { keepBuy, readKept } from './trade/kept-buy.ts';
import { whereFrom } from './trade/where-from.ts';

/**
 * The buy form until its screen is there: it stands in the page as the server sends it (`trading-page.ts`), and this
 * script stands in the page too. On a slow line the screen comes seconds later; meanwhile amounts are grouped, a crypto
 * brings its networks, and a price is asked for. What is typed, where somebody is, and what they pressed is taken over
 * by the screen (`ui/given.ts`). It knows no more than that: whatever it lacks comes with the screen.
 */

/** After the last key stroke, before a price is asked for: as the screen waits. */
const settles = 400;

const given = document.getElementById('given');
const form = given?.querySelector('form');

type Named = HTMLInputElement | HTMLSelectElement;
const named = (name: string): Named | null => form?.querySelector<Named>(`[name="${name}"]`) ?? null;
const said = (name: string): string => named(name)?.value ?? '';
const put = (place: Element | null | undefined, text: string): void => {
  if (place) place.textContent = text;
};

/** Another crypto clears the network [001 §4 Crypto selection] and brings its own. */
function offerNetworks(symbol: string): void {
  const select = named('network');
  if (!(select instanceof HTMLSelectElement)) return;
  const known = isAssetSymbol(symbol) ? assetNetworks[symbol] : [];
  const empty = new Option(known.length > 0 ? 'Choose' : 'Choose a crypto first', '');
  select.replaceChildren(empty, ...known.map(({ network, label }) => new Option(label, network)));
}

/** What to do about the address, which is checked for a network. */
function sayWhere(network: string): void {
  put(document.getElementById('buy-walletAddress-hint'), whereFrom(isNetwork(network) ? network : ''));
}

const received = (): HTMLInputElement | null => form?.querySelector<HTMLInputElement>('#buy-receive') ?? null;

/** What the newest price was asked for with: an answer to anything else is not shown. */
let asked = '';
let timer: ReturnType<typeof setTimeout> | undefined;

async function price(body: string): Promise<void> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const answer = await fetch('/api/rpc/trading/quoteBuy', sent).catch(() => null);
  // Why there is none is said by the screen, which asks again.
  if (!answer?.ok) return;
  const { json } = (await answer.json()) as { json: { coins: string } };
  const shown = received();
  if (shown && asked === body) shown.value = coinsShort(json.coins);
}

function askSoon(): void {
  const [symbol, currency, amount] = [said('symbol'), said('currency'), said('amount')];
  const shown = received();
  asked = JSON.stringify({ json: { symbol, currency, amount, network: said('network') || null } });
  if (shown) shown.value = '';
  clearTimeout(timer);
  if (symbol !== '' && amount.trim() !== '') timer = setTimeout(() => void price(asked), settles);
}

let amount = '';
/** What follows at once from a field that was changed. */
const follows: Readonly<Record<string, (field: Named) => void>> = {
  symbol: ({ value }) => {
    offerNetworks(value);
    sayWhere('');
    put(received()?.parentElement?.querySelector('.unit'), value);
    put(form?.querySelector('label[for="buy-walletAddress"]'), value ? `Your ${value} address` : 'Your wallet address');
    askSoon();
  },
  currency: ({ value }) => {
    put(named('amount')?.parentElement?.querySelector('.pre'), value === 'JMD' ? 'J$' : 'US$');
    askSoon();
  },
  amount: (field) => {
    const mark = field.parentElement?.querySelector('.pre')?.textContent;
    if (field instanceof HTMLInputElement) regroupField(field, { before: amount, mark });
    amount = field.value;
    askSoon();
  },
  network: ({ value }) => {
    sayWhere(value);
    askSoon();
  },
};

/** A button that only the screen can answer is at work until it is there, and answered then. */
function remember({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || button.dataset['pressed'] !== undefined) return;
  for (const other of given?.querySelectorAll<HTMLElement>('[data-pressed]') ?? []) {
    delete other.dataset['pressed'];
    other.removeAttribute('aria-busy');
    other.querySelector('.spin')?.remove();
  }
  button.dataset['pressed'] = '';
  button.setAttribute('aria-busy', 'true');
  if (!button.matches('.btn:not(.icon)')) return;
  const turning = document.createElement('span');
  turning.className = 'spin';
  turning.ariaHidden = 'true';
  button.prepend(turning);
}

given?.addEventListener('click', remember);
form?.addEventListener('submit', (event) => event.preventDefault());
form?.addEventListener('input', ({ target }) => {
  const field = target as Named;
  follows[field.name]?.(field);
});

/** What the screen would begin with: an order that was kept while a lesson was read, or a session ended. */
function putKept(field: Named, value: string): void {
  field.value = value;
  follows[field.name]?.(field);
  // As if the page had come with it: what the screen is told of is what is typed from here on.
  if (field instanceof HTMLInputElement) field.defaultValue = field.value;
  else for (const option of field.options) option.defaultSelected = option.selected;
}

const kept = readKept();
for (const name of ['symbol', 'currency', 'amount', 'network', 'walletAddress']) {
  const [field, value] = [named(name), kept[name]];
  if (field && typeof value === 'string' && value !== '') putKept(field, value);
}

addEventListener(beforeAnew, () => {
  if (form?.isConnected) keepBuy(Object.fromEntries(new FormData(form)));
});
