import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { describe, expect, it, test } from 'vitest';
import { bitcoinAddress, buy } from '../../../../test/orders.ts';
import { createScamTools } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { getTokenAccount } from '../../../../test/token-account.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { getSameKeyAddresses } from '../../assets/same-key.ts';
import type { Fact } from '../../scam-reports/schema.ts';
import type { Known } from '../../scam-reports/types.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import type { CompanyWallets } from '../../settings/schema.ts';
import { findWalletFault } from './company-wallets.ts';
import { coolingOffUntil, indicatesCoercion, isCoolingOff, validAnswers, warningVersionKey } from './scam-questions.ts';

const server = await serverWithoutFaults();
const { lookUp, insertReport, publish } = createScamTools(server);

const { cookie } = await newCustomer(server);
const findWarning = async (network: string, walletAddress: string, destinationTag = '') => {
  const input = { network, walletAddress, destinationTag };
  return (await server.call<{ warning: Known | null }>('trading/addressUsed', input, cookie)).body.warning;
};
const buildFact = (scope: string, value: string): Fact => ({ kind: 'wallet', scope, value });
const { call, signIn, owner } = server;

test('one report warns of nothing, two of reports, a published one of its verdict and reporter count', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const facts = [buildFact('evm', address)];
  expect(await findWarning('erc20', address)).toBeNull();
  const id = await insertReport({ facts });
  expect(await findWarning('erc20', address)).toBeNull();
  await insertReport({ facts });
  expect(await findWarning('erc20', address)).toEqual({ shown: 'reported' });
  await publish(id, 'likely');
  expect(await findWarning('erc20', address.toLowerCase())).toMatchObject({
    shown: 'published',
    verdict: 'likely',
    people: 2,
  });
});

test('a report about one tag does not warn of other tags of the address', async () => {
  const address = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
  const facts = [buildFact('xrp', `${address}?dt=17`)];
  await insertReport({ facts });
  await insertReport({ facts });
  expect(await findWarning('xrp', address, '17')).toEqual({ shown: 'reported' });
  expect([await findWarning('xrp', address, '18'), await findWarning('xrp', address)]).toEqual([null, null]);
});

test('a legitimate verdict is no warning', async () => {
  const address = 'bc1q09u7ul6368fzcak5clt7373dj7fzdsqa4k7gue';
  await publish(await insertReport({ facts: [buildFact('bitcoin', address)] }), 'legitimate');
  expect(await findWarning('bitcoin', address)).toBeNull();
});

test.each([
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bitcoin', 'bitcoin'],
  ['trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'evm', 'erc20'],
  ['erc20', '0x27b1fdb04752bbc536007a920d24acb045561c26', 'tron', 'trc20'],
] as const)(
  'a warning about %s %s applies to each other form of its key',
  async (network, address, otherScope, otherNetwork) => {
    const scope = { bitcoin: 'bitcoin', trc20: 'tron', erc20: 'evm' }[network];
    await publish(await insertReport({ facts: [buildFact(scope, address)] }), 'scam');
    const others = getSameKeyAddresses(address).filter((other) => !other.startsWith('3'));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(await findWarning(otherNetwork, other)).toMatchObject({ shown: 'published', verdict: 'scam' });
      const found = await lookUp({ facts: [buildFact(otherScope, other)] });
      expect(found).toMatchObject([{ known: { shown: 'published', verdict: 'scam' } }]);
    }
  },
);

test('a warning about a wrapped key applies to the key', async () => {
  const [wrapping, own] = ['35kMD7vNoJHfEJXQmWx1QeSVz6bbxbh2oK', 'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5'];
  await publish(await insertReport({ facts: [buildFact('bitcoin', wrapping)] }), 'likely');
  expect(await findWarning('bitcoin', own)).toMatchObject({ shown: 'published', verdict: 'likely' });
});

describe('questions about scams', () => {
  const published: Known = { shown: 'published', verdict: 'likely', people: 3, slug: 'quick', firstDay: '2026-11-01' };
  const reported: Known = { shown: 'reported' };
  const answers = { askedToPay: false, hurried: false, ownKeys: true };
  const at = new Date('2026-11-25T12:00:00Z');

  describe('answers to a warning', () => {
    it('are valid when all three answer this warning', () => {
      expect(validAnswers(published, { warningSeen: warningVersionKey(published), ...answers })).toEqual(answers);
      expect(
        validAnswers({ ...published, people: 4 }, { warningSeen: warningVersionKey(published), ...answers }),
      ).toEqual(answers);
      expect(validAnswers(reported, { warningSeen: warningVersionKey(reported), ...answers })).toEqual(answers);
    });

    it('are missing when one is empty or another warning was shown', () => {
      for (const question of ['askedToPay', 'hurried', 'ownKeys'])
        expect(
          validAnswers(reported, { warningSeen: warningVersionKey(reported), ...answers, [question]: null }),
        ).toBeNull();
      for (const now of [reported, { ...published, slug: 'newer' }, { ...published, verdict: 'scam' }] as const)
        expect(validAnswers(now, { warningSeen: warningVersionKey(published), ...answers })).toBeNull();
      expect(validAnswers(reported, { warningSeen: '', ...answers })).toBeNull();
    });

    it('indicate coercion when someone urged the customer or has the keys', () => {
      expect(indicatesCoercion(answers)).toBe(false);
      expect(indicatesCoercion({ askedToPay: null, hurried: null, ownKeys: null })).toBe(false);
      for (const one of [{ askedToPay: true }, { hurried: true }, { ownKeys: false }])
        expect(indicatesCoercion({ ...answers, ...one })).toBe(true);
    });
  });

  describe('cooling off', () => {
    it('applies to wallets with a published warning, by the hours of the setting', () => {
      expect(coolingOffUntil(published, at, 24)).toEqual(after(at, hours(24)));
      expect(coolingOffUntil(published, at, 0)).toBeNull();
      expect(coolingOffUntil(reported, at, 24)).toBeNull();
      expect(coolingOffUntil({ ...published, verdict: 'legitimate' }, at, 24)).toBeNull();
    });

    it('ends at its moment', () => {
      const order = { coolsUntil: after(at, hours(24)) };
      expect([
        isCoolingOff(order, at),
        isCoolingOff(order, order.coolsUntil),
        isCoolingOff({ coolsUntil: null }, at),
      ]).toEqual([true, false, false]);
    });
  });
});

describe('company wallets', () => {
  const before = demoSettings.company_wallets;
  const withWallet = (network: keyof CompanyWallets, to: Partial<CompanyWallets['xrp']>): CompanyWallets => ({
    ...before,
    [network]: { ...before[network], ...to },
  });

  test('a receiving wallet with a wrong letter cannot be proposed', async () => {
    const cookie = await signIn('finance');
    const value = withWallet('bitcoin', { address: `${bitcoinAddress.slice(0, -1)}x` });
    expect(await call('settings/propose', { key: 'company_wallets', value }, cookie)).toMatchObject({
      status: 422,
      body: { code: 'settings.invalid', data: { what: expect.stringContaining('bitcoin: ') } },
    });
    const sound = withWallet('bitcoin', { address: bitcoinAddress });
    expect((await call('settings/propose', { key: 'company_wallets', value: sound }, cookie)).status).toBe(200);
  });

  test.each([
    ['an address of another network', withWallet('bitcoin', { address: '0x52908400098527886E0F7030069857D2E4169EE7' })],
    ['an address without a key', withWallet('erc20', { address: '0x0000000000000000000000000000000000000000' })],
    ['the contract of a token', withWallet('erc20', { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' })],
    ['a program of Solana', withWallet('solana', { address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' })],
    ['our own token', withWallet('solana', { address: demoSettings.token_contracts.MHI })],
    ['a vault without a key', withWallet('solana', { address: 'Vote111111111111111111111111111111111111111' })],
    [
      'an EVM address without its checksum',
      withWallet('bep20', { address: '0x52908400098527886e0f7030069857d2e4169ee7' }),
    ],
    ['a tag above 32 bits', withWallet('xrp', { tag: '4294967296' })],
    ['a tag where there are none', withWallet('bitcoin', { address: bitcoinAddress, tag: '5' })],
  ])('%s is refused', (_, wallets) => expect(findWalletFault(wallets, before, demoSettings)).toMatch(/^[a-z0-9]+: .+/));

  test('an unchanged wallet is not checked again', () =>
    expect(findWalletFault(before, before, demoSettings)).toBeNull());
});

describe('destination', () => {
  test("the token's own address is not a wallet", async () => {
    const [MHI, LGM] = [7, 8].map((secret) => base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(secret))));
    await owner.query(`insert into setting_versions (key, value) values ('token_contracts', $1)`, [{ MHI, LGM }]);
    const order = { symbol: 'MHI', amount: '2000', network: 'solana', walletAddress: MHI };
    expect((await buy(server, await signIn('tier1'), order)).body.code).toBe('trading.address_token_contract');
  });

  test('a token account is refused as destination and sender; its wallet is accepted', async () => {
    const wallet = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(3)));
    const account = getTokenAccount(wallet, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
    const cookie = await signIn('tier1');
    const order = { symbol: 'USDC', amount: '2000', network: 'solana' };
    expect((await buy(server, cookie, { ...order, walletAddress: account })).body.code).toBe(
      'trading.address_token_account',
    );
    expect((await buy(server, cookie, { ...order, walletAddress: wallet })).status).toBe(200);
    const sale = { symbol: 'USDC', amount: '20', network: 'solana', senderWalletAddress: account };
    expect((await call('trading/sellWallet', sale, cookie)).body.code).toBe('trading.address_token_account');
  });
});

describe('a known address', () => {
  const addressInput = { network: 'bitcoin', walletAddress: bitcoinAddress };

  const checkUsed = async (cookie: string, about: object = addressInput) =>
    (await call<{ used: boolean }>('trading/addressUsed', about, cookie)).body.used;

  test('an address is new to each customer until they bought to it', async () => {
    const cookie = await signIn('tier1');
    expect(await checkUsed(cookie)).toBe(false);
    expect((await buy(server, cookie)).status).toBe(200);
    expect(await checkUsed(cookie)).toBe(true);
    expect(await checkUsed(cookie, { ...addressInput, walletAddress: ` ${bitcoinAddress} ` })).toBe(true);
    expect(await checkUsed((await newCustomer(server)).cookie)).toBe(false);
  });

  test('another tag is another destination, and an invalid address was never used', async () => {
    const cookie = await signIn('tier2');
    const xrp = { symbol: 'XRP', network: 'xrp', walletAddress: 'rLNaPoKeeBjZe2qs6x52yVPZpZ8td4dc6w' };
    expect((await buy(server, cookie, { ...xrp, destinationTag: '17' })).status).toBe(200);
    const tagged = (destinationTag: string) =>
      checkUsed(cookie, { network: 'xrp', walletAddress: xrp.walletAddress, destinationTag });
    expect([await tagged('17'), await tagged('18'), await tagged('')]).toEqual([true, false, false]);
    expect(await checkUsed(cookie, { ...addressInput, walletAddress: 'nothing' })).toBe(false);
  });

  test('lookups are rate limited per customer', async () => {
    const [one, another] = [await newCustomer(server), await newCustomer(server)];
    const tryLookup = async ({ cookie }: { cookie: string }) =>
      (await call('trading/addressUsed', { ...addressInput, destinationTag: '' }, cookie)).status;
    for (let n = 0; n < 240; n++) expect(await tryLookup(one)).toBe(200);
    expect(await tryLookup(one)).toBe(429);
    expect(await tryLookup(another)).toBe(200);
  });
});
