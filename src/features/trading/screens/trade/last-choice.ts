import { pageUserId } from '../../../../ui/viewer-state.ts';
import { type AssetSymbol, isAssetSymbol } from '../../../assets/assets.ts';
import { isOffered, type Network } from '../../../assets/networks.ts';

const storageKey = 'last-trade';

const lastFields = ['symbol', 'network', 'walletType', 'payee', 'senderWalletAddress'] as const;

export type LastChoice = { readonly symbol?: AssetSymbol; readonly network?: Network } & {
  readonly [field in (typeof lastFields)[number]]?: string;
};

/** Stores what was chosen in an order, for the next one in this browser. Signing out clears the storage. */
export function saveLastChoice(choice: LastChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readLastChoice(), ...choice, userId: pageUserId() }));
  } catch {
    // Storage is unavailable: the next form starts empty.
  }
}

/** Reads what this user chose last. Empty if there is none, or for a coin or network that no longer exists. */
export function readLastChoice(): LastChoice {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    const { symbol, network, userId } = stored;
    const isTradable = isAssetSymbol(String(symbol)) && isOffered(network as Network, symbol as AssetSymbol);
    if (!isTradable || !userId || userId !== pageUserId()) return {};
    return Object.fromEntries(lastFields.map((name) => [name, String(stored[name] ?? '')]));
  } catch {
    return {};
  }
}
