import { checkWallet, parseTag } from '../../assets/addresses.ts';
import { networkIds, networks } from '../../assets/networks.ts';
import type { CompanyWallets, Settings } from '../../settings/schema.ts';
import { tradingMessages } from '../messages.ts';

/** Validates changed receiving wallets only. Returns the first error message, or null. */
export function findWalletFault(
  wallets: CompanyWallets,
  before: CompanyWallets,
  { token_contracts }: Pick<Settings, 'token_contracts'>,
): string | null {
  const own = { wallets: new Set<string>(), tokens: new Set(Object.values(token_contracts)) };
  for (const network of networkIds) {
    const { address, tag } = wallets[network];
    if (address === before[network].address && tag === before[network].tag) continue;
    const check = checkWallet(network, address, own);
    if (!check.ok) return `${network}: ${tradingMessages[`trading.address_${check.reason}`].text}`;
    if (check.address !== address) return `${network}: write the address as ${check.address}`;
    const read = parseTag(tag ?? '');
    if (!read.ok) return `${network}: ${tradingMessages[`trading.${read.reason}`].text}`;
    if (tag !== null && !networks[network].hasTag) return `${network}: this network has no tags`;
  }
  return null;
}
