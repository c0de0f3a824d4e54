import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buy, sell, upload } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { decimal } from '../../../kernel/decimal.ts';
import { jmd } from '../../../kernel/money.ts';
import type { Inputs } from '../../risk/score.ts';
import { isLarge, type SizedTerms } from './limits.ts';

const settings = { rates: { buy: '175', sell: '150' }, caps: { gate: 1000 } };
const buyTerms = (cents: bigint): SizedTerms => ({ side: 'buy', gross: jmd(cents), usdValue: decimal('0') });
const sellTerms = (usdCents: bigint): SizedTerms => ({
  side: 'sell',
  gross: jmd(usdCents * 150n),
  usdValue: { units: usdCents, scale: 2 },
});

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
  const wish = { amount: coins(1_050), holder: 'Enid Morgan' };
  const quote = await call('trading/quoteSell', { symbol: 'BTC', amount: wish.amount }, cookie);
  expect(quote.body).toMatchObject({ needsSourceOfFunds: true });
  const { gross } = quote.body as { gross: { minor: bigint } };
  expect(Number(gross.minor)).toBeLessThan(17_500_000);
  expect((await sell(server, cookie, wish)).body.code).toBe('trading.funds_missing');
  const large = await sell(server, cookie, { ...wish, ...funds });
  expect(await flagged(large.body.orderId)).toEqual([true, true]);
  const small = await sell(server, cookie, { ...wish, amount: coins(950) });
  expect(await flagged(small.body.orderId)).toEqual([false, false]);
  const bought = await buy(server, cookie, { amount: '175000', ...funds });
  expect(await flagged(bought.body.orderId)).toEqual([true, true]);
});
