import type { Db } from '../../../platform/database.ts';
import { checkAddress, mergeTags } from '../../coins/addresses.ts';
import type { Network } from '../../coins/networks.ts';
import { equivalentIndicators } from '../../scam-reports/indicators/equivalent-addresses.ts';
import type { Indicator } from '../../scam-reports/indicators/indicator.ts';
import { parseWallet } from '../../scam-reports/indicators/wallet.ts';
import { findKnown } from '../../scam-reports/lookup-store.ts';
import type { Known } from '../../scam-reports/types.ts';

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

type TypedWallet = { readonly network: Network; readonly walletAddress: string; readonly destinationTag: string };

/** Parses by the network's rules alone. Returns null for anything that is not an address. */
export function parseDestination({ network, walletAddress, destinationTag }: TypedWallet): Destination | null {
  const check = checkAddress(network, walletAddress);
  const tag = mergeTags(check.ok ? check.tag : undefined, network === 'xrp' ? destinationTag : '');
  return check.ok && tag.ok ? { network, address: check.address, tag: tag.tag } : null;
}

export type WalletWarning = { readonly indicator: Indicator; readonly known: Known };

const getSeverity = ({ known }: WalletWarning): number =>
  known.shown === 'reported' ? 0 : known.verdict === 'scam' ? 2 : 1;

/**
 * Returns all indicators to look up for a wallet (ADR 22): the address with and without its tag, and every other
 * address of the same key. Otherwise a warning could be evaded with a new tag or another form.
 */
function getLookupIndicators({ network, address, tag }: Destination): Indicator[] {
  const typed = tag === null ? [address] : [`${address}?dt=${tag}`, address];
  return typed.flatMap((text) => parseWallet(text, network) ?? []).flatMap(equivalentIndicators);
}

export function getTypedIndicators(typed: TypedWallet): Indicator[] {
  const destination = parseDestination(typed);
  return destination ? getLookupIndicators(destination) : [];
}

/** Returns the most severe warning. A verdict of legitimate is no warning. */
export function pickWarning(indicators: readonly Indicator[], found: readonly (Known | null)[]): WalletWarning | null {
  const warnings = indicators.flatMap((indicator, at) => {
    const known = found[at] ?? null;
    return known === null || (known.shown === 'published' && known.verdict === 'legitimate')
      ? []
      : [{ indicator, known }];
  });
  return warnings.toSorted((a, b) => getSeverity(b) - getSeverity(a))[0] ?? null;
}

export async function findWalletWarning(tx: Db, destination: Destination): Promise<WalletWarning | null> {
  const indicators = getLookupIndicators(destination);
  return pickWarning(indicators, await findKnown(tx, indicators));
}
