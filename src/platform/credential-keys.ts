import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { demoSecret } from './demo-secret.ts';

/** The key that signs certificates, and the public half of it and of those that signed before, the newest first. */
export type CredentialKeys = { readonly signing: KeyObject; readonly published: readonly KeyObject[] };

const blocks = /-----BEGIN ([A-Z ]+)-----[\s\S]*?-----END \1-----/g;
/** What signs is as strong as everything else here: 128 bits. What signed before may be 112, and only verifies. */
const [signs, verifies] = [3_072, 2_048];
const isSound = (key: KeyObject, bits: number): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= bits;

/**
 * Reads PEM blocks one after the other: a private key, which signs, and behind it those that did before, private or
 * public, which are published as long as they stand there. `\n` may stand for a new line. Null for anything else, and
 * for a first one of fewer bits than asked for.
 */
export function readCredentialKeys(text: string, bits = signs): CredentialKeys | null {
  const lines = text.replaceAll('\\n', '\n');
  const found = [...lines.matchAll(blocks)].map(([block]) => block);
  if (found.length === 0 || lines.replaceAll(blocks, '').trim() !== '') return null;
  try {
    const signing = createPrivateKey(found[0] ?? '');
    const published = found.map((block) => createPublicKey(block));
    const isWhole = isSound(signing, bits) && published.every((key) => isSound(key, verifies));
    return isWhole ? { signing, published } : null;
  } catch {
    return null;
  }
}

const made = () =>
  generateKeyPairSync('rsa', {
    modulusLength: signs,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

const kept = new Map<string, CredentialKeys>();

/** Those of a demo: made when they are asked for first, and kept beside its database; one of before stays. */
export function demoCredentialKeys(dataDir: string): CredentialKeys {
  const read = () => readCredentialKeys(demoSecret(dataDir, 'demo-credential-key.pem', made), verifies);
  const known = kept.get(dataDir) ?? read();
  if (!known) throw new Error(`${dataDir}/demo-credential-key.pem is no key`);
  kept.set(dataDir, known);
  return known;
}
