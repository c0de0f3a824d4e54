import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';

const program = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const tokens = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

const isOnCurve = (key: Uint8Array): boolean => {
  try {
    return ed25519.Point.fromBytes(key, true) !== null;
  } catch {
    return false;
  }
};

/** Associated token account of a Solana wallet. */
export function getTokenAccount(wallet: string, mint: string): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const seeds = [base58.decode(wallet), tokens, base58.decode(mint), Uint8Array.of(bump), program];
    const key = sha256(Buffer.concat([...seeds, Buffer.from('ProgramDerivedAddress')]));
    if (!isOnCurve(key)) return base58.encode(key);
  }
  throw new Error('this wallet has no account for the token');
}
