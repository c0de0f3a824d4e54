import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buy, upload } from '../../../test/orders.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { custodies, formatHolding, parseHolding } from './transfer-parties.ts';

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
