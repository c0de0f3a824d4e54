import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startFakeProvider } from '../../fakes/screening/provider.ts';
import { screenWaiting } from '../../src/features/trading/risk-checks/screen-waiting.ts';
import { bitcoinAddress, evmAddress } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';

/** Screening providers charge per lookup, so the product looks up wallets only for orders that can be placed. */
const provider = await startFakeProvider({ identifications: [] });
afterAll(() => provider.stop());
const server = await serverUnderTest({
  CHAINALYSIS_KEY: 'key-one',
  CHAINALYSIS_URL: provider.url,
  SCREENING_QUESTIONS_A_DAY: '60',
});
const { call, owner, services, signIn } = server;

const buildOrder = (quoteId: string) => ({
  ...{ key: randomUUID(), quoteId, network: 'bitcoin', walletAddress: bitcoinAddress },
  ...{ sourceOfFunds: null, sourceOfFundsFile: null, another: true },
});

const lookUpWallet = (cookie: string, n: number) => {
  const input = { symbol: 'ETH', network: 'erc20', amount: '0.05', senderWalletAddress: evmAddress(n) };
  return call<{ code?: string }>('trading/sellWallet', input, cookie);
};
const countNotifications = async () =>
  (await owner.query(`select from transaction_alerts where 'questions_used_up' = any(triggered_rules)`)).rowCount ?? 0;
/** Places an order. Returns its `held` flag and hold reason. */
async function placeOrder(cookie: string, amount: string) {
  const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', money, cookie);
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', buildOrder(quote.id), cookie);
  const { rows } = await owner.query<{ held: boolean; why: string | null }>(
    `select held, hold_reason "why" from transactions where id = $1`,
    [placed.body.orderId],
  );
  return rows[0];
}

test('all unidentified customers together use at most a quarter of the daily lookups', async () => {
  const unidentified = await Promise.all(Array.from({ length: 3 }, () => newCustomer(server)));
  for (const [n, { cookie }] of unidentified.entries())
    for (let at = 0; at < 30; at++) await lookUpWallet(cookie, n * 100 + at);
  expect(provider.requests.length).toBe(15);
  const { rows } = await owner.query<{ description: string }>(
    `select description from transaction_alerts where 'questions_used_up' = any(triggered_rules)`,
  );
  expect(rows.map(({ description }) => description)).toEqual([expect.stringContaining('15')]);
  const [one] = unidentified;
  expect(await placeOrder(one?.cookie ?? '', '3000')).toEqual({ held: true, why: 'screening_down' });
  await screenWaiting(services);
  expect(provider.requests.length).toBe(15);
  expect(await placeOrder(await signIn('tier1'), '3000')).toEqual({ held: false, why: null });
  expect(provider.requests.length).toBe(16);
});

test('an order without a price causes no wallet lookup', async () => {
  const cookie = await signIn('visitor');
  const requestsBefore = provider.requests.length;
  for (let n = 0; n < 20; n++)
    expect((await call('trading/placeBuyOrder', buildOrder(randomUUID()), cookie)).body).toMatchObject({
      code: 'trading.quote_lapsed',
    });
  expect(provider.requests.length).toBe(requestsBefore);
});

test('an order that is refused alike each time causes one wallet lookup', async () => {
  const cookie = await signIn('tier1');
  const requestsBefore = provider.requests.length;
  const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', money, cookie);
  const placed = buildOrder(quote.id);
  for (let n = 0; n < 20; n++) expect((await call('trading/placeBuyOrder', placed, cookie)).status).toBe(200);
  expect(provider.requests.length - requestsBefore).toBeLessThanOrEqual(1);
});

test('more than forty lookups a day are refused, nothing is clear, and staff are notified once', async () => {
  const cookie = await signIn('tier2');
  const requestsBefore = provider.requests.length;
  const notificationsBefore = await countNotifications();
  for (let n = 0; n < 45; n++) expect((await lookUpWallet(cookie, 1_000 + n)).status).toBe(200);
  expect(provider.requests.length - requestsBefore).toBe(40);
  expect(await countNotifications()).toBe(notificationsBefore + 1);
  // Orders are accepted and held, as when the provider does not answer.
  const { body: quote } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' },
    cookie,
  );
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', buildOrder(quote.id), cookie);
  expect(placed.status).toBe(200);
  const { rows } = await owner.query(`select held, hold_reason from transactions where id = $1`, [placed.body.orderId]);
  expect(rows).toEqual([{ held: true, hold_reason: 'screening_down' }]);
  for (let minute = 0; minute < 3; minute++) await screenWaiting(services);
  expect(provider.requests.length - requestsBefore).toBe(40);
  const otherCookie = await signIn('enhanced');
  const { body: offer } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' },
    otherCookie,
  );
  await call('trading/placeBuyOrder', buildOrder(offer.id), otherCookie);
  expect(provider.requests.length - requestsBefore).toBe(41);
});

test('all customers together stay within the daily lookup limit, while staff lookups continue', async () => {
  const cookie = await signIn('tier1');
  const { body: quote } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3100' },
    cookie,
  );
  await owner.query(`update rate_limits set tries = 60 where key = 'questions:wallets'`);
  const requestsBefore = provider.requests.length;
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', buildOrder(quote.id), cookie);
  expect([placed.status, provider.requests.length - requestsBefore]).toEqual([200, 0]);
  await screenWaiting(services);
  expect(provider.requests.length - requestsBefore).toBe(0);
  const again = await call('desk/screenAgain', { orderId: placed.body.orderId }, await signIn('compliance'));
  expect([again.status, provider.requests.length - requestsBefore]).toEqual([200, 1]);
});

test('an order that waits for a silent provider uses up no lookups, however often it retries', async () => {
  const countLookups = async () =>
    (await owner.query<{ tries: number }>(`select tries from rate_limits where key = 'questions:wallets'`)).rows[0]
      ?.tries ?? 0;
  const { rows } = await owner.query(`select from transactions where held and hold_reason = 'screening_down'`);
  expect(rows.length).toBeGreaterThan(0);
  await owner.query(`delete from rate_limits where key like 'questions:wallets:%'`);
  await owner.query(`update rate_limits set tries = 5 where key = 'questions:wallets'`);
  provider.setMode('failing');
  for (let minute = 0; minute < 30; minute++) await screenWaiting(services);
  expect(await countLookups()).toBe(5);
});
