import { randomBytes, scryptSync } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword as libraryHash, verifyPassword as libraryIs } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { hashPassword, passwordIs } from './password-work.ts';

const password = 'Öl-und-Ñame-2026!';

test('a password opens in the form that the sign-in library keeps, both ways', async () => {
  expect(await passwordIs(await libraryHash(password), password, ['a'])).toBe(true);
  const ours = await hashPassword(password, ['a']);
  expect(await libraryIs({ hash: ours, password })).toBe(true);
  expect(await passwordIs(ours, `${password} `, ['a'])).toBe(false);
  expect(ours).not.toBe(await hashPassword(password, ['a']));
});

test('a stored form that is none opens to nobody', async () => {
  for (const hash of ['', ':', 'salt', `${'5a'.repeat(16)}:`]) expect(await passwordIs(hash, '', ['a'])).toBe(false);
});

test('files are written while passwords are worked on: they do not share their threads', async () => {
  const done: string[] = [];
  const work = Array.from({ length: 12 }, () => hashPassword(password, ['one']).then(() => done.push('password')));
  const path = join(tmpdir(), randomBytes(8).toString('hex'));
  const file = await open(path, 'w');
  for (let n = 0; n < 20; n++) await file.write('a little');
  await file.close();
  await rm(path);
  done.push('file');
  await Promise.all(work);
  // Twenty-three waits behind passwords would take all of them.
  expect(done.indexOf('file')).toBeLessThan(6);
});

test('who waits with one password stands before the ninth of somebody else', async () => {
  const done: string[] = [];
  const many = Array.from({ length: 9 }, (_, n) => hashPassword(password, ['one']).then(() => done.push(`one ${n}`)));
  await Promise.all([...many, hashPassword(password, ['another']).then(() => done.push('another'))]);
  expect(done.indexOf('another')).toBeLessThan(8);
});

test('the keys are those of scrypt', async () => {
  const [salt = '', key] = (await hashPassword(password, ['a'])).split(':');
  const own = scryptSync(password.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 27 });
  expect(own.toString('hex')).toBe(key);
});
