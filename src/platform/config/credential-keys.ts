import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const randomSecret = () => randomBytes(32).toString('hex');

/** Returns a secret stored in the data folder, so that sessions and files survive a restart. */
export function demoSecret(dataDir: string, name = 'demo-secret', make: () => string = randomSecret): string {
  const file = join(dataDir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  } catch {}
  return readFileSync(file, 'utf8');
}

export const demoPushKey = (dataDir: string): string =>
  Buffer.from(demoSecret(dataDir, 'demo-push-key'), 'hex').toString('base64url');

export type CredentialKeys = { readonly signing: KeyObject; readonly published: readonly KeyObject[] };

const blocks = /-----BEGIN ([A-Z ]+)-----[\s\S]*?-----END \1-----/g;
/** New signatures need 128-bit security. Weaker keys may only verify older signatures. */
const [minSigningBits, minVerifyingBits] = [3_072, 2_048];
const isStrongRsa = (key: KeyObject, bits: number): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= bits;

/** Parses PEM blocks, signing key first; `\n` counts as a line break. Null for other text and for short keys. */
export function readCredentialKeys(text: string, bits = minSigningBits): CredentialKeys | null {
  const lines = text.replaceAll('\\n', '\n');
  const found = [...lines.matchAll(blocks)].map(([block]) => block);
  if (found.length === 0 || lines.replaceAll(blocks, '').trim() !== '') return null;
  try {
    const signing = createPrivateKey(found[0] ?? '');
    const published = found.map((block) => createPublicKey(block));
    const isValid = isStrongRsa(signing, bits) && published.every((key) => isStrongRsa(key, minVerifyingBits));
    return isValid ? { signing, published } : null;
  } catch {
    return null;
  }
}

const generateKeyPem = () =>
  generateKeyPairSync('rsa', {
    modulusLength: minSigningBits,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

const keyCache = new Map<string, CredentialKeys>();

/** Returns the keys of a demo, created on first use in the data folder. */
export function demoCredentialKeys(dataDir: string): CredentialKeys {
  const readKeys = () =>
    readCredentialKeys(demoSecret(dataDir, 'demo-credential-key.pem', generateKeyPem), minVerifyingBits);
  const keys = keyCache.get(dataDir) ?? readKeys();
  if (!keys) throw new Error(`${dataDir}/demo-credential-key.pem is not a valid key`);
  keyCache.set(dataDir, keys);
  return keys;
}
