import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { QueueKeys } from '../limits/fair-queue.ts';
import { workerPool } from './workers.ts';

export type Derivation = {
  readonly secret: string;
  readonly salt: string | Uint8Array;
  readonly bytes: number;
  readonly cost: Argon2id | Scrypt;
};
type Argon2id = { readonly memory: number; readonly passes: number; readonly parallelism: number };
type Scrypt = { readonly N: number; readonly r: number; readonly p: number };

const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** At 0.1 s for each hash, a full queue is done before a browser gives up. Per network, connection and account. */
export const passwordQueueLimits = { maxWaiting: 200, maxWaitingPerKey: [100, 60, 16] } as const;

export const deriveInWorker = workerPool<readonly Derivation[], readonly string[]>({
  program: new URL('./password-thread.ts', import.meta.url),
  threads,
  ...passwordQueueLimits,
  maxCpuMs: 30_000,
  timeoutMs: 45_000,
  memoryMb: 64,
});

export type PasswordCosts = { readonly argon2id: Argon2id; readonly scrypt: Scrypt };

/** argon2id with the memory of the former scrypt and more work for each guess (ADR 01). */
const currentCosts: PasswordCosts = {
  argon2id: { memory: 32_768, passes: 2, parallelism: 1 },
  scrypt: { N: 16_384, r: 16, p: 1 },
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** Legacy hash that matches no password, for accounts without one. Hex decoding stops at the colon. */
const dummyHash = `${'5a'.repeat(16)}:`;

const isEqual = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Creates the password functions. Tests use lower costs. */
export function passwordsAt({ argon2id, scrypt }: PasswordCosts) {
  const prefix = `$argon2id$v=19$m=${argon2id.memory},t=${argon2id.passes},p=${argon2id.parallelism}$`;

  function getSalt(stored: string): Buffer {
    const salt = stored.startsWith(prefix)
      ? Buffer.from(stored.slice(prefix.length), 'base64')
      : Buffer.from(stored, 'hex');
    return salt.length < 16 ? Buffer.from(dummyHash, 'hex') : salt.subarray(0, 16);
  }

  async function hashBoth(
    password: string,
    salt: Buffer,
    keys: QueueKeys,
  ): Promise<{ current: string; legacy: string }> {
    const secret = password.normalize('NFKC');
    const text = salt.toString('hex');
    // Always computes both, because the time would reveal which accounts have a legacy hash.
    const [currentKey = '', legacyKey = ''] = await deriveInWorker(keys, [
      { secret, salt, bytes: 32, cost: argon2id },
      { secret, salt: text, bytes: 64, cost: scrypt },
    ]);
    return {
      current: `${prefix}${base64(salt)}$${base64(Buffer.from(currentKey, 'hex'))}`,
      legacy: `${text}:${legacyKey}`,
    };
  }

  /** Hashes with a new salt, or with salt and format of `likeStored`, so that a repeated sign-up can be compared. */
  async function hash(password: string, keys: QueueKeys, likeStored?: string | null): Promise<string> {
    const { current, legacy } = await hashBoth(password, likeStored ? getSalt(likeStored) : randomBytes(16), keys);
    return !likeStored || likeStored.startsWith(prefix) ? current : legacy;
  }

  /** Returns the current hash of a matching password, else null. Takes as long without a stored hash. */
  async function verify(stored: string | null, password: string, keys: QueueKeys): Promise<string | null> {
    const forms = await hashBoth(password, getSalt(stored ?? dummyHash), keys);
    const isMatch = [isEqual(forms.current, stored ?? ''), isEqual(forms.legacy, stored ?? '')].includes(true);
    return isMatch ? forms.current : null;
  }

  return { hash, verify };
}

export const passwords = passwordsAt(currentCosts);
export type Passwords = typeof passwords;
