import { createHash, randomBytes } from 'node:crypto';

/** By these signs a key is known for one of ours, wherever it turns up. */
export const keyPrefix = 'ccm_';

/** A new key: 256 bits of chance. It is shown once and kept nowhere. */
export const newKey = (): string => `${keyPrefix}${randomBytes(32).toString('base64url')}`;

/** What is kept of a key. It cannot be guessed back: behind it stand 256 bits. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The signs by which its owner knows it again. */
export const lastFour = (key: string): string => key.slice(-4);

const shape = /^Bearer ccm_[A-Za-z0-9_-]{43}$/;

/** The key in a header `Authorization: Bearer …`; null for anything else, of which nothing is looked up. */
export const keyIn = (header: string | undefined): string | null =>
  header !== undefined && header.length < 80 && shape.test(header) ? header.slice('Bearer '.length) : null;
