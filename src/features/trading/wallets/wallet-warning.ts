import type { Db } from '../../../platform/database/database.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { checkAddress, mergeTags } from '../../assets/addresses.ts';
import { hasTag, type Network } from '../../assets/networks.ts';
import { equivalentIndicators, parseWallet } from '../../scam-reports/indicators/wallet.ts';
import { findKnown } from '../../scam-reports/store.ts';
import type { Indicator, Known } from '../../scam-reports/types.ts';
import { WalletQuery } from '../schema.ts';
import { isKnownDestination } from './payee-store.ts';

type Destination = { readonly network: Network; readonly address: string; readonly tag: number | null };

type TypedWallet = { readonly network: Network; readonly walletAddress: string; readonly destinationTag: string };

/** Returns null for an invalid address or tag. Accepts our own addresses, unlike `parseCustomerWallet`. */
export function parseDestination({ network, walletAddress, destinationTag }: TypedWallet): Destination | null {
  const check = checkAddress(network, walletAddress);
  const tag = mergeTags(check.ok ? check.tag : undefined, hasTag(network) ? destinationTag : '');
  return check.ok && tag.ok ? { network, address: check.address, tag: tag.tag } : null;
}

export type WalletWarning = { readonly indicator: Indicator; readonly known: Known };

const getSeverity = ({ known }: WalletWarning): number =>
  known.shown === 'reported' ? 0 : known.verdict === 'scam' ? 2 : 1;

/** Includes the address without its tag and all addresses of the same key, so none evades a warning (ADR 22). */
function getLookupIndicators({ network, address, tag }: Destination): Indicator[] {
  const typed = tag === null ? [address] : [`${address}?dt=${tag}`, address];
  return typed.flatMap((text) => parseWallet(text, network) ?? []).flatMap(equivalentIndicators);
}

export function getTypedIndicators(typed: TypedWallet): Indicator[] {
  const destination = parseDestination(typed);
  return destination ? getLookupIndicators(destination) : [];
}

/** Returns the most severe warning, or null. Ignores verdicts of `legitimate`. */
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

export const addressUsed = authed.input(WalletQuery).handler(async function addressUsed({
  context: { services, tx, person },
  input,
}) {
  checkRateLimit(services, 'wallet', person.id);
  const destination = parseDestination(input);
  if (!destination) return { used: false, warning: null };
  const [used, warned] = await Promise.all([isKnownDestination(tx, destination), findWalletWarning(tx, destination)]);
  return { used, warning: warned?.known ?? null };
});
