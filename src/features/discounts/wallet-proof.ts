import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { minutes } from '../../kernel/clock.ts';

export const challengeMs = minutes(15);

type Challenge = {
  readonly host: string;
  readonly account: string;
  readonly address: string;
  readonly code: string;
  readonly expiresAt: Date;
};

/** Text that the customer signs. It names site and account, so that a signature for another site or account fails. */
export const buildChallenge = ({ host, account, address, code, expiresAt }: Challenge): string =>
  [
    `${host} asks you to prove that this wallet is yours.`,
    'Signing is free and moves no coins.',
    `Wallet: ${address}`,
    `Account: ${account}`,
    `Code: ${code}`,
    `Valid until: ${expiresAt.toISOString()}`,
  ].join('\n');

/** Wallets show signatures in base58 or base64. Null unless the text is 64 bytes in one of them. */
function parseSignature(text: string): Uint8Array | null {
  for (const codec of [base58, base64]) {
    try {
      const bytes = codec.decode(text);
      if (bytes.length === 64) return bytes;
    } catch {
      // Not this encoding.
    }
  }
  return null;
}

/** True for a strict Ed25519 signature of the text by the key of a Solana address. */
export function isSignedBy(address: string, text: string, signature: string): boolean {
  const bytes = parseSignature(signature);
  return bytes !== null && ed25519.verify(bytes, utf8ToBytes(text), base58.decode(address), { zip215: false });
}
