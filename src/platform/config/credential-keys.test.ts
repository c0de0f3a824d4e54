import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoCredentialKeys, readCredentialKeys } from './credential-keys.ts';

const generateRsa = (modulusLength = 3_072) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
// Older keys may be shorter, since they only verify.
const [newer, older] = [generateRsa(), generateRsa(2_048)];
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const readPublished = (text: string) =>
  readCredentialKeys(text)?.published.map((key) => key.export({ type: 'spki', format: 'pem' }));

test('the first key signs, and later keys are published with or without their private half', () => {
  const keyHalf = [newer.publicKey, older.publicKey];
  expect(readPublished(newer.privateKey)).toEqual([newer.publicKey]);
  expect(readPublished(newer.privateKey + older.publicKey)).toEqual(keyHalf);
  expect(readPublished(`${newer.privateKey}\n  ${older.privateKey}`)).toEqual(keyHalf);
  expect(
    readCredentialKeys(newer.privateKey + older.privateKey)?.signing.export({ type: 'pkcs8', format: 'pem' }),
  ).toBe(newer.privateKey);
});

test('a key on one line, as environments carry it, is the same key', () => {
  expect(readPublished(newer.privateKey.replaceAll('\n', '\\n'))).toEqual([newer.publicKey]);
});

test('only the public half of a private key is published', () => {
  for (const key of readCredentialKeys(newer.privateKey + older.privateKey)?.published ?? [])
    expect(key.type).toBe('public');
});

test.each([
  ['nothing', ''],
  ['a public key first', newer.publicKey],
  ['a short key', older.privateKey],
  ['a short later key', newer.privateKey + generateRsa(1_024).publicKey],
  ['a key of another type', String(elliptic)],
  ['extra text', `key: ${newer.privateKey}`],
  ['a broken key', newer.privateKey.replace(/.{200}\n/, '\n').slice(0, 600)],
])('%s is rejected', (_, text) => expect(readCredentialKeys(text)).toBeNull());

test('a demo creates one key that only its owner can read', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-keys-'));
  const { signing: demoKeys } = demoCredentialKeys(dataDir);
  const file = join(dataDir, 'demo-credential-key.pem');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(demoKeys.export({ type: 'pkcs8', format: 'pem' }));
  expect(demoKeys.asymmetricKeyDetails?.modulusLength).toBe(3_072);
});

test('a demo keeps an existing shorter key, and its signatures stay valid', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptocommerce-keys-'));
  writeFileSync(join(dataDir, 'demo-credential-key.pem'), older.privateKey);
  expect(demoCredentialKeys(dataDir).signing.export({ type: 'pkcs8', format: 'pem' })).toBe(older.privateKey);
});
