import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argon2id } from '@noble/hashes/argon2.js';
import { describe, expect, test } from 'vitest';
import { forEachSettled } from './for-each-settled.ts';
import { passwords } from './password-work.ts';
import { WorkExceeded, workerPool } from './workers.ts';

const program = new URL('../../../test/files/misbehaving-program.ts', import.meta.url);
const slowStart = new URL('../../../test/files/slow-start.ts', import.meta.url);
const bounds = { threads: 1, maxWaiting: 10, maxWaitingPerKey: [], maxCpuMs: 200, timeoutMs: 30_000, memoryMb: 64 };

/** `say` answers process id and thread id; `sleep` ends with 'timed-out'. */
const processPool = workerPool<string | string[], string>({ program, isolation: 'process', ...bounds });
const queueKeys = ['user'];
const overloaded = { code: 'general.overloaded', words: { status: 503 } };

test('a worker process answers, and can neither read files, write, spawn nor see secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prying-'));
  const file = join(folder, 'paper');
  writeFileSync(file, 'of a customer');
  process.env['CANARY_SECRET'] = 'canary-secret-of-this-process';
  expect(await processPool(queueKeys, 'say')).toMatch(/^\d+ 0$/);
  expect(await processPool(queueKeys, ['read', file])).toBe('ERR_ACCESS_DENIED');
  expect(await processPool(queueKeys, ['write', join(folder, 'new')])).toBe('ERR_ACCESS_DENIED');
  expect(await processPool(queueKeys, ['start', process.execPath])).toBe('ERR_ACCESS_DENIED');
  expect(await processPool(queueKeys, 'secrets')).not.toContain('canary-secret-of-this-process');
  delete process.env['CANARY_SECRET'];
});

describe.each(['thread', 'process'] as const)('a %s', (isolation) => {
  const ask = workerPool<string | string[], string>({ program, isolation, ...bounds });

  test('that uses up its processor time is ended with an error, and the next call gets another worker', async () => {
    const first = await ask(queueKeys, 'say');
    await expect(ask(queueKeys, 'spin')).rejects.toThrow(WorkExceeded);
    expect(await ask(queueKeys, 'say')).not.toBe(first);
  });

  test('that fills its memory is ended with an error', async () => {
    const patientPool = workerPool<string, string>({ program, isolation, ...bounds, maxCpuMs: 30_000 });
    await expect(patientPool(queueKeys, 'hoard')).rejects.toThrow(WorkExceeded);
  });

  test('that sleeps longer than its processor time is not ended', async () => {
    expect(await ask(queueKeys, ['sleep', '1200'])).toBe('timed-out');
  });

  test('that misses the deadline continues: its caller must retry, and the next call uses it', async () => {
    const first = await ask(queueKeys, 'say');
    const abortedCall = ask(queueKeys, ['sleep', '900'], AbortSignal.timeout(150));
    await expect(abortedCall).rejects.toMatchObject(overloaded);
    expect(await ask(queueKeys, 'say')).toBe(first);
  });

  test('that starts slowly is kept: its caller must retry, and the next call uses it', async () => {
    const slowPool = workerPool<string, string>({ program: slowStart, isolation, ...bounds, timeoutMs: 500 });
    await expect(slowPool(queueKeys, 'say')).rejects.toMatchObject(overloaded);
    expect(await slowPool(queueKeys, 'say', AbortSignal.timeout(30_000))).toMatch(/^\d+ \d+$/);
  });

  test('is not called for callers that gave up in the queue', async () => {
    const runningCall = ask(queueKeys, ['sleep', '600']);
    const abortedCall = ask(queueKeys, 'spin', AbortSignal.timeout(100));
    await expect(abortedCall).rejects.toMatchObject(overloaded);
    await runningCall;
    expect(await ask(queueKeys, 'say')).toMatch(/^\d+ \d+$/);
  });
});

test('the caller of a killed worker process must retry, and the next call gets another', async () => {
  const [pid = 0] = (await processPool(queueKeys, 'say')).split(' ').map(Number);
  const pendingCall = processPool(queueKeys, ['sleep', '20000']);
  setTimeout(() => process.kill(pid, 'SIGKILL'), 100);
  await expect(pendingCall).rejects.toMatchObject(overloaded);
  expect(await processPool(queueKeys, 'say')).not.toBe(`${pid} 0`);
});

test('a program that cannot start is a fault with its reason', async () => {
  const nowhere = new URL('../../../test/files/nowhere.ts', import.meta.url);
  for (const isolation of ['thread', 'process'] as const) {
    const ask = workerPool<string, string>({ program: nowhere, isolation, ...bounds });
    await expect(ask(queueKeys, 'say')).rejects.toThrow(/nowhere|exited with/);
  }
});

describe('for each settled', () => {
  test('a failing item does not stop later ones, and its error is thrown at the end', async () => {
    const settled: number[] = [];
    const work = async (item: number) => {
      if (item % 2 === 0) throw new Error(`not ${item}`);
      settled.push(item);
    };
    await expect(forEachSettled([1, 2, 3], work)).rejects.toThrow('not 2');
    await expect(forEachSettled([4, 5, 6, 7], work)).rejects.toThrow('2 of 4 failed');
    expect(settled).toEqual([1, 3, 5, 7]);
    await forEachSettled([], work);
  });
});

const { hash: hashPassword, verify } = passwords;
const password = 'Öl-und-Ñame-2026!';
const legacyHash =
  '5ea9977a656e72a1a86991d46a54677e:' +
  '12dba9da5261835bce05e42d766638096f52b88929f4286a8f25f71359ee1b18fc8aeb05737a5ede6bf3a83517ac6e5b19f2ea92edfa255daf282fb86d958b13';

test('a password matches its stored hash, older formats too, and is upgraded', async () => {
  const currentHash = await hashPassword(password, ['a']);
  expect(await verify(currentHash, password, ['a'])).toBe(currentHash);
  expect(currentHash).not.toBe(await hashPassword(password, ['a']));
  const upgraded = await verify(legacyHash, password, ['a']);
  expect(upgraded).toMatch(/^\$argon2id\$/);
  expect(await verify(upgraded, password, ['a'])).toBe(upgraded);
  for (const hash of [currentHash, legacyHash, null]) expect(await verify(hash, `${password} `, ['a'])).toBeNull();
  expect(await verify(null, password, ['a'])).toBeNull();
});

/** Hash of 22 November 2026. Later versions must still verify it. */
const firstHash = '$argon2id$v=19$m=32768,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$qEyjYcqX++ysGyWaKLqQ2ksfFLDMQJsFQffK344jV4E';

test('a password matches a hash with the costs of its time', async () => {
  expect(await verify(firstHash, password, ['a'])).not.toBeNull();
  expect(await verify(firstHash, `${password} `, ['a'])).toBeNull();
});

test('two sign-ins that upgrade the same hash store the same new one', async () => {
  const [first, second] = await Promise.all([verify(legacyHash, password, ['a']), verify(legacyHash, password, ['b'])]);
  expect(first).toBe(second);
});

test('hashing like an existing hash returns the same text', async () => {
  const currentHash = await hashPassword(password, ['a']);
  for (const sameHash of [currentHash, legacyHash]) {
    expect(await hashPassword(password, ['a'], sameHash)).toBe(sameHash);
    expect(await hashPassword(`${password} `, ['a'], sameHash)).not.toBe(sameHash);
  }
});

test('an invalid hash matches no password', async () => {
  const currentHash = await hashPassword('', ['a']);
  const invalidHashes = [
    '',
    ':',
    'salt',
    `${'5a'.repeat(16)}:`,
    currentHash.slice(0, 40),
    currentHash.slice(0, -1),
    currentHash.replace('t=2', 't=1'),
  ];
  for (const hash of invalidHashes) expect(await verify(hash, '', ['a'])).toBeNull();
});

test('files are written while passwords are hashed, on other threads', async () => {
  const finished: string[] = [];
  const work = Array.from({ length: 12 }, () => hashPassword(password, ['one']).then(() => finished.push('password')));
  const path = join(tmpdir(), randomBytes(8).toString('hex'));
  const file = await open(path, 'w');
  for (let n = 0; n < 20; n++) await file.write('a little');
  await file.close();
  await rm(path);
  finished.push('file');
  await Promise.all(work);
  // On shared threads, each write of the file would wait for a hash.
  expect(finished.indexOf('file')).toBeLessThan(6);
});

test("one caller's first password runs before another's ninth", async () => {
  const finished: string[] = [];
  const attempts = Array.from({ length: 9 }, (_, n) =>
    hashPassword(password, ['one']).then(() => finished.push(`one ${n}`)),
  );
  await Promise.all([...attempts, hashPassword(password, ['another']).then(() => finished.push('another'))]);
  expect(finished.indexOf('another')).toBeLessThan(8);
});

/** Compared with another implementation of argon2id. */
test('hashes are argon2id with at least the previous memory', async () => {
  const [, , , costs, salt = '', key] = (await hashPassword(password, ['a'])).split('$');
  const ownHash = argon2id(password.normalize('NFKC'), Buffer.from(salt, 'base64'), {
    t: 2,
    m: 32_768,
    p: 1,
    dkLen: 32,
  });
  expect(Buffer.from(ownHash).toString('base64').replaceAll('=', '')).toBe(key);
  expect(costs).toBe('m=32768,t=2,p=1');
  expect(32_768 * 1024).toBeGreaterThanOrEqual(128 * 16_384 * 16);
});

test('legacy hashes are scrypt', () => {
  const [salt = '', key] = legacyHash.split(':');
  const ownHash = scryptSync(password.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 27 });
  expect(ownHash.toString('hex')).toBe(key);
});
