import { checkAddress, readTag } from '../../coins/addresses.ts';
import { networkIds, networks } from '../../coins/networks.ts';
import type { CompanyWallets } from '../../settings/schema.ts';
import { tradingMessages } from '../messages.ts';

/**
 * What is wrong with receiving wallets that were changed, in a sentence; null when coins sent there would arrive. Those
 * that stay as they are are not judged again. Whatever a screen checked before: a wrong letter here loses coins.
 */
export function faultOfWallets(wallets: CompanyWallets, before: CompanyWallets): string | null {
  for (const network of networkIds) {
    const { address, tag } = wallets[network];
    if (address === before[network].address && tag === before[network].tag) continue;
    const check = checkAddress(network, address);
    if (!check.ok) return `${network}: ${tradingMessages[`trading.address_${check.reason}`].text}`;
    if (check.address !== address) return `${network}: the address is written ${check.address}`;
    const read = readTag(tag ?? '');
    if (!read.ok) return `${network}: ${tradingMessages[`trading.${read.reason}`].text}`;
    if (tag !== null && !networks[network].hasTag) return `${network}: this network has no tags`;
  }
  return null;
}
