import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoCredentialKeys, readCredentialKeys } from './credential-keys.ts';

const rsa = (modulusLength = 3_072) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
// Those that signed before may be shorter: all that they still do is to verify.
const [newer, older] = [rsa(), rsa(2_048)];
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const published = (text: string) =>
  readCredentialKeys(text)?.published.map((key) => key.export({ type: 'spki', format: 'pem' }));

test('the first key signs; those behind it are published, whether their private half is there or not', () => {
  const halves = [newer.publicKey, older.publicKey];
  expect(published(newer.privateKey)).toEqual([newer.publicKey]);
  expect(published(newer.privateKey + older.publicKey)).toEqual(halves);
  expect(published(`${newer.privateKey}\n  ${older.privateKey}`)).toEqual(halves);
  expect(
    readCredentialKeys(newer.privateKey + older.privateKey)?.signing.export({ type: 'pkcs8', format: 'pem' }),
  ).toBe(newer.privateKey);
});

test('a key on one line, as environments carry it, is the same', () => {
  expect(published(newer.privateKey.replaceAll('\n', '\\n'))).toEqual([newer.publicKey]);
});

test('what is private is published by its public half alone', () => {
  for (const key of readCredentialKeys(newer.privateKey + older.privateKey)?.published ?? [])
    expect(key.type).toBe('public');
});

test.each([
  ['nothing', ''],
  ['a public key first', newer.publicKey],
  ['a short key', older.privateKey],
  ['a short key behind', newer.privateKey + rsa(1_024).publicKey],
  ['another kind of key', String(elliptic)],
  ['something around it', `key: ${newer.privateKey}`],
  ['a broken one', newer.privateKey.replace(/.{200}\n/, '\n').slice(0, 600)],
])('%s is refused', (_, text) => expect(readCredentialKeys(text)).toBeNull());

test('a demo makes one key and keeps it for its owner alone', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-keys-'));
  const { signing } = demoCredentialKeys(dataDir);
  const file = join(dataDir, 'demo-credential-key.pem');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(signing.export({ type: 'pkcs8', format: 'pem' }));
  expect(signing.asymmetricKeyDetails?.modulusLength).toBe(3_072);
});

test('a demo that has a shorter one of before keeps it, and what it signed stays good', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-keys-'));
  writeFileSync(join(dataDir, 'demo-credential-key.pem'), older.privateKey);
  expect(demoCredentialKeys(dataDir).signing.export({ type: 'pkcs8', format: 'pem' })).toBe(older.privateKey);
});
