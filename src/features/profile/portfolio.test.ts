import { expect, test } from 'vitest';
import { insertPastOrders } from '../../../test/past-orders.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jmd, wholeJmd } from '../../kernel/money.ts';
import { getAverageCost, getWorth } from './api.ts';

const server = await serverUnderTest();
const { call, signIn, owner } = server;

type Shown = { open: boolean; holdings?: { symbol: string; held: { base: bigint }; average: object }[]; cost?: object };
const ask = async (cookie: string) => (await call<Shown>('accountPages/portfolio', undefined, cookie)).body;
const held = { symbol: 'BTC', base: 50_000_000n, decimals: 8 };
const holding = { symbol: 'BTC', held, cost: wholeJmd(100), gained: jmd(0n), fromElsewhere: { ...held, base: 0n } };

test('a holding is valued at our sell rate, rounded down, with its average cost per coin', () => {
  expect(getWorth({ ...holding, symbol: 'BTC' }, '3.333', '150')).toEqual({ now: jmd(24_997n), change: jmd(14_997n) });
  expect(getAverageCost(holding)).toEqual(wholeJmd(200));
  expect(getAverageCost({ held: { ...held, base: 0n }, cost: jmd(0n) })).toBeNull();
});

test('without a running plan the portfolio stays closed', async () => {
  const who = await newCustomer(server);
  await insertPastOrders(server, who.id, ['completed']);
  expect(await ask(who.cookie)).toEqual({ open: false });
});

test("with a running plan it shows the customer's own completed orders until the plan ends", async () => {
  const who = await newCustomer(server);
  const other = await newCustomer(server);
  await insertPastOrders(server, other.id, ['completed']);
  await insertPastOrders(server, who.id, ['completed', 'completed', 'pending', 'failed', 'processing', 'cancelled']);
  const paymentId = await claimPlan(server, who.cookie, { plan: 'basic', price: 5000 });
  expect(await ask(who.cookie)).toEqual({ open: false });
  const finance = await signIn('finance');
  expect(await call('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '5000' }), finance)).toMatchObject({
    status: 200,
  });
  expect(await ask(who.cookie)).toMatchObject({
    open: true,
    holdings: [{ symbol: 'BTC', held: { base: '160000' }, cost: { minor: '4000000' } }],
    cost: { currency: 'JMD' },
  });
  await owner.query(`update subscriptions set status = 'expired' where user_id = $1`, [who.id]);
  expect(await ask(who.cookie)).toEqual({ open: false });
});

test('a visitor is asked to sign in', async () => {
  expect((await call('accountPages/portfolio', undefined, undefined)).status).toBe(401);
});
