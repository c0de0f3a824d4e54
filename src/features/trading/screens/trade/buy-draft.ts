import { deleteTabDraft, readTabDraft, saveTabDraft, type TabDraft } from '../../../../ui/drafts.ts';
import { pageUserId } from '../../../../ui/viewer-state.ts';
import { type AssetSymbol, isAssetSymbol } from '../../../assets/assets.ts';
import { isOffered, type Network } from '../../../assets/networks.ts';
import type { BuyForm } from './buy-form.ts';

const key = 'kept-buy';

export const saveBuyDraft = (form: Readonly<Record<string, unknown>>): void => saveTabDraft(key, form);

export const readBuyDraft = (): TabDraft => readTabDraft(key);

const lastKey = 'last-trade';

const lastFields = ['symbol', 'network', 'walletType', 'payee', 'senderWalletAddress'] as const;

export type LastChoice = { readonly symbol?: AssetSymbol; readonly network?: Network } & {
  readonly [field in (typeof lastFields)[number]]?: string;
};

/** Stores what was chosen in an order, for the next one in this browser. Signing out clears the storage. */
export function saveLastChoice(choice: LastChoice): void {
  try {
    localStorage.setItem(lastKey, JSON.stringify({ ...readLastChoice(), ...choice, userId: pageUserId() }));
  } catch {
    // Storage is unavailable: the next form starts empty.
  }
}

/** Reads what this user chose last. Empty if there is none, or for a coin or network that no longer exists. */
export function readLastChoice(): LastChoice {
  try {
    const stored = JSON.parse(localStorage.getItem(lastKey) ?? '{}') as Record<string, unknown>;
    const { symbol, network, userId } = stored;
    const isTrade = isAssetSymbol(String(symbol)) && isOffered(network as Network, symbol as AssetSymbol);
    if (!isTrade || !userId || userId !== pageUserId()) return {};
    return Object.fromEntries(lastFields.map((name) => [name, String(stored[name] ?? '')]));
  } catch {
    return {};
  }
}

/** The empty form with the coin and network of the last order. */
export function startBuy(empty: BuyForm): BuyForm {
  const { symbol = '', network = '' } = readLastChoice();
  return { ...empty, symbol, network };
}

/** Restores the draft. A coin named in the address, as by links of the dashboard, wins over another coin. */
export function restoreBuyDraft(empty: BuyForm): BuyForm {
  const known = Object.entries(readBuyDraft()).filter(([name]) => Object.hasOwn(empty, name));
  const form = { ...startBuy(empty), ...Object.fromEntries(known), another: false };
  const linked = new URLSearchParams(globalThis.location?.search).get('coin') ?? '';
  return isAssetSymbol(linked) && linked !== form.symbol ? { ...empty, amount: form.amount, symbol: linked } : form;
}

export const deleteBuyDraft = (): void => deleteTabDraft(key);
