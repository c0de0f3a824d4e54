import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Whose } from './turns.ts';
import { workerPool } from './workers.ts';

/** What is made slow: a key of so many bytes out of a secret, by scrypt. */
export type Derivation = {
  readonly secret: string;
  readonly salt: string;
  readonly bytes: number;
  readonly cost: { readonly N: number; readonly r: number; readonly p: number };
};

/** One core stays with those who already are inside. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * How many wait: at most 100 of one network (connection.ts), sixty of one connection, sixteen of one account and 200
 * altogether: at a tenth of a second each, nobody waits longer than a browser does.
 */
export const passwordRoom = { waiting: 200, ofOne: [100, 60, 16] } as const;

/** Derives a key, in hexadecimal, on a thread apart. */
export const deriveApart = workerPool<Derivation, string>({
  program: new URL('./password-thread.ts', import.meta.url),
  threads,
  ...passwordRoom,
  patience: 30_000,
  memory: 64,
});

/** The cost at which the sign-in library keeps passwords; what it kept before opens here, and the other way round. */
const cost = { N: 16_384, r: 16, p: 1 } as const;
const keyOf = (password: string, salt: string, whose: Whose) =>
  deriveApart(whose, { secret: password.normalize('NFKC'), salt, bytes: 64, cost });

/**
 * The stored form of a password: `salt:key`, both in hexadecimal. With the salt of `like`, a stored form, it is that
 * very text for the same password: who compares so does the work once, whether there was one to compare with or not.
 */
export async function hashPassword(password: string, whose: Whose, like?: string | null): Promise<string> {
  const salt = like?.split(':')[0] ?? randomBytes(16).toString('hex');
  return `${salt}:${await keyOf(password, salt, whose)}`;
}

/** Whether this is the password that was stored so. */
export async function passwordIs(hash: string, password: string, whose: Whose): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const [ours, kept] = [Buffer.from(await keyOf(password, salt, whose)), Buffer.from(key)];
  return ours.length === kept.length && timingSafeEqual(ours, kept);
}
