import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { Address, NETWORK } from '@scure/btc-signer';
import { lately } from '../../kernel/lately.ts';

/**
 * Which addresses open with one key. Whoever holds the key of a Bitcoin address `1...` also holds the coins at
 * `bc1q...` and `3...` of that key, and whoever holds that of `0x...` those at `T...`: one is known by all of them.
 */
const bitcoin = Address(NETWORK);
const base58check = createBase58check(sha256);
const tronPrefix = 0x41;
const evm = /^0x[0-9a-f]{40}$/i;
const tron = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const ofOneKey = /^(?:1[1-9A-HJ-NP-Za-km-z]{25,34}|bc1q[02-9ac-hj-np-z]{38})$/;

/** The hash of the key that a Bitcoin address pays to; null for those of scripts, and for what is no address. */
function bitcoinKeyHash(address: string): Uint8Array | null {
  if (!ofOneKey.test(address)) return null;
  try {
    const decoded = bitcoin.decode(address);
    return decoded.type === 'pkh' || decoded.type === 'wpkh' ? decoded.hash : null;
  } catch {
    return null;
  }
}

/** The twenty bytes of an account that Ethereum and TRON write each in its own way; null for any other address. */
function accountBytes(address: string): Uint8Array | null {
  if (evm.test(address)) return hexToBytes(address.slice(2).toLowerCase());
  if (!tron.test(address)) return null;
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === tronPrefix ? bytes.subarray(1) : null;
  } catch {
    return null;
  }
}

/**
 * The `3...` that wraps the key of a Bitcoin address and does not tell it; null for any other address. Screening asks
 * again what a warning has asked before it.
 */
export const wrappedAddress = lately((address: string): string | null => {
  const hash = bitcoinKeyHash(address);
  return (
    hash && bitcoin.encode({ type: 'sh', hash: ripemd160(sha256(concatBytes(Uint8Array.of(0, hash.length), hash))) })
  );
});

function allOfKey(address: string): readonly (string | null)[] {
  const hash = bitcoinKeyHash(address);
  if (hash)
    return [bitcoin.encode({ type: 'pkh', hash }), bitcoin.encode({ type: 'wpkh', hash }), wrappedAddress(address)];
  const account = accountBytes(address);
  if (!account) return [];
  return [`0x${bytesToHex(account)}`, base58check.encode(concatBytes(Uint8Array.of(tronPrefix), account))];
}

/** Every other address that the key of this one opens, each as we write it, `0x...` in lower case. */
export const sameKeyAddresses = (address: string): readonly string[] =>
  allOfKey(address).filter((one): one is string => one !== null && one !== address && one !== address.toLowerCase());

/** One word for all addresses of a key; null where an address has no other. */
export function keyOfAddress(address: string): string | null {
  const hash = bitcoinKeyHash(address) ?? accountBytes(address);
  return hash && bytesToHex(hash);
}
