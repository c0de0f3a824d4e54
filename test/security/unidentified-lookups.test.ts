import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startFakeProvider } from '../../fakes/screening/provider.ts';
import { screenWaiting } from '../../src/features/trading/risk-checks/screen-waiting.ts';
import { bitcoinAddress, evmAddress } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';

const provider = await startFakeProvider({ identifications: [] });
afterAll(() => provider.stop());
const server = await serverUnderTest({
  ...{ CHAINALYSIS_KEY: 'key-one', CHAINALYSIS_URL: provider.url },
  SCREENING_QUESTIONS_A_DAY: '60',
});
const { call, owner, services, signIn } = server;

const lookUpWallet = (cookie: string, n: number) => {
  const input = { symbol: 'ETH', network: 'erc20', amount: '0.05' };
  const senderWalletAddress = evmAddress(n);
  return call('trading/sellWallet', { ...input, senderWalletAddress }, cookie);
};
/** Places an order. Returns its `held` flag and hold reason. */
async function placeOrder(cookie: string, amount: string) {
  const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', money, cookie);
  const order = { key: randomUUID(), quoteId: quote.id, network: 'bitcoin', walletAddress: bitcoinAddress };
  const rest = { sourceOfFunds: null, sourceOfFundsFile: null, another: true };
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', { ...order, ...rest }, cookie);
  const { rows } = await owner.query<{ held: boolean; why: string | null }>(
    `select held, hold_reason "why" from transactions where id = $1`,
    [placed.body.orderId],
  );
  return rows[0];
}

test('all unidentified customers together use at most a quarter of the daily lookups', async () => {
  const strangers = await Promise.all(Array.from({ length: 3 }, () => newCustomer(server)));
  for (const [n, { cookie }] of strangers.entries())
    for (let at = 0; at < 30; at++) await lookUpWallet(cookie, n * 100 + at);
  expect(provider.requests.length).toBe(15);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts where 'questions_used_up' = any(triggered_rules)`,
  );
  expect(rows.map(({ description }) => description)).toEqual([expect.stringContaining('15')]);
  const [one] = strangers;
  expect(await placeOrder(one?.cookie ?? '', '3000')).toEqual({ held: true, why: 'screening_down' });
  await screenWaiting(services);
  expect(provider.requests.length).toBe(15);
  expect(await placeOrder(await signIn('tier1'), '3000')).toEqual({ held: false, why: null });
  expect(provider.requests.length).toBe(16);
});
