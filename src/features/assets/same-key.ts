import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { Address, NETWORK } from '@scure/btc-signer';
import { memoizeLru } from '../../kernel/memoize.ts';
import type { AddressFamily } from './families.ts';

/** One key or script has several addresses: Bitcoin `1...`, `bc1q...` and `3...`, or EVM `0x...` and TRON `T...`. */
const bitcoin = Address(NETWORK);
const base58check = createBase58check(sha256);
const tronPrefix = 0x41;
const evmShape = /^0x[0-9a-f]{40}$/i;
const tronShape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const hashShape = /^(?:1[1-9A-HJ-NP-Za-km-z]{25,34}|bc1q[02-9ac-hj-np-z]{38}(?:[02-9ac-hj-np-z]{20})?)$/;

/** Returns the hash of the key (20 bytes), or of the script of a P2WSH address (32 bytes). */
function getBitcoinHash(address: string): Uint8Array | null {
  if (!hashShape.test(address)) return null;
  try {
    const decoded = bitcoin.decode(address);
    return 'hash' in decoded && decoded.type !== 'sh' ? decoded.hash : null;
  } catch {
    return null;
  }
}

function getAccountBytes(address: string): Uint8Array | null {
  if (evmShape.test(address)) return hexToBytes(address.slice(2).toLowerCase());
  if (!tronShape.test(address)) return null;
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === tronPrefix ? bytes.subarray(1) : null;
  } catch {
    return null;
  }
}

/** Returns the `3...` address that wraps the key or script of a Bitcoin address. Null for other addresses. */
export const getWrappedAddress = memoizeLru((address: string): string | null => {
  const hash = getBitcoinHash(address);
  return (
    hash && bitcoin.encode({ type: 'sh', hash: ripemd160(sha256(concatBytes(Uint8Array.of(0, hash.length), hash))) })
  );
});

type KeyAddresses = readonly (string | null)[];

function listBitcoinAddresses(address: string): KeyAddresses {
  const hash = getBitcoinHash(address);
  if (hash?.length === 32) return [bitcoin.encode({ type: 'wsh', hash }), getWrappedAddress(address)];
  if (!hash) return [];
  return [bitcoin.encode({ type: 'pkh', hash }), bitcoin.encode({ type: 'wpkh', hash }), getWrappedAddress(address)];
}

function listAccountAddresses(address: string): KeyAddresses {
  const account = getAccountBytes(address);
  if (!account) return [];
  return [`0x${bytesToHex(account)}`, base58check.encode(concatBytes(Uint8Array.of(tronPrefix), account))];
}

/**
 * Lists the addresses of one key, by family. Null for a family with one address for each key. Screening, freezes and
 * account links compare these forms, so every family must be here.
 */
const keyAddresses: Readonly<Record<AddressFamily, ((address: string) => KeyAddresses) | null>> = {
  bitcoin: listBitcoinAddresses,
  evm: listAccountAddresses,
  tron: listAccountAddresses,
  solana: null,
  xrp: null,
};
const listers = [...new Set(Object.values(keyAddresses).filter((list) => list !== null))];

/** Memoized, because one order needs it three times. */
const getKeyAddresses = memoizeLru((address: string): KeyAddresses => listers.flatMap((list) => list(address)));

/** Returns the other addresses of the same key in canonical form, but `0x...` in lower case. */
export const getSameKeyAddresses = (address: string): readonly string[] =>
  getKeyAddresses(address).filter(
    (one): one is string => one !== null && one !== address && one !== address.toLowerCase(),
  );

/** Returns all addresses of the key in canonical form, this one first. Null when the key has no other address. */
export function getAddressForms(address: string): readonly [string, ...string[]] | null {
  const own = getKeyAddresses(address).find((one) => one === address || one === address.toLowerCase());
  return own ? [own, ...getSameKeyAddresses(address)] : null;
}

/** Returns the same hash for all addresses of a key. Null when the key has no other address. */
export function getAddressKey(address: string): string | null {
  const hash = getBitcoinHash(address) ?? getAccountBytes(address);
  return hash && bytesToHex(hash);
}
