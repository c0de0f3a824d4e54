import { demoPassword } from '../fakes/people.ts';
import { type Passwords, passwords, passwordsAt } from '../src/platform/jobs/password-work.ts';

const quick = passwordsAt({
  argon2id: { memory: 64, passes: 1, parallelism: 1 },
  scrypt: { N: 16, r: 8, p: 1 },
});
const head = '$argon2id$v=19$m=64,';

/** Hashes in the product's format at minimal cost, to save a seventh of the test time. Older hashes keep their cost. */
export const quickPasswords: Passwords = {
  hash: (password, queueKeys, storedHash) => getCosts(storedHash).hash(password, queueKeys, storedHash),
  verify: (storedHash, password, queueKeys) => getCosts(storedHash).verify(storedHash, password, queueKeys),
};

const getCosts = (storedHash?: string | null): Passwords =>
  !storedHash || storedHash.startsWith(head) ? quick : passwords;

/** Hash of the demo password at minimal cost. */
export const quickDemoHash = quick.hash(demoPassword, ['test']);
