import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp, bech32, createBase58check } from '@scure/base';
import type { Network } from '../../src/features/assets/networks.ts';

/** Seed of a demo user, from which valid and unique wallets and accounts follow. */
const bytesOf = (email: string): Uint8Array => sha256(new TextEncoder().encode(`demo ${email}`));
const short = (email: string) => bytesOf(email).subarray(0, 20);
const withVersion = (version: number, email: string) => Uint8Array.of(version, ...short(email));
const evm = (email: string) => `0x${Buffer.from(short(email)).toString('hex')}`;

const forms: Readonly<Record<Network, (email: string) => string>> = {
  bitcoin: (email) => bech32.encode('bc', [0, ...bech32.toWords(short(email))]),
  erc20: evm,
  bep20: evm,
  trc20: (email) => createBase58check(sha256).encode(withVersion(0x41, email)),
  solana: (email) => base58.encode(bytesOf(email)),
  xrp: (email) => {
    const body = withVersion(0, email);
    return base58xrp.encode(Uint8Array.of(...body, ...sha256(sha256(body)).subarray(0, 4)));
  },
};

export const walletFor = (network: Network, email: string): string => forms[network](email);

export const accountFor = (email: string): string =>
  String(200_000_000 + (Buffer.from(bytesOf(email)).readUInt32BE(0) % 100_000_000));
