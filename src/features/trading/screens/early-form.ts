import { beforeReloadEvent } from '../../../kernel/reload-event.ts';
import { regroupField } from '../../../ui/amount-input.ts';
import { isAssetSymbol } from '../../assets/assets.ts';
import { assetNetworks, isNetwork } from '../../assets/networks.ts';
import { getAddressHint } from './trade/address-hint.ts';
import { readBuyDraft, saveBuyDraft } from './trade/buy-draft.ts';
import { coinsShort } from './trade/figures-text.ts';
import { readLastChoice } from './trade/last-choice.ts';

/** Operates the prerendered buy form until React replaces it (`ui/preloaded-page.ts`). */

const debounceMs = 400;

const preloaded = document.getElementById('preloaded');
const form = preloaded?.querySelector('form');

type FormControl = HTMLInputElement | HTMLSelectElement;
const getField = (name: string): FormControl | null => form?.querySelector<FormControl>(`[name="${name}"]`) ?? null;
const getValue = (name: string): string => getField(name)?.value ?? '';
const setText = (element: Element | null | undefined, text: string): void => {
  if (element) element.textContent = text;
};

/** Replaces the network options when the customer chooses a crypto [001 §4 Crypto selection]. */
function showNetworks(symbol: string): void {
  const select = getField('network');
  if (!(select instanceof HTMLSelectElement)) return;
  const options = isAssetSymbol(symbol) ? assetNetworks[symbol] : [];
  const empty = new Option(options.length > 0 ? 'Choose' : 'Choose a crypto first', '');
  select.replaceChildren(empty, ...options.map(({ network, label }) => new Option(label, network)));
}

function showAddressHint(network: string): void {
  setText(document.getElementById('buy-walletAddress-hint'), getAddressHint(isNetwork(network) ? network : ''));
}

const getReceivedField = (): HTMLInputElement | null => form?.querySelector<HTMLInputElement>('#buy-receive') ?? null;

let pendingInput = '';
let timer: ReturnType<typeof setTimeout> | undefined;

async function loadPrice(body: string): Promise<void> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const answer = await fetch('/api/rpc/trading/quoteBuy', sent).catch(() => null);
  if (!answer?.ok) return;
  const { json } = (await answer.json()) as { json: { coins: string } };
  const shown = getReceivedField();
  if (shown && pendingInput === body) shown.value = coinsShort(json.coins);
}

function requestPriceSoon(): void {
  const [symbol, currency, amount] = [getValue('symbol'), getValue('currency'), getValue('amount')];
  const shown = getReceivedField();
  pendingInput = JSON.stringify({ json: { symbol, currency, amount, network: getValue('network') || null } });
  if (shown) shown.value = '';
  clearTimeout(timer);
  if (symbol !== '' && amount.trim() !== '') timer = setTimeout(() => void loadPrice(pendingInput), debounceMs);
}

let amount = '';
const handlers: Readonly<Record<string, (field: FormControl) => void>> = {
  symbol: ({ value }) => {
    showNetworks(value);
    showAddressHint('');
    setText(getReceivedField()?.parentElement?.querySelector('.unit'), value);
    setText(
      form?.querySelector('label[for="buy-walletAddress"]'),
      value ? `Your ${value} address` : 'Your wallet address',
    );
    requestPriceSoon();
  },
  currency: ({ value }) => {
    setText(getField('amount')?.parentElement?.querySelector('.pre'), value === 'JMD' ? 'J$' : 'US$');
    requestPriceSoon();
  },
  amount: (field) => {
    const symbol = field.parentElement?.querySelector('.pre')?.textContent;
    if (field instanceof HTMLInputElement) regroupField(field, { before: amount, mark: symbol });
    amount = field.value;
    requestPriceSoon();
  },
  network: ({ value }) => {
    showAddressHint(value);
    requestPriceSoon();
  },
};

function markPressed({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || button.dataset['pressed'] !== undefined) return;
  for (const pressed of preloaded?.querySelectorAll<HTMLElement>('[data-pressed]') ?? []) {
    delete pressed.dataset['pressed'];
    pressed.removeAttribute('aria-busy');
    pressed.querySelector('.spin')?.remove();
  }
  button.dataset['pressed'] = '';
  button.setAttribute('aria-busy', 'true');
  if (!button.matches('.btn:not(.icon)')) return;
  const spinner = document.createElement('span');
  spinner.className = 'spin';
  spinner.ariaHidden = 'true';
  button.prepend(spinner);
}

preloaded?.addEventListener('click', markPressed);
form?.addEventListener('submit', (event) => event.preventDefault());
form?.addEventListener('input', ({ target }) => {
  const field = target as FormControl;
  handlers[field.name]?.(field);
});

function restoreField(field: FormControl, value: string): void {
  field.value = value;
  handlers[field.name]?.(field);
  // Restored values become the defaults, so that only later typing counts as input.
  if (field instanceof HTMLInputElement) field.defaultValue = field.value;
  else for (const option of field.options) option.defaultSelected = option.selected;
}

/** False when the customer used the field before this script ran. */
function isUntouched(field: FormControl): boolean {
  if (field instanceof HTMLInputElement) return field.value === field.defaultValue;
  return (
    field.selectedIndex ===
    Math.max(
      0,
      [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
    )
  );
}

const draft: Readonly<Record<string, unknown>> = { ...readLastChoice(), ...readBuyDraft() };
for (const name of ['symbol', 'currency', 'amount', 'network', 'walletAddress']) {
  const [field, value] = [getField(name), draft[name]];
  if (field && !isUntouched(field)) handlers[name]?.(field);
  else if (field && typeof value === 'string' && value !== '') restoreField(field, value);
}

addEventListener(beforeReloadEvent, () => {
  if (form?.isConnected) saveBuyDraft(Object.fromEntries(new FormData(form)));
});
