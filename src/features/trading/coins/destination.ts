import type { Refused } from '../../../kernel/refusal.ts';
import type { CompanyWallets, Settings } from '../../settings/schema.ts';
import { refusal } from '../messages.ts';
import { agreeOnTag, checkAddress } from './addresses.ts';
import type { AssetSymbol } from './assets.ts';
import { addressFromPaste } from './explorer-link.ts';
import { carries, type Network } from './networks.ts';

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

/** `no`: why coins cannot go there or come from there; the address is then as it was typed. */
export type CheckedWallet = { readonly address: string; readonly tag: number | null; readonly no: Refused | null };

/**
 * A customer's address on a network, in the form we write it, with its destination tag. Explorer links are reduced
 * to their address (decision C5). Where it is wrong, the refusal says what is.
 */
export function customerWallet(
  at: { symbol: AssetSymbol; network: Network; address: string; tag: string },
  settings: Pick<Settings, 'company_wallets' | 'token_contracts'>,
): CheckedWallet {
  const unfit = (no: Refused) => ({ address: at.address, tag: null, no });
  if (!carries(at.network, at.symbol)) return unfit(refusal('trading.network_unfit', { symbol: at.symbol }));
  const check = checkAddress(at.network, addressFromPaste(at.address), ownAddresses(settings.company_wallets));
  if (!check.ok) return unfit(refusal(`trading.address_${check.reason}`, {}));
  // The coins page shows these to be copied: a wallet is asked for, not the token.
  if (Object.values(settings.token_contracts).includes(check.address))
    return unfit(refusal('trading.address_token_contract', {}));
  const tag = agreeOnTag(check.tag, at.network === 'xrp' ? at.tag : '');
  return tag.ok ? { address: check.address, tag: tag.tag, no: null } : unfit(refusal(`trading.${tag.reason}`, {}));
}
