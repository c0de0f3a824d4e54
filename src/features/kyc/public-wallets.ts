import type { Db } from '../../platform/database/database.ts';
import type { Network } from '../assets/networks.ts';
import { getSameKeyAddresses } from '../assets/same-key.ts';
import { equivalentIndicators, parseWallet } from '../scam-reports/indicators/wallet.ts';
import { findKnown, loadActiveVersions } from '../scam-reports/lookup-store.ts';
import { findListedEntries, loadSanctionsIndex } from '../screening/screen-wallet.ts';
import { getComparableAddress } from '../screening/wallet-address.ts';

type Wallet = { readonly network: Network; readonly address: string; readonly tag: string | null };

/** Returns the wallets on sanctions lists or in published warnings. Unrelated customers send to such wallets. */
export async function findPublicWallets<T extends Wallet>(tx: Db, wallets: readonly T[]): Promise<ReadonlySet<T>> {
  if (wallets.length === 0) return new Set();
  const index = await loadSanctionsIndex(tx, (await loadActiveVersions(tx)).lists);
  const isListed = ({ address }: T) =>
    [address, ...getSameKeyAddresses(address)].some(
      (form) => findListedEntries(index, getComparableAddress(form)).length > 0,
    );
  const candidates = wallets.flatMap((wallet) =>
    [wallet.address, ...(wallet.tag === null ? [] : [`${wallet.address}?dt=${wallet.tag}`])]
      .flatMap((text) => parseWallet(text, wallet.network) ?? [])
      .flatMap(equivalentIndicators)
      .map((indicator) => ({ wallet, indicator })),
  );
  const found = await findKnown(
    tx,
    candidates.map(({ indicator }) => indicator),
  );
  const published = new Set(candidates.flatMap(({ wallet }, at) => (found[at]?.shown === 'published' ? [wallet] : [])));
  return new Set(wallets.filter((wallet) => published.has(wallet) || isListed(wallet)));
}
