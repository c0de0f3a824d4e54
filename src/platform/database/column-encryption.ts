import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';

/** AES-256-GCM keys for secret columns, such as tax and ID numbers. The first key encrypts, every key decrypts. */
export type EncryptionKeys = readonly [EncryptionKey, ...EncryptionKey[]];
export type EncryptionKey = { readonly id: string; readonly key: Buffer };

const nonceBytes = 12;
const tagBytes = 16;

export function deriveEncryptionKey(secret: string): EncryptionKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'cryptocommerce', 'sealed columns', 32));
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** Returns the key of the field secret or session secret first, then the keys of earlier secrets. */
export const getEncryptionKeys = ({ fieldSecret, authSecret, formerSecrets }: KeySecrets): EncryptionKeys => [
  deriveEncryptionKey(fieldSecret ?? authSecret),
  ...[authSecret, ...formerSecrets].map(deriveEncryptionKey),
];
type KeySecrets = Pick<Config, 'fieldSecret' | 'authSecret' | 'formerSecrets'>;

/** Encrypts to `s1.<key id>.<base64url>`. `context` names owner and column, and must match to decrypt. */
export function encryptText([first]: EncryptionKeys, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `s1.${first.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

/** Decrypts. Throws for a changed value, another `context` or a missing key. */
export function decryptText(keys: EncryptionKeys, encrypted: string, context: string): string {
  const [version, id, payload = ''] = encrypted.split('.');
  const match = keys.find((candidate) => candidate.id === id);
  if (version !== 's1' || !match) throw new Error('the key that encrypted this value is not in the ring');
  const bytes = Buffer.from(payload, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', match.key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
  const body = bytes.subarray(nonceBytes, -tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** Derives a separate key for hashes, so that comparing people never needs the encryption key. */
export function deriveMatchKey(secret: string): EncryptionKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'cryptocommerce', 'marks of people', 32));
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** Hashes text to `m1.<key id>.<hash>`. Equal hashes show that two people entered the same text. */
export const hashForMatching = ({ id, key }: EncryptionKey, text: string): string =>
  `m1.${id}.${createHmac('sha256', key).update(text).digest('base64url')}`;

/** Hashes secret text with a key. Without the key, the text cannot be guessed. */
export const keyedHash = ([first]: EncryptionKeys, text: string): string =>
  createHmac('sha256', first.key).update(text).digest('hex');
