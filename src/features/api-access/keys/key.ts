import { createHash, randomBytes } from 'node:crypto';

export const keyPrefix = 'ccm_';

/** Creates a key with 256 random bits. We show the key once and store only its hash. */
export const createKey = (): string => `${keyPrefix}${randomBytes(32).toString('base64url')}`;

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const getLastFour = (key: string): string => key.slice(-4);

const bearerPattern = /^Bearer ccm_[A-Za-z0-9_-]{43}$/;

/** Parses the header `Authorization: Bearer …`. Returns null for a malformed key. */
export const parseBearerKey = (header: string | undefined): string | null =>
  header !== undefined && header.length < 80 && bearerPattern.test(header) ? header.slice('Bearer '.length) : null;
