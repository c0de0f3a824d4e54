import { randomBytes } from 'node:crypto';
import { Address, NETWORK } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { serverUnderTest } from '../../../test/worker.ts';
import { getSameKeyAddresses, getWrappedAddress } from './same-key.ts';

const { owner } = await serverUnderTest();
const formsOf = async (address: string): Promise<string[]> =>
  (await owner.query<{ forms: string[] }>('select app.wallet_forms($1) forms', [address])).rows[0]?.forms ?? [];
const bitcoin = Address(NETWORK);

test('the database finds the same addresses as the code for two hundred keys in every form', async () => {
  for (let n = 0; n < 100; n++) {
    const hash = n === 0 ? new Uint8Array(20) : new Uint8Array(randomBytes(20));
    for (const address of [
      bitcoin.encode({ type: 'pkh', hash }),
      bitcoin.encode({ type: 'wpkh', hash }),
      `0x${Buffer.from(hash).toString('hex')}`,
      getSameKeyAddresses(`0x${Buffer.from(hash).toString('hex')}`)[0] ?? '',
    ])
      expect((await formsOf(address)).toSorted()).toEqual([address, ...getSameKeyAddresses(address)].toSorted());
  }
});

test('the wrapping address is found from each form of the key', async () => {
  const hash = new Uint8Array(randomBytes(20));
  const [own, native] = [bitcoin.encode({ type: 'pkh', hash }), bitcoin.encode({ type: 'wpkh', hash })];
  const { rows } = await owner.query('select app.wrapped_wallet($1) own, app.wrapped_wallet($2) native', [own, native]);
  const wrapping = getWrappedAddress(own);
  expect(rows).toEqual([{ own: wrapping, native: wrapping }]);
  expect(await formsOf(wrapping ?? '')).toEqual([wrapping]);
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
])('%s has no other form', async (address) => {
  expect(getSameKeyAddresses(address)).toEqual([]);
  expect(await formsOf(address)).toEqual([address]);
});
