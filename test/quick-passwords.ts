import { demoPassword } from '../fakes/people.ts';
import { type Passwords, passwords, passwordsAt } from '../src/platform/password-work.ts';

const quick = passwordsAt({
  argon2id: { memory: 64, passes: 1, parallelism: 1 },
  scrypt: { N: 16, r: 8, p: 1 },
});
const head = '$argon2id$v=19$m=64,';

/**
 * Passwords as the product keeps and compares them, in the same threads, for next to no work: a seventh of the tests'
 * time went into making them slow to guess, where nobody guesses. What the product kept itself, the demo's and those of
 * before, is compared at its own costs. That work is the subject of password-work.test.ts and sign-in.test.ts.
 */
export const quickPasswords: Passwords = {
  hash: (password, whose, like) => atCostsOf(like).hash(password, whose, like),
  fitting: (kept, password, whose) => atCostsOf(kept).fitting(kept, password, whose),
};

const atCostsOf = (kept?: string | null): Passwords => (!kept || kept.startsWith(head) ? quick : passwords);

/** The demo's password in that form. */
export const keptQuickly = quick.hash(demoPassword, ['test']);
