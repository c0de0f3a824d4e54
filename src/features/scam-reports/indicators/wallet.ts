import { memoizeLru } from '../../../kernel/memoize.ts';
import { checkAddress, type KnownAddresses } from '../../assets/addresses.ts';
import { getPastedAddress } from '../../assets/explorer-link.ts';
import { type AddressFamily, addressFamilyRows, isAddressFamily } from '../../assets/families.ts';
import { familyNetworks, type Network, networks } from '../../assets/networks.ts';
import { getSameKeyAddresses } from '../../assets/same-key.ts';
import type { Indicator } from '../types.ts';

/** One network per family. Addresses with a checksum come first. */
const getChecksumRank = (family: string): number =>
  isAddressFamily(family) && addressFamilyRows[family].hasChecksum ? 0 : 1;
const candidateNetworks = Object.entries(familyNetworks)
  .toSorted(([one], [other]) => getChecksumRank(one) - getChecksumRank(other))
  .map(([, network]) => network);
const maxWalletLength = 200;

export type Wallet = Indicator & { readonly kind: 'wallet'; readonly scope: AddressFamily };

/** Parses a wallet. Null for burn addresses, token contracts and `ours`. The value includes an XRP tag. */
export function parseWallet(text: string, network?: Network, ours?: KnownAddresses): Wallet | null {
  const pasted = getPastedAddress(text);
  if (pasted.length > maxWalletLength) return null;
  for (const candidate of network ? [network] : candidateNetworks) {
    const check = checkAddress(candidate, stripTag(pasted), ours);
    if (!check.ok) continue;
    const tag = check.tag ?? readTag(pasted);
    const value = tag === null ? check.address : `${check.address}?dt=${tag}`;
    return { kind: 'wallet', scope: networks[candidate].family, value };
  }
  return null;
}

const taggedPattern = /^(r[1-9A-HJ-NP-Za-km-z]{24,34})\?dt=(\d{1,10})$/;
const stripTag = (text: string): string => taggedPattern.exec(text)?.[1] ?? text;
function readTag(text: string): number | null {
  const tag = taggedPattern.exec(text)?.[2];
  return tag === undefined || Number(tag) > 0xffff_ffff ? null : Number(tag);
}

/** Returns the indicator, then the other addresses of a wallet's key. Server only: the key code is large. */
export function equivalentIndicators(indicator: Indicator): readonly Indicator[] {
  if (indicator.kind !== 'wallet') return [indicator];
  return [indicator, ...getOtherForms(indicator.value)];
}

const getOtherForms = memoizeLru((address: string) =>
  getSameKeyAddresses(address).flatMap((address) => parseWallet(address) ?? []),
);
