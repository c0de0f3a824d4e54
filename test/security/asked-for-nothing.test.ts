import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startFakeProvider } from '../../fakes/screening/provider.ts';
import { bitcoinAddress } from '../orders.ts';
import { serverUnderTest } from '../worker.ts';

/** Companies that screen wallets are paid by the question: they are asked about orders that can be placed. */
const provider = await startFakeProvider({ identifications: [] });
afterAll(() => provider.stop());
const server = await serverUnderTest({ CHAINALYSIS_KEY: 'key-one', CHAINALYSIS_URL: provider.url });
const { call, signIn } = server;

const order = (quoteId: string) => ({
  ...{ key: randomUUID(), quoteId, network: 'bitcoin', walletAddress: bitcoinAddress },
  ...{ sourceOfFunds: null, sourceOfFundsFile: null, another: true },
});

test('nobody is asked about the wallet of an order for which there is no price', async () => {
  const cookie = await signIn('visitor');
  for (let n = 0; n < 20; n++)
    expect((await call('trading/placeBuyOrder', order(randomUUID()), cookie)).body).toMatchObject({
      code: 'trading.quote_lapsed',
    });
  expect(provider.asked).toEqual([]);
});

test('one order is asked about once, however often it is sent while its answer is the same refusal', async () => {
  const cookie = await signIn('tier1');
  const before = provider.asked.length;
  const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', money, cookie);
  const placed = order(quote.id);
  for (let n = 0; n < 20; n++) expect((await call('trading/placeBuyOrder', placed, cookie)).status).toBe(200);
  expect(provider.asked.length - before).toBeLessThanOrEqual(1);
});
