import type { EverOurs } from '../settings/schema.ts';
import { checkAddress } from './addresses.ts';
import type { Network } from './networks.ts';

/**
 * The addresses at which we ever received, in the form we write them: no customer's coins go to or come from one of
 * them.
 */
export function ownAddresses(everOurs: EverOurs): ReadonlySet<string> {
  const known = written.get(everOurs);
  if (known) return known;
  const found = everOurs.wallets.flatMap(Object.entries).map(([network, { address }]) => {
    const check = checkAddress(network as Network, address);
    return check.ok ? check.address : address;
  });
  const set = new Set(found);
  written.set(everOurs, set);
  return set;
}

/** Worked out once for each reading of the settings. */
const written = new WeakMap<EverOurs, ReadonlySet<string>>();
