import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A secret as it is kept: sealed, and the name of the key that opens it. */
export type Sealed = { readonly sealed: Buffer; readonly keyId: string };

const nonceBytes = 12;
const tagBytes = 16;

/** The key for secrets of accounts, drawn from the product's own secret, and the name it goes by. */
function keyFrom(authSecret: string): { key: Buffer; keyId: string } {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'cryptocommerce accounts secrets 1', 32));
  return { key, keyId: createHash('sha256').update(key).digest('hex').slice(0, 16) };
}

/** Seals a secret with AES-256-GCM, bound to its owner: in another person's row it does not open. */
export function seal(secret: Uint8Array, owner: string, authSecret: string): Sealed {
  const { key, keyId } = keyFrom(authSecret);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId };
}

/** Opens what {@link seal} sealed; throws for another key, another owner or a changed byte. */
export function unseal({ sealed, keyId }: Sealed, owner: string, authSecret: string): Buffer {
  const own = keyFrom(authSecret);
  if (own.keyId !== keyId) throw new Error(`a secret was sealed with the key ${keyId}, which is not here`);
  const decipher = createDecipheriv('aes-256-gcm', own.key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
