import { randomBytes } from 'node:crypto';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { Address, NETWORK } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { getAddressForms, getSameKeyAddresses, getWrappedAddress } from './same-key.ts';

const bitcoin = Address(NETWORK);
const toHex = (hash: Uint8Array) => `0x${Buffer.from(hash).toString('hex')}`;

test('every address of a key gives the same forms', () => {
  for (let n = 0; n < 100; n++) {
    const hash = n === 0 ? new Uint8Array(20) : new Uint8Array(randomBytes(20));
    const own = bitcoin.encode({ type: 'pkh', hash });
    const wallets = [own, bitcoin.encode({ type: 'wpkh', hash }), getWrappedAddress(own)];
    for (const address of wallets.slice(0, 2))
      expect(getAddressForms(address ?? '')?.toSorted()).toEqual(wallets.toSorted());
    const accounts = [toHex(hash), getSameKeyAddresses(toHex(hash))[0] ?? ''];
    for (const address of accounts) expect(getAddressForms(address)?.toSorted()).toEqual(accounts.toSorted());
  }
});

test('a script address and the address that wraps it are forms of each other', () => {
  const hash = new Uint8Array(randomBytes(32));
  const script = bitcoin.encode({ type: 'wsh', hash });
  const program = concatBytes(Uint8Array.of(0, 32), hash);
  const wrapping = bitcoin.encode({ type: 'sh', hash: ripemd160(sha256(program)) });
  expect(getAddressForms(script)).toEqual([script, wrapping]);
});

test('the first form is the address itself, in lower case for EVM', () => {
  expect(getAddressForms('0x52908400098527886E0F7030069857D2E4169EE7')?.[0]).toBe(
    '0x52908400098527886e0f7030069857d2e4169ee7',
  );
});

test('the wrapping address is the same from each form of the key', () => {
  const hash = new Uint8Array(randomBytes(20));
  const [own, native] = [bitcoin.encode({ type: 'pkh', hash }), bitcoin.encode({ type: 'wpkh', hash })];
  expect(getWrappedAddress(native)).toBe(getWrappedAddress(own));
  expect(getSameKeyAddresses(getWrappedAddress(own) ?? '')).toEqual([]);
});

test.each([
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4LWLs4gDB4T',
  'without owner',
  '',
])('%s has no other form', (address) => {
  expect(getSameKeyAddresses(address)).toEqual([]);
  expect(getAddressForms(address)).toBeNull();
});
