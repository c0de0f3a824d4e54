import { xAddressToClassicAddress } from 'ripple-address-codec';

const evm = /^0x[0-9a-f]{40}$/i;
const bech32 = /^(?:bc|ltc|bnb|zs|addr)1[02-9ac-hj-np-z]{6,}$/i;
const cashAddress = /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i;
const xAddress = /^X[1-9A-HJ-NP-Za-km-z]{46}$/;
const isSingleCase = (text: string) => text === text.toLowerCase() || text === text.toUpperCase();

/** True for a bech32 or cash address in both cases, which no wallet accepts. */
export const hasMixedCase = (address: string): boolean =>
  !isSingleCase(address) && (bech32.test(address) || cashAddress.test(address));

function toClassicAddress(text: string): string {
  try {
    return xAddressToClassicAddress(text).classicAddress;
  } catch {
    return text;
  }
}

/**
 * Returns the canonical form: lower case for EVM, bech32 and cash addresses, the classic address for XRP X-addresses.
 * Base58 is case-sensitive. Detects the kind by its form, because a list's tag names an asset, not a chain.
 */
export function getComparableAddress(text: string): string {
  const address = text.trim();
  if (evm.test(address)) return address.toLowerCase();
  if (isSingleCase(address) && bech32.test(address)) return address.toLowerCase();
  if (isSingleCase(address) && cashAddress.test(address)) return address.toLowerCase().replace('bitcoincash:', '');
  return xAddress.test(address) ? toClassicAddress(address) : address;
}
