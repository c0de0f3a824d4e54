import { checkAddress } from '../../coins/addresses.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import { type AddressFamily, type Network, networks } from '../../coins/networks.ts';
import type { Indicator } from './indicator.ts';

/** One network of each family; Solana's addresses have no checksum, so whatever another family knows is that one's. */
const tried: readonly Network[] = ['erc20', 'bitcoin', 'trc20', 'xrp', 'solana'];
const longest = 200;

export type Wallet = Indicator & { readonly kind: 'wallet'; readonly scope: AddressFamily };

/**
 * A wallet as its network writes it, by the rules of *Coins*: with its checksum, and never one that nobody owns, the
 * contract of a token or, with `excluded`, one of ours. Networks of one family share their addresses, and whoever
 * holds one holds it on all of them. The tag of an XRP address belongs to it: behind one address of an exchange are
 * many people.
 */
export function readWallet(text: string, network?: Network, excluded?: ReadonlySet<string>): Wallet | null {
  const given = addressFromPaste(text);
  if (given.length > longest) return null;
  for (const each of network ? [network] : tried) {
    const check = checkAddress(each, plainOf(given), excluded);
    if (!check.ok) continue;
    const tag = check.tag ?? tagOf(given);
    const value = tag === null ? check.address : `${check.address}?dt=${tag}`;
    return { kind: 'wallet', scope: networks[each].family, value };
  }
  return null;
}

const tagged = /^(r[1-9A-HJ-NP-Za-km-z]{24,34})\?dt=(\d{1,10})$/;
const plainOf = (text: string): string => tagged.exec(text)?.[1] ?? text;
function tagOf(text: string): number | null {
  const tag = tagged.exec(text)?.[2];
  return tag === undefined || Number(tag) > 0xffff_ffff ? null : Number(tag);
}
