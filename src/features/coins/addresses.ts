import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';
import { decodeAccountID, isValidClassicAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import { lately } from '../../kernel/lately.ts';
import { type AddressFamily, addressFamilies, type Network, networks } from './networks.ts';

/**
 * Whether coins sent to an address on a network can arrive (decision C5). Coins on the wrong chain are gone, so a
 * checksum is insisted upon wherever the network has one. Runs in the browser too, and never throws.
 */
export type AddressFault =
  /** Nothing was given. */
  | 'empty'
  /** Not the form of an address of this network. */
  | 'malformed'
  /** The form is right, the check digits are not: a letter was lost or changed. */
  | 'checksum'
  /** A sound address of another chain, named in `belongsTo`. */
  | 'other_network'
  /** An address of a test network, where coins have no value. */
  | 'test_network'
  /** An address that nobody holds the key of. */
  | 'burn_address'
  /** The contract of a token, which cannot give back what it is sent. */
  | 'token_contract'
  /** Solana: an account that belongs to a wallet or a program, where a wallet's own address is asked for. */
  | 'token_account'
  /** One of the addresses the caller excludes, for example our own receiving wallets. */
  | 'excluded';

export type AddressRefusal = { readonly ok: false; readonly reason: AddressFault; readonly belongsTo?: AddressFamily };

export type SoundAddress = {
  readonly ok: true;
  /** The one way we write this address: checksummed for EVM, lower case for bech32, classic for XRP. */
  readonly address: string;
  /** The destination tag that was packed into an XRP X-address. */
  readonly tag?: number;
  /** Solana: no private key belongs to this address directly, as with the account of a wallet for one token. */
  readonly warning?: 'off_curve';
};

export type AddressCheck = SoundAddress | AddressRefusal;

const longestAddress = 128;
const nothing: ReadonlySet<string> = new Set();
const refuse = (reason: AddressFault): AddressRefusal => ({ ok: false, reason });
const allZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** The answer of a decoder, or null where it throws, which the libraries do on every bad input. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

// Bitcoin

const bitcoinShape = /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87})$/;
const mainBitcoin = Address(NETWORK);
const testBitcoin = Address(TEST_NETWORK);

/** The hash or key an output of a known kind pays to; null for kinds that no wallet hands out. */
function bitcoinPayload(decoded: ReturnType<typeof mainBitcoin.decode>): Uint8Array | null {
  if (decoded.type === 'tr') return decoded.pubkey;
  if (decoded.type === 'pkh' || decoded.type === 'sh') return decoded.hash;
  return decoded.type === 'wpkh' || decoded.type === 'wsh' ? decoded.hash : null;
}

function checkBitcoin(text: string): AddressCheck {
  const decoded = attempt(() => mainBitcoin.decode(text));
  const payload = decoded && bitcoinPayload(decoded);
  if (decoded && payload) {
    return allZero(payload) ? refuse('burn_address') : { ok: true, address: mainBitcoin.encode(decoded) };
  }
  if (/^bcrt1/i.test(text) || attempt(() => testBitcoin.decode(text))) return refuse('test_network');
  return refuse(!decoded && bitcoinShape.test(text) ? 'checksum' : 'malformed');
}

// Ethereum and the chains that share its addresses

const evmShape = /^0x[0-9a-f]{40}$/i;
/** Everything up to 0x…ffff: the zero address, the built-in contracts and the customary burn address 0x…dEaD. */
const evmUnowned = /^0x0{36}/;

/** The upper and lower case of the letters carry a checksum (EIP-55). */
export function checksummed(address: string): string {
  const letters = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(letters)));
  const cased = Array.from(letters, (letter, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? letter.toUpperCase() : letter,
  );
  return `0x${cased.join('')}`;
}

function checkEvm(text: string): AddressCheck {
  if (!evmShape.test(text)) return refuse('malformed');
  const letters = text.slice(2);
  const address = checksummed(text);
  const oneCase = letters === letters.toLowerCase() || letters === letters.toUpperCase();
  if (!oneCase && letters !== address.slice(2)) return refuse('checksum');
  return evmUnowned.test(address) ? refuse('burn_address') : { ok: true, address };
}

// TRON

const tronShape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const tronCodec = createBase58check(sha256);
const tronPrefix = 0x41;
const tronTestPrefix = 0xa0;

function checkTron(text: string): AddressCheck {
  const bytes = attempt(() => tronCodec.decode(text));
  if (bytes?.length === 21 && bytes[0] === tronTestPrefix) return refuse('test_network');
  if (bytes?.length === 21 && bytes[0] === tronPrefix) {
    return allZero(bytes.subarray(1)) ? refuse('burn_address') : { ok: true, address: text };
  }
  return refuse(!bytes && tronShape.test(text) ? 'checksum' : 'malformed');
}

// Solana: an address is a bare public key of 32 bytes, without any checksum

function checkSolana(text: string): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return refuse('malformed');
  const key = attempt(() => base58.decode(text));
  if (key?.length !== 32) return refuse('malformed');
  if (allZero(key)) return refuse('burn_address');
  const onCurve = attempt(() => ed25519.Point.fromBytes(key, true)) !== null;
  return onCurve ? { ok: true, address: text } : { ok: true, address: text, warning: 'off_curve' };
}

// XRP

const xrpShape = /^(?:r[1-9A-HJ-NP-Za-km-z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{46})$/;

/** ACCOUNT_ZERO and ACCOUNT_ONE, whose keys nobody has. */
const xrpUnowned = (address: string): boolean => allZero(decodeAccountID(address).subarray(0, 19));

function checkXAddress(text: string): AddressCheck {
  const read = attempt(() => xAddressToClassicAddress(text));
  if (!read) return refuse(xrpShape.test(text) ? 'checksum' : 'malformed');
  if (read.test) return refuse('test_network');
  if (xrpUnowned(read.classicAddress)) return refuse('burn_address');
  const { classicAddress: address, tag } = read;
  return tag === false ? { ok: true, address } : { ok: true, address, tag };
}

function checkXrp(text: string): AddressCheck {
  if (attempt(() => isValidClassicAddress(text))) {
    return xrpUnowned(text) ? refuse('burn_address') : { ok: true, address: text };
  }
  return checkXAddress(text);
}

/** An order asks several times about the same text: to read it, to warn, to refuse. */
const checks: Readonly<Record<AddressFamily, (text: string) => AddressCheck>> = {
  bitcoin: lately(checkBitcoin),
  evm: lately(checkEvm),
  tron: lately(checkTron),
  solana: lately(checkSolana),
  xrp: lately(checkXrp),
};

/** Contracts of the tokens we trade, which people copy by mistake from an explorer or a wallet's token page. */
const tokenContracts: ReadonlySet<string> = new Set([
  // Ethereum: USDT, USDC
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  // BSC: BTCB, ETH, USDT, USDC, XRP, SOL
  '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
  '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
  '0x55d398326f99059fF775485246999027B3197955',
  '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  '0x1D2F0da169ceB9fC7B3144628dB156f3F6c60dBE',
  '0x570A5D26f7765Ecb712C0924E4De545B89fD43dF',
  // TRON: USDT
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  // Solana: USDC and wrapped SOL
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'So11111111111111111111111111111111111111112',
]);

/** The other family of which a text is a sound address, if any. */
const ownerOf = (text: string, not: AddressFamily): AddressFamily | undefined =>
  addressFamilies.find((family) => family !== not && checks[family](text).ok);

/**
 * Judges what a person gave as an address on a network. `excluded` holds further destinations in the form we write
 * them: our own wallets, the mints of tokens that live in settings. A pasted explorer page is not understood here;
 * reduce it with `addressFromPaste` first.
 */
export function checkAddress(network: Network, text: string, excluded = nothing): AddressCheck {
  const given = text.trim();
  if (given === '') return refuse('empty');
  if (given.length > longestAddress) return refuse('malformed');
  const { family } = networks[network];
  const check = checks[family](given);
  if (!check.ok) {
    const belongsTo = check.reason === 'malformed' ? ownerOf(given, family) : undefined;
    return belongsTo ? { ok: false, reason: 'other_network', belongsTo } : check;
  }
  if (tokenContracts.has(check.address)) return refuse('token_contract');
  return excluded.has(check.address) ? refuse('excluded') : check;
}

/**
 * Judges what somebody gave as a wallet of their own: as {@link checkAddress}, and on Solana the wallet itself. What is
 * sent to the account that a wallet has for a token reaches the wallet, but no list and no freeze knows it by that.
 */
export function checkWallet(network: Network, text: string, excluded = nothing): AddressCheck {
  const check = checkAddress(network, text, excluded);
  return check.ok && check.warning === 'off_curve' ? refuse('token_account') : check;
}

export type TagCheck =
  | { readonly ok: true; readonly tag: number | null }
  | { readonly ok: false; readonly reason: 'tag_malformed' | 'tag_too_large' };

const largestTag = 0xffff_ffff;

/** Reads the field of the XRP destination tag (decision C5): a whole number up to 4294967295, or nothing (null). */
export function readTag(text: string): TagCheck {
  const given = text.trim();
  if (given === '') return { ok: true, tag: null };
  if (!/^\d+$/.test(given)) return { ok: false, reason: 'tag_malformed' };
  if (given.length > 10 || Number(given) > largestTag) return { ok: false, reason: 'tag_too_large' };
  return { ok: true, tag: Number(given) };
}

/**
 * The tag to send to, out of the X-address and of the field. Both may say the same; two different tags are
 * refused, because guessing between them loses the coins.
 */
export function agreeOnTag(
  packed: number | undefined,
  typed: string,
): TagCheck | { ok: false; reason: 'tag_conflict' } {
  const read = readTag(typed);
  if (!read.ok || packed === undefined) return read;
  return read.tag === null || read.tag === packed ? { ok: true, tag: packed } : { ok: false, reason: 'tag_conflict' };
}
