import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';
import {
  decodeAccountID,
  encodeAccountID,
  isValidClassicAddress,
  xAddressToClassicAddress,
} from 'ripple-address-codec';
import { memoizeLru } from '../../kernel/memoize.ts';
import type { AddressFamily } from './families.ts';
import { type UnownedList, unownedAddresses } from './unowned-addresses.ts';

/** Reasons to reject an address (decision C5). */
export type AddressFault =
  | 'empty'
  | 'malformed'
  /** Valid format with a wrong checksum. */
  | 'checksum'
  | 'other_network'
  | 'test_network'
  /** An address without a private key. */
  | 'burn_address'
  /** A contract or program that cannot return coins. */
  | 'token_contract'
  /** Solana: a token account, multisig vault or program account. */
  | 'token_account'
  | 'excluded';

export type AddressRefusal = {
  readonly ok: false;
  readonly reason: AddressFault;
  readonly belongsTo?: AddressFamily;
  readonly address?: string;
};

export type SoundAddress = {
  readonly ok: true;
  /** Canonical form: checksummed for EVM, lower case for bech32, classic for XRP. */
  readonly address: string;
  /** Destination tag from an XRP X-address. */
  readonly tag?: number;
  /** Solana: the address has no private key, such as a token account. */
  readonly warning?: 'off_curve';
};

export type ParsedAddress = (SoundAddress & { readonly hex: string }) | AddressRefusal;

export const refuseAddress = (reason: AddressFault): AddressRefusal => ({ ok: false, reason });

function tryDecode<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

const bitcoinShape = /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87})$/;
const mainBitcoin = Address(NETWORK);
const testBitcoin = Address(TEST_NETWORK);

function bitcoinPayload(decoded: ReturnType<typeof mainBitcoin.decode>): Uint8Array | null {
  if (decoded.type === 'tr') return decoded.pubkey;
  if (decoded.type === 'pkh' || decoded.type === 'sh') return decoded.hash;
  return decoded.type === 'wpkh' || decoded.type === 'wsh' ? decoded.hash : null;
}

function checkBitcoin(text: string): ParsedAddress {
  const decoded = tryDecode(() => mainBitcoin.decode(text));
  const payload = decoded && bitcoinPayload(decoded);
  if (decoded && payload) return { ok: true, address: mainBitcoin.encode(decoded), hex: bytesToHex(payload) };
  if (/^bcrt1/i.test(text) || tryDecode(() => testBitcoin.decode(text))) return refuseAddress('test_network');
  return refuseAddress(!decoded && bitcoinShape.test(text) ? 'checksum' : 'malformed');
}

const evmShape = /^0x[0-9a-f]{40}$/i;

/** Encodes the checksum in the letter case (EIP-55). */
export function toChecksumAddress(address: string): string {
  const letters = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(letters)));
  const mixedCase = Array.from(letters, (letter, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? letter.toUpperCase() : letter,
  );
  return `0x${mixedCase.join('')}`;
}

function checkEvm(text: string): ParsedAddress {
  if (!evmShape.test(text)) return refuseAddress('malformed');
  const letters = text.slice(2);
  const address = toChecksumAddress(text);
  const isOneCase = letters === letters.toLowerCase() || letters === letters.toUpperCase();
  if (!isOneCase && letters !== address.slice(2)) return refuseAddress('checksum');
  return { ok: true, address, hex: letters.toLowerCase() };
}

const tronShape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const tronCodec = createBase58check(sha256);
const tronPrefix = 0x41;
const tronTestPrefix = 0xa0;

function checkTron(text: string): ParsedAddress {
  const bytes = tryDecode(() => tronCodec.decode(text));
  if (bytes?.length === 21 && bytes[0] === tronTestPrefix) return refuseAddress('test_network');
  if (bytes?.length === 21 && bytes[0] === tronPrefix)
    return { ok: true, address: text, hex: bytesToHex(bytes.subarray(1)) };
  return refuseAddress(!bytes && tronShape.test(text) ? 'checksum' : 'malformed');
}

// Solana addresses are public keys without a checksum.

function checkSolana(text: string): ParsedAddress {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return refuseAddress('malformed');
  const key = tryDecode(() => base58.decode(text));
  if (key?.length !== 32) return refuseAddress('malformed');
  const hex = bytesToHex(key);
  const isOnCurve = tryDecode(() => ed25519.Point.fromBytes(key, true)) !== null;
  return isOnCurve ? { ok: true, address: text, hex } : { ok: true, address: text, hex, warning: 'off_curve' };
}

const xrpShape = /^(?:r[1-9A-HJ-NP-Za-km-z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{46})$/;

const xrpHex = (address: string): string => bytesToHex(decodeAccountID(address));

function checkXAddress(text: string): ParsedAddress {
  const parsed = tryDecode(() => xAddressToClassicAddress(text));
  if (!parsed) return refuseAddress(xrpShape.test(text) ? 'checksum' : 'malformed');
  if (parsed.test) return refuseAddress('test_network');
  const { classicAddress: address, tag } = parsed;
  const hex = xrpHex(address);
  return tag === false ? { ok: true, address, hex } : { ok: true, address, hex, tag };
}

const checkXrp = (text: string): ParsedAddress =>
  tryDecode(() => isValidClassicAddress(text)) ? { ok: true, address: text, hex: xrpHex(text) } : checkXAddress(text);

export type FamilyRules = {
  readonly check: (text: string) => ParsedAddress;
  /** The address of a 32-byte seed, of which shorter formats use the first 20 bytes. For the demo and tests. */
  readonly encode: (seed: Uint8Array) => string;
  readonly unowned: UnownedList;
};

const first20 = (seed: Uint8Array): Uint8Array => seed.subarray(0, 20);

/** One row per address family. Each check receives a text of at most 128 characters and never throws. */
export const familyRules: Readonly<Record<AddressFamily, FamilyRules>> = {
  bitcoin: {
    check: memoizeLru(checkBitcoin),
    encode: (seed) => mainBitcoin.encode({ type: 'wpkh', hash: first20(seed) }),
    unowned: unownedAddresses.bitcoin,
  },
  evm: {
    check: memoizeLru(checkEvm),
    encode: (seed) => `0x${bytesToHex(first20(seed))}`,
    unowned: unownedAddresses.evm,
  },
  tron: {
    check: memoizeLru(checkTron),
    encode: (seed) => tronCodec.encode(Uint8Array.of(tronPrefix, ...first20(seed))),
    unowned: unownedAddresses.tron,
  },
  solana: { check: memoizeLru(checkSolana), encode: (seed) => base58.encode(seed), unowned: unownedAddresses.solana },
  xrp: {
    check: memoizeLru(checkXrp),
    encode: (seed) => encodeAccountID(first20(seed)),
    unowned: unownedAddresses.xrp,
  },
};
