import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';
import { decodeAccountID, isValidClassicAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import { memoizeLru } from '../../kernel/memoize.ts';
import { stripInvisible } from '../../kernel/strip-invisible.ts';
import { getPastedAddress, isTestNetworkLink } from './explorer-link.ts';
import { type AddressFamily, addressFamilies, type Network, networks } from './networks.ts';
import { findUnownedReason } from './unowned-addresses.ts';

/** Reasons to reject an address (decision C5). This module also runs in the browser and never throws. */
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

export type AddressCheck = SoundAddress | AddressRefusal;

/** Our own addresses in canonical form. */
export type KnownAddresses = { readonly wallets: ReadonlySet<string>; readonly tokens: ReadonlySet<string> };

type ParsedAddress = (SoundAddress & { readonly hex: string }) | AddressRefusal;

const maxAddressLength = 128;
const noAddresses: KnownAddresses = { wallets: new Set(), tokens: new Set() };
const refuse = (reason: AddressFault): AddressRefusal => ({ ok: false, reason });

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
  if (/^bcrt1/i.test(text) || tryDecode(() => testBitcoin.decode(text))) return refuse('test_network');
  return refuse(!decoded && bitcoinShape.test(text) ? 'checksum' : 'malformed');
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
  if (!evmShape.test(text)) return refuse('malformed');
  const letters = text.slice(2);
  const address = toChecksumAddress(text);
  const isOneCase = letters === letters.toLowerCase() || letters === letters.toUpperCase();
  if (!isOneCase && letters !== address.slice(2)) return refuse('checksum');
  return { ok: true, address, hex: letters.toLowerCase() };
}

const tronShape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const tronCodec = createBase58check(sha256);
const tronPrefix = 0x41;
const tronTestPrefix = 0xa0;

function checkTron(text: string): ParsedAddress {
  const bytes = tryDecode(() => tronCodec.decode(text));
  if (bytes?.length === 21 && bytes[0] === tronTestPrefix) return refuse('test_network');
  if (bytes?.length === 21 && bytes[0] === tronPrefix)
    return { ok: true, address: text, hex: bytesToHex(bytes.subarray(1)) };
  return refuse(!bytes && tronShape.test(text) ? 'checksum' : 'malformed');
}

// Solana addresses are public keys without a checksum.

function checkSolana(text: string): ParsedAddress {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return refuse('malformed');
  const key = tryDecode(() => base58.decode(text));
  if (key?.length !== 32) return refuse('malformed');
  const hex = bytesToHex(key);
  const isOnCurve = tryDecode(() => ed25519.Point.fromBytes(key, true)) !== null;
  return isOnCurve ? { ok: true, address: text, hex } : { ok: true, address: text, hex, warning: 'off_curve' };
}

const xrpShape = /^(?:r[1-9A-HJ-NP-Za-km-z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{46})$/;

const xrpHex = (address: string): string => bytesToHex(decodeAccountID(address));

function checkXAddress(text: string): ParsedAddress {
  const parsed = tryDecode(() => xAddressToClassicAddress(text));
  if (!parsed) return refuse(xrpShape.test(text) ? 'checksum' : 'malformed');
  if (parsed.test) return refuse('test_network');
  const { classicAddress: address, tag } = parsed;
  const hex = xrpHex(address);
  return tag === false ? { ok: true, address, hex } : { ok: true, address, hex, tag };
}

const checkXrp = (text: string): ParsedAddress =>
  tryDecode(() => isValidClassicAddress(text)) ? { ok: true, address: text, hex: xrpHex(text) } : checkXAddress(text);

const checks: Readonly<Record<AddressFamily, (text: string) => ParsedAddress>> = {
  bitcoin: memoizeLru(checkBitcoin),
  evm: memoizeLru(checkEvm),
  tron: memoizeLru(checkTron),
  solana: memoizeLru(checkSolana),
  xrp: memoizeLru(checkXrp),
};

const findFamily = (text: string, excluded: AddressFamily): AddressFamily | undefined =>
  addressFamilies.find((family) => family !== excluded && checks[family](text).ok);

/** Accepts addresses, explorer links and QR code texts. Rejects `known` and addresses without an owner. */
export function checkAddress(network: Network, text: string, known = noAddresses): AddressCheck {
  const pasted = getPastedAddress(text);
  if (pasted === '') return refuse('empty');
  if (isTestNetworkLink(pasted)) return refuse('test_network');
  if (pasted.length > maxAddressLength) return refuse('malformed');
  const { family } = networks[network];
  const parsed = checks[family](pasted);
  if (!parsed.ok) {
    const belongsTo = parsed.reason === 'malformed' ? findFamily(pasted, family) : undefined;
    return belongsTo ? { ok: false, reason: 'other_network', belongsTo } : parsed;
  }
  const { hex, ...sound } = parsed;
  if (known.wallets.has(sound.address)) return { ...refuse('excluded'), address: sound.address };
  const unownedReason = known.tokens.has(sound.address) ? 'token_contract' : findUnownedReason(sound.address, hex);
  return unownedReason ? refuse(unownedReason) : sound;
}

/** Also rejects Solana token accounts, because sanctions lists and freezes contain only wallet addresses. */
export function checkWallet(network: Network, text: string, known = noAddresses): AddressCheck {
  const check = checkAddress(network, text, known);
  return check.ok && check.warning === 'off_curve' ? refuse('token_account') : check;
}

export type TagCheck =
  | { readonly ok: true; readonly tag: number | null }
  | { readonly ok: false; readonly reason: 'tag_malformed' | 'tag_too_large' };

const maxTag = 0xffff_ffff;

/** Parses an XRP destination tag (decision C5), a whole number up to 4294967295. Null when empty. */
export function parseTag(text: string): TagCheck {
  const pasted = stripInvisible(text).trim();
  if (pasted === '') return { ok: true, tag: null };
  if (!/^\d+$/.test(pasted)) return { ok: false, reason: 'tag_malformed' };
  if (pasted.length > 10 || Number(pasted) > maxTag) return { ok: false, reason: 'tag_too_large' };
  return { ok: true, tag: Number(pasted) };
}

/** Merges the tag of an X-address with the typed tag. Rejects two different tags. */
export function mergeTags(
  addressTag: number | undefined,
  typedTag: string,
): TagCheck | { ok: false; reason: 'tag_conflict' } {
  const parsed = parseTag(typedTag);
  if (!parsed.ok || addressTag === undefined) return parsed;
  return parsed.tag === null || parsed.tag === addressTag
    ? { ok: true, tag: addressTag }
    : { ok: false, reason: 'tag_conflict' };
}
