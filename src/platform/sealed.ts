import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';

/**
 * Short secrets in database columns (tax and ID numbers), encrypted by the application with AES-256-GCM, so that a copy
 * of the database alone does not tell them. The first key seals; every key opens, so that a new one can be put in
 * front.
 */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];
export type SealingKey = { readonly id: string; readonly key: Buffer };

const nonceBytes = 12;
const tagBytes = 16;

/** A key of its own for columns, out of a secret that serves other ends too. Its id tells nothing of it. */
export function sealingKey(secret: string): SealingKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'cryptocommerce', 'sealed columns', 32));
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** The keys of this process for columns: its own secret first, then that of the sessions and what either was before. */
export const sealingKeysFrom = ({ fieldSecret, authSecret, formerSecrets }: Secrets): SealingKeys => [
  sealingKey(fieldSecret ?? authSecret),
  ...[authSecret, ...formerSecrets].map(sealingKey),
];
type Secrets = Pick<Config, 'fieldSecret' | 'authSecret' | 'formerSecrets'>;

/** The sealed form, `s1.<key id>.<base64url>`. `context` says whose and what it is: elsewhere it will not open. */
export function seal([first]: SealingKeys, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `s1.${first.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

/** The text behind a sealed form. Throws when a bit of it was changed, when it belongs elsewhere or its key is gone. */
export function unseal(keys: SealingKeys, sealed: string, context: string): string {
  const [form, id, packed = ''] = sealed.split('.');
  const found = keys.find((one) => one.id === id);
  if (form !== 's1' || !found) throw new Error('sealed with a key that is not here');
  const bytes = Buffer.from(packed, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
  const body = bytes.subarray(nonceBytes, -tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** A key of its own for marks: what is compared across people is never what opens a sealed column. */
export function markKey(secret: string): SealingKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'cryptocommerce', 'marks of people', 32));
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** What tells that two people gave the same text, and nothing else of it: `m1.<key id>.<hash>`. */
export const markOf = ({ id, key }: SealingKey, text: string): string =>
  `m1.${id}.${createHmac('sha256', key).update(text).digest('base64url')}`;

/** A fingerprint of a text that holds secrets: without the key nobody can try their guesses against it. */
export const keyedHash = ([first]: SealingKeys, text: string): string =>
  createHmac('sha256', first.key).update(text).digest('hex');
