import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Whose } from './turns.ts';
import { workerPool } from './workers.ts';

/** What is made slow: a key of so many bytes out of a secret, by argon2id (memory in KiB) or by scrypt. */
export type Derivation = {
  readonly secret: string;
  readonly salt: string | Uint8Array;
  readonly bytes: number;
  readonly cost: Argon2id | Scrypt;
};
type Argon2id = { readonly memory: number; readonly passes: number; readonly parallelism: number };
type Scrypt = { readonly N: number; readonly r: number; readonly p: number };

/** One core stays with those who already are inside. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * How many wait: at most 100 of one network (connection.ts), sixty of one connection, sixteen of one account and 200
 * altogether: at a tenth of a second each, nobody waits longer than a browser does.
 */
export const passwordRoom = { waiting: 200, ofOne: [100, 60, 16] } as const;

/** Derives keys, in hexadecimal, in one turn on a thread apart. */
export const deriveApart = workerPool<readonly Derivation[], readonly string[]>({
  program: new URL('./password-thread.ts', import.meta.url),
  threads,
  ...passwordRoom,
  patience: 30_000,
  memory: 64,
});

/** How much work a guess is: by argon2id, and by scrypt for what was kept as `salt:key` in hexadecimal before. */
export type PasswordCosts = { readonly argon2id: Argon2id; readonly scrypt: Scrypt };

/** Those of the product: argon2id over as much memory as before, and more work for each guess (decision 018). */
const costsOfToday: PasswordCosts = {
  argon2id: { memory: 32_768, passes: 2, parallelism: 1 },
  scrypt: { N: 16_384, r: 16, p: 1 },
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** In the form of a kept password, and of no password at all: for the work of comparing alone. */
const nobodys = `${'5a'.repeat(16)}:`;

const same = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Keeps and compares passwords at such costs. The product knows `passwords` alone; most tests ask for less work. */
export function passwordsAt({ argon2id, scrypt }: PasswordCosts) {
  const head = `$argon2id$v=19$m=${argon2id.memory},t=${argon2id.passes},p=${argon2id.parallelism}$`;

  /** The salt of a stored form; of what is none, one that makes no text like it. */
  function saltOf(kept: string): Buffer {
    const salt = kept.startsWith(head) ? Buffer.from(kept.slice(head.length), 'base64') : Buffer.from(kept, 'hex');
    return salt.length < 16 ? Buffer.from(nobodys, 'hex') : salt.subarray(0, 16);
  }

  /** The stored forms of a password with a salt of sixteen bytes: that of today, and that of before. */
  async function formsOf(password: string, salt: Buffer, whose: Whose): Promise<{ today: string; before: string }> {
    const secret = password.normalize('NFKC');
    const text = salt.toString('hex');
    // Always both: else the time that it takes would tell an account with an older form from an address that has none.
    const [ours = '', older = ''] = await deriveApart(whose, [
      { secret, salt, bytes: 32, cost: argon2id },
      { secret, salt: text, bytes: 64, cost: scrypt },
    ]);
    return { today: `${head}${base64(salt)}$${base64(Buffer.from(ours, 'hex'))}`, before: `${text}:${older}` };
  }

  /**
   * The stored form of a password. With that of `like`, another stored form, it is that very text for the same
   * password: who compares so does the work once, whether there was one to compare with or not.
   */
  async function hash(password: string, whose: Whose, like?: string | null): Promise<string> {
    const { today, before } = await formsOf(password, like ? saltOf(like) : randomBytes(16), whose);
    return !like || like.startsWith(head) ? today : before;
  }

  /**
   * Today's stored form of a password, if it is the one that was kept so; else null. Whoever finds the same older form
   * right at the same moment gets the same answer. Without one that was kept it takes as long, and is null.
   */
  async function fitting(kept: string | null, password: string, whose: Whose): Promise<string | null> {
    const forms = await formsOf(password, saltOf(kept ?? nobodys), whose);
    const fits = [same(forms.today, kept ?? ''), same(forms.before, kept ?? '')].includes(true);
    return fits ? forms.today : null;
  }

  return { hash, fitting };
}

export const passwords = passwordsAt(costsOfToday);
export type Passwords = typeof passwords;
