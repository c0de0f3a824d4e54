import { randomBytes } from 'node:crypto';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { Address, NETWORK } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buy, upload } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { toChecksumAddress } from './address-families.ts';
import { checkAddress, findUnownedReason } from './addresses.ts';
import type { Network } from './networks.ts';
import { getAddressForms, getSameKeyAddresses, getWrappedAddress } from './same-key.ts';
import { custodies, formatHolding, parseHolding } from './transfer-parties.ts';
import { isPatterned, unownedAddresses } from './unowned-addresses.ts';

const refused = (network: Network, text: string): string => {
  const check = checkAddress(network, text);
  return check.ok ? 'ok' : check.reason;
};

test.each([
  ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE', 'burn_address'],
  ['bitcoin', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr', 'burn_address'],
  ['bitcoin', '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E', 'burn_address'],
  ['bitcoin', '1QLbz7JHiBTspS962RLKV8GndWFwi5j6Qr', 'burn_address'],
  ['erc20', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'burn_address'],
  ['erc20', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'burn_address'],
  ['erc20', '0xffffffffffffffffffffffffffffffffffffffff', 'burn_address'],
  ['erc20', '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead', 'burn_address'],
  ['erc20', '0x1234567890123456789012345678901234567890', 'burn_address'],
  ['erc20', '0x0123456789abcdef0123456789abcdef01234567', 'burn_address'],
  ['erc20', '0x000102030405060708090a0b0c0d0e0f10111213', 'burn_address'],
  ['erc20', '0xdead000000000000000042069420694206942069', 'burn_address'],
  ['erc20', '0x4200000000000000000000000000000000000006', 'burn_address'],
  ['erc20', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'token_contract'],
  ['trc20', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', 'token_contract'],
  ['trc20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', 'burn_address'],
  ['trc20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'burn_address'],
  ['solana', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'token_contract'],
  ['solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'token_contract'],
  ['solana', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'token_contract'],
  ['solana', 'SysvarC1ock11111111111111111111111111111111', 'burn_address'],
  ['solana', 'SysvarRent111111111111111111111111111111111', 'burn_address'],
  ['solana', 'Stake11111111111111111111111111111111111111', 'burn_address'],
  ['solana', 'ComputeBudget111111111111111111111111111111', 'burn_address'],
  ['solana', '1nc1nerator11111111111111111111111111111111', 'burn_address'],
  ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'burn_address'],
  ['xrp', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ', 'burn_address'],
  ['xrp', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd', 'burn_address'],
] as const)('an address on %s that no person owns is refused: %s as %s', (network, address, reason) =>
  expect(refused(network, address)).toBe(reason),
);

describe('the maintained list of addresses without an owner', () => {
  it('writes EVM addresses with their checksum', () => {
    for (const address of [...unownedAddresses.evm.burn_address, ...unownedAddresses.evm.token_contract]) {
      expect(toChecksumAddress(address)).toBe(address);
      expect(findUnownedReason(address, '')).not.toBeNull();
    }
  });

  it('treats no random key as a pattern', () => {
    const random = (length: number) => Uint8Array.from(sha256(Uint8Array.of(length, ...seed())).subarray(0, length));
    let count = 0;
    const seed = () => [count >> 8, count++ & 255];
    for (let n = 0; n < 2_000; n++)
      for (const length of [20, 32]) {
        const key = random(length);
        expect(isPatterned(base58.encode(key), bytesToHex(key))).toBe(false);
      }
  });
});

describe('addresses of one key', () => {
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
});

describe('parties of a transfer', async () => {
  const server = await serverWithoutFaults();
  const { owner, signIn, call } = server;
  const enhanced = await signIn('enhanced');
  const rowsOf = async (orderId: string) =>
    (await owner.query('select custody, provider, holder from transfer_parties where order_id = $1', [orderId])).rows;
  const funds = async () => ({
    sourceOfFunds: 'savings',
    sourceOfFundsFile: (await upload(server, enhanced, 'source-of-funds')).body.id,
  });

  test('a provider needs a name; an empty owner means the customer', () => {
    fc.assert(
      fc.property(fc.constantFrom(...custodies, null), fc.string(), fc.string(), (custody, custodian, walletOwner) => {
        const read = parseHolding({ custody, custodian, walletOwner });
        expect(read === null).toBe(custody === null || (custody === 'provider' && custodian === ''));
        if (read)
          expect([read.provider === null, read.holder === null]).toEqual([custody === 'self', walletOwner === '']);
      }),
    );
    expect(formatHolding({ custody: 'self', provider: null, holder: null })).toBe("self-hosted, the customer's own");
  });

  test('orders from US$1,000 require and store the wallet holder', async () => {
    const large = { amount: '175000', ...(await funds()) };
    const refused = await buy(server, enhanced, { ...large, custody: null });
    expect(refused.body).toMatchObject({ code: 'trading.funds_missing', data: { what: 'Wallet holder' } });
    expect((await buy(server, enhanced, { ...large, custody: 'provider' })).body.code).toBe('trading.funds_missing');
    const holding = { custody: 'provider', custodian: 'Binance', walletOwner: 'Ada Grant' } as const;
    const { body } = await buy(server, enhanced, { ...large, ...holding });
    expect(await rowsOf(body.orderId)).toEqual([{ custody: 'provider', provider: 'Binance', holder: 'Ada Grant' }]);
    const shown = await call<{ parties: object }>('desk/order', { orderId: body.orderId }, await signIn('compliance'));
    expect(shown.body.parties).toEqual({ custody: 'provider', provider: 'Binance', holder: 'Ada Grant' });
  });

  test('smaller orders neither require nor store the wallet holder', async () => {
    const { body, status } = await buy(server, enhanced, { amount: '20000', custody: null });
    expect(status).toBe(200);
    expect(await rowsOf(body.orderId)).toEqual([]);
    const more = await buy(server, enhanced, { amount: '21000', custody: 'self' });
    expect(await rowsOf(more.body.orderId)).toEqual([]);
  });

  test('a customer cannot read the wallet holder of another customer', async () => {
    const { body } = await buy(server, enhanced, { amount: '180000', ...(await funds()) });
    expect(await rowsOf(body.orderId)).toHaveLength(1);
    expect((await call('desk/order', { orderId: body.orderId }, await signIn('tier1'))).status).toBe(403);
  });
});
