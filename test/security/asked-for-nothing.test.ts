import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startFakeProvider } from '../../fakes/screening/provider.ts';
import { screenWaiting } from '../../src/features/trading/judging/screen-waiting.ts';
import { bitcoinAddress } from '../orders.ts';
import { serverUnderTest } from '../worker.ts';

/** Companies that screen wallets are paid by the question: they are asked about orders that can be placed. */
const provider = await startFakeProvider({ identifications: [] });
afterAll(() => provider.stop());
const server = await serverUnderTest({
  CHAINALYSIS_KEY: 'key-one',
  CHAINALYSIS_URL: provider.url,
  SCREENING_QUESTIONS_A_DAY: '60',
});
const { call, owner, services, signIn } = server;

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

test('nobody makes us ask more than forty times a day; then nothing is clear, and staff hear of it once', async () => {
  const cookie = await signIn('tier2');
  const before = provider.asked.length;
  const asks = (n: number) =>
    call<{ code?: string }>(
      'trading/sellWallet',
      {
        ...{ symbol: 'ETH', network: 'erc20', amount: '0.05' },
        senderWalletAddress: `0x${n.toString(16).padStart(40, '1')}`,
      },
      cookie,
    );
  for (let n = 0; n < 45; n++) expect((await asks(n)).status).toBe(200);
  expect(provider.asked.length - before).toBe(40);
  const told = async () =>
    (
      await owner.query<{ n: number }>(
        `select count(*)::int n from transaction_alerts where 'questions_used_up' = any(triggered_rules)`,
      )
    ).rows[0]?.n;
  expect(await told()).toBe(1);
  // What they order is taken and held, as while a company does not answer.
  const { body: quote } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' },
    cookie,
  );
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', order(quote.id), cookie);
  expect(placed.status).toBe(200);
  const { rows } = await owner.query(`select held, hold_reason from transactions where id = $1`, [placed.body.orderId]);
  expect(rows).toEqual([{ held: true, hold_reason: 'screening_down' }]);
  // Nor is that order asked about in the name of the house, minute after minute.
  for (let minute = 0; minute < 3; minute++) await screenWaiting(services);
  expect(provider.asked.length - before).toBe(40);
  // Others are asked about as before.
  const other = await signIn('enhanced');
  const { body: offer } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' },
    other,
  );
  await call('trading/placeBuyOrder', order(offer.id), other);
  expect(provider.asked.length - before).toBe(41);
});

test('nor do all together make us ask more than the setting says; what staff ask is asked all the same', async () => {
  const cookie = await signIn('tier1');
  const { body: quote } = await call<{ id: string }>(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3100' },
    cookie,
  );
  await owner.query(`update rate_limits set tries = 60 where key = 'questions:wallets'`);
  const before = provider.asked.length;
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', order(quote.id), cookie);
  expect([placed.status, provider.asked.length - before]).toEqual([200, 0]);
  await screenWaiting(services);
  expect(provider.asked.length - before).toBe(0);
  const again = await call('desk/screenAgain', { orderId: placed.body.orderId }, await signIn('compliance'));
  expect([again.status, provider.asked.length - before]).toEqual([200, 1]);
});

test('an order that waits for a company that is silent uses up no questions, however often it is tried', async () => {
  const counted = async () =>
    (await owner.query<{ tries: number }>(`select tries from rate_limits where key = 'questions:wallets'`)).rows[0]
      ?.tries ?? 0;
  const { rows } = await owner.query(`select from transactions where held and hold_reason = 'screening_down'`);
  expect(rows.length).toBeGreaterThan(0);
  await owner.query(`delete from rate_limits where key like 'questions:wallets:%'`);
  await owner.query(`update rate_limits set tries = 5 where key = 'questions:wallets'`);
  provider.setMood('failing');
  for (let minute = 0; minute < 30; minute++) await screenWaiting(services);
  expect(await counted()).toBe(5);
});
