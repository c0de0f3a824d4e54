import type { CompanyWallets } from '../settings/schema.ts';
import { checkAddress } from './addresses.ts';
import type { Network } from './networks.ts';

/** Our own receiving addresses, in the form we write them: no customer's coins go to or come from one of them. */
export function ownAddresses(wallets: CompanyWallets): ReadonlySet<string> {
  const known = written.get(wallets);
  if (known) return known;
  const found = Object.entries(wallets).map(([network, { address }]) => {
    const check = checkAddress(network as Network, address);
    return check.ok ? check.address : address;
  });
  const set = new Set(found);
  written.set(wallets, set);
  return set;
}

/** Worked out once for each version of the setting. */
const written = new WeakMap<CompanyWallets, ReadonlySet<string>>();
