import { xAddressToClassicAddress } from 'ripple-address-codec';

const evm = /^0x[0-9a-f]{40}$/i;
const bech32 = /^(?:bc|ltc|bnb|zs|addr)1[02-9ac-hj-np-z]{6,}$/i;
const cashAddress = /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i;
const xAddress = /^X[1-9A-HJ-NP-Za-km-z]{46}$/;
const ofOneCase = (text: string) => text === text.toLowerCase() || text === text.toUpperCase();

function classicOf(text: string): string {
  try {
    return xAddressToClassicAddress(text).classicAddress;
  } catch {
    return text;
  }
}

/**
 * The one way in which addresses are compared: lower case where the network ignores case (EVM, bech32, cash
 * addresses), the classic address of an XRP X-address, and everything else as it stands, since in base58 the case is
 * part of the address. Told by its form: a tag on a list names the asset that was observed, not the chain.
 */
export function comparableAddress(text: string): string {
  const given = text.trim();
  if (evm.test(given)) return given.toLowerCase();
  if (ofOneCase(given) && bech32.test(given)) return given.toLowerCase();
  if (ofOneCase(given) && cashAddress.test(given)) return given.toLowerCase().replace('bitcoincash:', '');
  return xAddress.test(given) ? classicOf(given) : given;
}
