import { randomBytes, scryptSync } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argon2id } from '@noble/hashes/argon2.js';
import { expect, test } from 'vitest';
import { passwords } from './password-work.ts';

const { hash: hashPassword, fitting } = passwords;
const password = 'Öl-und-Ñame-2026!';
/** As the sign-in library of before wrote it. */
const ofBefore =
  '5ea9977a656e72a1a86991d46a54677e:' +
  '12dba9da5261835bce05e42d766638096f52b88929f4286a8f25f71359ee1b18fc8aeb05737a5ede6bf3a83517ac6e5b19f2ea92edfa255daf282fb86d958b13';

test('a password opens what was kept of it, in the form of before too, and is kept in that of today', async () => {
  const ours = await hashPassword(password, ['a']);
  expect(await fitting(ours, password, ['a'])).toBe(ours);
  expect(ours).not.toBe(await hashPassword(password, ['a']));
  const anew = await fitting(ofBefore, password, ['a']);
  expect(anew).toMatch(/^\$argon2id\$/);
  expect(await fitting(anew, password, ['a'])).toBe(anew);
  for (const kept of [ours, ofBefore, null]) expect(await fitting(kept, `${password} `, ['a'])).toBeNull();
  expect(await fitting(null, password, ['a'])).toBeNull();
});

/** As it was kept on 22 November 2026: who changes the costs reads those of a kept form from its text first. */
const ofFirst = '$argon2id$v=19$m=32768,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$qEyjYcqX++ysGyWaKLqQ2ksfFLDMQJsFQffK344jV4E';

test('a password opens what was kept of it under the costs of its day', async () => {
  expect(await fitting(ofFirst, password, ['a'])).not.toBeNull();
  expect(await fitting(ofFirst, `${password} `, ['a'])).toBeNull();
});

test('two who find an older form right at once keep the same newer one', async () => {
  const [one, other] = await Promise.all([fitting(ofBefore, password, ['a']), fitting(ofBefore, password, ['b'])]);
  expect(one).toBe(other);
});

test('like another stored form, the same password is that very text', async () => {
  const ours = await hashPassword(password, ['a']);
  for (const like of [ours, ofBefore]) {
    expect(await hashPassword(password, ['a'], like)).toBe(like);
    expect(await hashPassword(`${password} `, ['a'], like)).not.toBe(like);
  }
});

test('a stored form that is none opens to nobody', async () => {
  const ours = await hashPassword('', ['a']);
  const none = [
    '',
    ':',
    'salt',
    `${'5a'.repeat(16)}:`,
    ours.slice(0, 40),
    ours.slice(0, -1),
    ours.replace('t=2', 't=1'),
  ];
  for (const kept of none) expect(await fitting(kept, '', ['a'])).toBeNull();
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

/** By another hand: what we keep opens wherever argon2id is spoken. */
test('the keys are those of argon2id, over no less memory than what was kept before', async () => {
  const [, , , costs, salt = '', key] = (await hashPassword(password, ['a'])).split('$');
  const own = argon2id(password.normalize('NFKC'), Buffer.from(salt, 'base64'), { t: 2, m: 32_768, p: 1, dkLen: 32 });
  expect(Buffer.from(own).toString('base64').replaceAll('=', '')).toBe(key);
  expect(costs).toBe('m=32768,t=2,p=1');
  expect(32_768 * 1024).toBeGreaterThanOrEqual(128 * 16_384 * 16);
});

test('the keys of before are those of scrypt', () => {
  const [salt = '', key] = ofBefore.split(':');
  const own = scryptSync(password.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 27 });
  expect(own.toString('hex')).toBe(key);
});
