import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';

export type EncryptedSecret = { readonly encrypted: Buffer; readonly keyId: string };

const nonceBytes = 12;
const tagBytes = 16;

/** The first secret encrypts new values. The others only decrypt older values. */
export type Secrets = readonly [string, ...string[]];

export const getSecrets = ({ authSecret, formerSecrets }: Pick<Config, 'authSecret' | 'formerSecrets'>): Secrets => [
  authSecret,
  ...formerSecrets,
];

function deriveKey(authSecret: string): { key: Buffer; keyId: string } {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'cryptocommerce accounts secrets 1', 32));
  return { key, keyId: createHash('sha256').update(key).digest('hex').slice(0, 16) };
}

/** Encrypts with AES-256-GCM, bound to the owner's id. */
export function encryptSecret(secret: Uint8Array, ownerId: string, [first]: Secrets): EncryptedSecret {
  const { key, keyId } = deriveKey(first);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(ownerId));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return { encrypted: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId };
}

export const getCurrentKeyId = ([first]: Secrets): string => deriveKey(first).keyId;

/** Throws for an unknown key, another owner or altered data. */
export function decryptSecret({ encrypted, keyId }: EncryptedSecret, ownerId: string, secrets: Secrets): Buffer {
  const keyEntry = secrets.map(deriveKey).find((entry) => entry.keyId === keyId);
  if (!keyEntry) throw new Error(`a secret was encrypted with the unknown key ${keyId}`);
  const decipher = createDecipheriv('aes-256-gcm', keyEntry.key, encrypted.subarray(0, nonceBytes))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
