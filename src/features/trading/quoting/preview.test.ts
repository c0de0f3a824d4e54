import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { bitcoinAddress, buy, sell, upload } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { decimal } from '../../../kernel/decimal.ts';
import { jmd } from '../../../kernel/money.ts';
import { assetSymbols } from '../../assets/assets.ts';
import { isOffered, networkIds } from '../../assets/networks.ts';
import type { Inputs } from '../../risk/score.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { payMethods, sides } from '../order/order.ts';
import { isLarge, type SizedTerms } from './limits.ts';
import { decideRepricing, priceHoldsUntil } from './reprice.ts';
import { isSource, missingEvidence, recordedDefaults, sourcesFor } from './source-of-funds.ts';

const settings = { rates: { buy: '175', sell: '150' }, caps: { gate: 1000 } };
const buyTerms = (cents: bigint): SizedTerms => ({ side: 'buy', gross: jmd(cents), usdValue: decimal('0') });
const sellTerms = (usdCents: bigint): SizedTerms => ({
  side: 'sell',
  gross: jmd(usdCents * 150n),
  usdValue: { units: usdCents, scale: 2 },
});

const server = await serverUnderTest();
const { call, owner, signIn } = server;

test.each([
  ['a buy of a cent below J$175,000', buyTerms(17_499_999n), false],
  ['a buy of J$175,000', buyTerms(17_500_000n), true],
  ['a sell of a cent below US$1,000, J$149,998.50', sellTerms(99_999n), false],
  ['a sell of US$1,000, J$150,000', sellTerms(100_000n), true],
  ['a sell of US$1,100, J$165,000', sellTerms(110_000n), true],
])('%s: %#', (_, order, large) => expect(isLarge(order, settings)).toBe(large));

test('either reading suffices at any rates', () => {
  const rate = fc.integer({ min: 100, max: 300 });
  fc.assert(
    fc.property(
      rate,
      rate,
      fc.bigInt(1n, 40_000_000n),
      fc.constantFrom('buy', 'sell'),
      (buyRate, sellRate, cents, side) => {
        const order = { side, gross: jmd(cents * BigInt(sellRate)), usdValue: { units: cents, scale: 2 } } as const;
        const atBuyRate = cents * BigInt(sellRate) >= 100_000n * BigInt(buyRate);
        const either = atBuyRate || (side === 'sell' && cents >= 100_000n);
        const rates = { buy: String(buyRate), sell: String(sellRate) };
        expect(isLarge(order, { rates, caps: settings.caps })).toBe(either);
      },
    ),
  );
});

test('a sell just above US$1,000 needs its documents and is flagged for the travel rule', async () => {
  const server = await serverUnderTest();
  const { call, owner } = server;
  const cookie = await createSession(server, 'enhanced');
  const price = (await owner.query(`select price_usd from crypto_prices where symbol = 'BTC'`)).rows[0].price_usd;
  const coins = (usd: number) => (usd / Number(price)).toFixed(8);
  const file = (await upload(server, cookie, 'source-of-funds')).body.id;
  const funds = { sourceOfFunds: 'savings', sourceOfFundsFile: file };
  const flagged = async (orderId: string) => {
    const { rows } = await owner.query<{ inputs: Inputs; rules: string[] }>(
      'select inputs, rules_triggered rules from risk_assessments where order_id = $1',
      [orderId],
    );
    return [rows[0]?.inputs.reachesThreshold, rows[0]?.rules.includes('travel_rule')];
  };
  const input = { amount: coins(1_050), holder: 'Enid Morgan' };
  const quote = await call('trading/quoteSell', { symbol: 'BTC', amount: input.amount }, cookie);
  expect(quote.body).toMatchObject({ needsSourceOfFunds: true });
  const { gross } = quote.body as { gross: { minor: bigint } };
  expect(Number(gross.minor)).toBeLessThan(17_500_000);
  expect((await sell(server, cookie, input)).body.code).toBe('trading.funds_missing');
  const large = await sell(server, cookie, { ...input, ...funds });
  expect(await flagged(large.body.orderId)).toEqual([true, true]);
  const small = await sell(server, cookie, { ...input, amount: coins(950) });
  expect(await flagged(small.body.orderId)).toEqual([false, false]);
  const bought = await buy(server, cookie, { amount: '175000', ...funds });
  expect(await flagged(bought.body.orderId)).toEqual([true, true]);
});

describe('preview', () => {
  const saveSetting = (key: string, value: object) =>
    owner.query('insert into setting_versions (key, value) values ($1, $2)', [key, value]);

  type Quoted = { id: string; refusal: { code: string } | null };
  const quote = async (cookie: string, symbol: string, network: string | null): Promise<Quoted> =>
    (await call<Quoted>('trading/quoteBuy', { symbol, currency: 'JMD', amount: '3000', network }, cookie)).body;
  const getRefusal = async (...asked: Parameters<typeof quote>) => (await quote(...asked)).refusal?.code ?? null;

  describe('a quote shows the refusal that placing would give', () => {
    test('for every network the coin is not on', async () => {
      const cookie = await signIn('tier2');
      for (const symbol of assetSymbols.filter((each) => each !== 'LGM'))
        for (const network of networkIds)
          expect([symbol, network, await getRefusal(cookie, symbol, network)]).toEqual([
            symbol,
            network,
            isOffered(network, symbol) ? null : 'network_unfit',
          ]);
      const { id } = await quote(cookie, 'BTC', 'solana');
      const placed = await buy(server, cookie, { quoteId: id, network: 'solana', walletAddress: bitcoinAddress });
      expect(placed.body.code).toBe('trading.network_unfit');
    });

    test('for a sell on a network its coin is not on', async () => {
      const input = { symbol: 'BTC', amount: '0.001', network: 'solana' };
      const { body } = await call<Quoted>('trading/quoteSell', input, await signIn('tier2'));
      expect(body.refusal).toEqual({ code: 'network_unfit', symbol: 'BTC' });
    });
  });

  describe('while a network of a coin is paused', () => {
    beforeAll(() => saveSetting('asset_switches', { paused: [{ side: 'buy', symbol: 'BTC', network: 'bitcoin' }] }));

    test('a quote for it is refused like placing, and another network is not', async () => {
      const cookie = await signIn('tier2');
      expect(await getRefusal(cookie, 'BTC', 'bitcoin')).toBe('paused');
      expect((await buy(server, cookie, { amount: '3100' })).body.code).toBe('trading.paused');
      expect(await getRefusal(cookie, 'BTC', 'bep20')).toBeNull();
      expect(await getRefusal(cookie, 'BTC', null)).toBeNull();
    });

    test('a quote without a network is refused once all networks are paused', async () => {
      await saveSetting('asset_switches', { paused: [{ side: 'buy', symbol: 'BTC', network: null }] });
      expect(await getRefusal(await signIn('tier2'), 'BTC', null)).toBe('paused');
      await saveSetting('asset_switches', { paused: [] });
    });
  });

  test('before a first order a quote asks for the lesson, as placing and the form do', async () => {
    await saveSetting('first_order', { lesson: 'asked' });
    const { cookie } = await newCustomer(server);
    const { body } = await call<{ bounds: { lesson: boolean } }>('trading/limits', {}, cookie);
    const refusal = await getRefusal(cookie, 'BTC', 'bitcoin');
    const placed = await buy(server, cookie, { amount: '3200' });
    expect([body.bounds.lesson, refusal, placed.body.code]).toEqual([true, 'lesson_first', 'trading.lesson_first']);
  });
});

describe('typed amounts', () => {
  type Quoted = { fiat: { minor: string }; coins: string; code?: string };

  test.each([
    ['J$25,000.00', '25000.00'],
    ['25 000', '25000.00'],
    ['25000.555', '25000.55'],
  ])('a buy of %s is priced as %s', async (amount, plain) => {
    const cookie = await signIn('tier1');
    const requestQuote = (typed: string) =>
      call<Quoted>('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: typed, network: 'bitcoin' }, cookie);
    const { status, body } = await requestQuote(amount);
    expect(status).toBe(200);
    expect(body.fiat).toEqual((await requestQuote(plain)).body.fiat);
  });

  test.each([
    ['.5', '0.50000000'],
    ['1,000', '1000.00000000'],
    ['0.25 BTC', '0.25000000'],
    ['0.123456789012345678', '0.12345678'],
  ])('a sell of %s counts as %s', async (amount, counted) => {
    const { body } = await call<Quoted>('trading/quoteSell', { symbol: 'BTC', amount }, await signIn('tier2'));
    expect(body.coins ?? body.code).toBe(counted);
  });

  test('an amount that names another currency or coin is refused', async () => {
    const cookie = await signIn('tier1');
    const input = { symbol: 'BTC', currency: 'JMD', amount: 'US$100', network: 'bitcoin' };
    expect((await call('trading/quoteBuy', input, cookie)).status).toBe(400);
    expect((await call<Quoted>('trading/quoteSell', { symbol: 'BTC', amount: '1 ETH' }, cookie)).body.code).toBe(
      'trading.buys_nothing',
    );
  });

  test('a link of another EVM chain is reduced to its address, one of a test network is refused', async () => {
    const cookie = await signIn('tier1');
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const to = (walletAddress: string) =>
      buy(server, cookie, { symbol: 'ETH', network: 'erc20', amount: '2107', walletAddress });
    expect((await to(`https://sepolia.etherscan.io/address/${address}`)).body).toMatchObject({
      code: 'trading.address_test_network',
    });
    const { status, body } = await to(`https://polygonscan.com/address/${address}`);
    expect(status).toBe(200);
    const { rows } = await server.owner.query('select wallet_address from transactions where id = $1', [body.orderId]);
    expect(rows).toEqual([{ wallet_address: address }]);
  });
});

describe('source of funds', () => {
  const complete = { source: 'savings', hasProof: true, knowsHolder: true };
  const none = { source: null, hasProof: false, knowsHolder: false };

  describe('the source of funds', () => {
    it('has the documented options: nine for a buy, ten for a sell', () => {
      expect(sourcesFor('buy')).toHaveLength(9);
      expect(sourcesFor('sell')).toHaveLength(10);
      expect(sourcesFor('buy').filter((option) => !isSource('sell', option))).toEqual(['cryptocurrency']);
      expect(sourcesFor('sell').filter((option) => !isSource('buy', option))).toEqual([
        'cryptocurrency_trading',
        'crypto_holdings',
      ]);
    });

    it('is not required below the threshold', () => {
      for (const side of sides) expect(missingEvidence(side, false, none)).toEqual([]);
    });

    it('is required with its document at the threshold', () => {
      for (const side of sides) {
        expect(missingEvidence(side, true, complete)).toEqual([]);
        expect(missingEvidence(side, true, { ...complete, source: null })).toEqual(['source_of_funds']);
        expect(missingEvidence(side, true, { ...complete, hasProof: false })).toEqual(['source_of_funds_proof']);
      }
      expect(missingEvidence('buy', true, { ...complete, knowsHolder: false })).toEqual(['wallet_holder']);
      expect(missingEvidence('buy', true, none)).toHaveLength(3);
    });

    it('must be an option of its side', () => {
      expect(missingEvidence('buy', true, { ...complete, source: 'crypto_holdings' })).toEqual(['source_of_funds']);
      expect(missingEvidence('sell', true, { ...complete, source: 'lottery' })).toEqual(['source_of_funds']);
    });

    it('is recorded with the documented purposes', () => {
      expect(recordedDefaults.buy).toEqual({ purpose: 'crypto_investment', source: 'employment' });
      expect(recordedDefaults.sell).toEqual({ purpose: 'crypto_liquidation', source: 'crypto_holdings' });
    });
  });
});

describe('new prices', () => {
  const windows = demoSettings.price_windows;
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });

  test('the agreed price applies only within its window, and a worse one needs consent', () => {
    fc.assert(
      fc.property(moment, moment, amount, fc.option(amount), (movedAt, holdsUntil, agreed, current) => {
        const outcome = decideRepricing({ movedAt, holdsUntil }, agreed, current);
        expect(outcome === 'agreed').toBe(movedAt <= holdsUntil);
        if (outcome === 'applied') expect(current !== null && current >= agreed).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a window is at least its setting, and for a transfer ends with a Jamaican day', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...payMethods), (placedAt, method) => {
        const until = priceHoldsUntil(placedAt, method, windows);
        const least = method === 'bank_transfer' ? hours(24) : minutes(60);
        const more = until.getTime() - placedAt.getTime() - least;
        expect(more >= 0 && more < (method === 'bank_transfer' ? hours(24) : 1)).toBe(true);
      }),
    );
    const placed = new Date('2026-11-20T15:00:00Z');
    expect(priceHoldsUntil(placed, 'bank_transfer', windows)).toEqual(new Date('2026-11-22T04:59:59.999Z'));
    expect(priceHoldsUntil(placed, 'crypto', windows)).toEqual(after(placed, hours(1)));
  });
});
