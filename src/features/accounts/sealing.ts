import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config.ts';

/** A secret as it is kept: sealed, and the name of the key that opens it. */
export type Sealed = { readonly sealed: Buffer; readonly keyId: string };

const nonceBytes = 12;
const tagBytes = 16;

/** The product's own secret, and what it was before: the first seals, each opens what it sealed. */
export type Secrets = readonly [string, ...string[]];

export const secretsOf = ({ authSecret, formerSecrets }: Pick<Config, 'authSecret' | 'formerSecrets'>): Secrets => [
  authSecret,
  ...formerSecrets,
];

/** The key for secrets of accounts, drawn from a secret of the product, and the name it goes by. */
function keyFrom(authSecret: string): { key: Buffer; keyId: string } {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'cryptocommerce accounts secrets 1', 32));
  return { key, keyId: createHash('sha256').update(key).digest('hex').slice(0, 16) };
}

/** Seals a secret with AES-256-GCM, bound to its owner: in another person's row it does not open. */
export function seal(secret: Uint8Array, owner: string, [first]: Secrets): Sealed {
  const { key, keyId } = keyFrom(first);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId };
}

/** By which name the key goes that seals now. */
export const currentKeyId = ([first]: Secrets): string => keyFrom(first).keyId;

/** Opens what {@link seal} sealed; throws for a key that is not here, another owner or a changed byte. */
export function unseal({ sealed, keyId }: Sealed, owner: string, secrets: Secrets): Buffer {
  const own = secrets.map(keyFrom).find((one) => one.keyId === keyId);
  if (!own) throw new Error(`a secret was sealed with the key ${keyId}, which is not here`);
  const decipher = createDecipheriv('aes-256-gcm', own.key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
