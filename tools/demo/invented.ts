import { sha256 } from '@noble/hashes/sha2.js';
import { familyRules } from '../../src/features/assets/address-families.ts';
import { type Network, networks } from '../../src/features/assets/networks.ts';

/** Seed of a demo user, from which valid and unique wallets and accounts follow. */
const bytesOf = (email: string): Uint8Array => sha256(new TextEncoder().encode(`demo ${email}`));

export const walletFor = (network: Network, email: string): string =>
  familyRules[networks[network].family].encode(bytesOf(email));

export const accountFor = (email: string): string =>
  String(200_000_000 + (Buffer.from(bytesOf(email)).readUInt32BE(0) % 100_000_000));
