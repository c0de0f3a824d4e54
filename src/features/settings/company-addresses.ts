import { checkAddress, checkWallet, type KnownAddresses } from '../assets/addresses.ts';
import type { Network } from '../assets/networks.ts';
import type { SettingsInForce } from './schema.ts';

type AddressSettings = Pick<SettingsInForce, 'everOurs' | 'token_contracts'>;

/** All our receiving addresses, past ones too, and our token contracts. No customer can use these addresses. */
export function getCompanyAddresses({ everOurs, token_contracts }: AddressSettings): KnownAddresses {
  const cached = cache.get(everOurs);
  if (cached) return cached;
  const walletAddresses = everOurs.wallets.flatMap(Object.entries).map(([network, { address }]) => {
    const check = checkAddress(network as Network, address);
    return check.ok ? check.address : address;
  });
  const companyAddresses = { wallets: new Set(walletAddresses), tokens: new Set(Object.values(token_contracts)) };
  cache.set(everOurs, companyAddresses);
  return companyAddresses;
}

const cache = new WeakMap<AddressSettings['everOurs'], KnownAddresses>();

type CustomerWallet =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly why: 'ours' | 'unsound' };

export function parseCustomerWallet(typed: string, settings: SettingsInForce): CustomerWallet {
  const check = checkWallet('solana', typed, getCompanyAddresses(settings));
  if (check.ok) return { ok: true, address: check.address };
  return { ok: false, why: check.reason === 'excluded' ? 'ours' : 'unsound' };
}
