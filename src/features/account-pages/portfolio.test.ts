import { expect, test } from 'vitest';
import { pastOrders } from '../../../test/past-orders.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jmd, wholeJmd } from '../../kernel/money.ts';
import { averageCost, worthOf } from './worth.ts';

const server = await serverUnderTest();
const { call, signIn, owner } = server;

type Shown = { open: boolean; holdings?: { symbol: string; held: { base: bigint }; average: object }[]; cost?: object };
const ask = async (cookie: string) => (await call<Shown>('accountPages/portfolio', undefined, cookie)).body;
const held = { symbol: 'BTC', base: 50_000_000n, decimals: 8 };
const holding = { symbol: 'BTC', held, cost: wholeJmd(100), gained: jmd(0n), fromElsewhere: { ...held, base: 0n } };

test('what is held is worth its price at our sell rate, to the cent below, and its average is per coin', () => {
  expect(worthOf({ ...holding, symbol: 'BTC' }, '3.333', '150')).toEqual({ now: jmd(24_997n), change: jmd(14_997n) });
  expect(averageCost(holding)).toEqual(wholeJmd(200));
  expect(averageCost({ held: { ...held, base: 0n }, cost: jmd(0n) })).toBeNull();
});

test('whose plan does not run is told what it is, and shown nothing', async () => {
  const who = await newCustomer(server);
  await pastOrders(server, who.id, ['completed']);
  expect(await ask(who.cookie)).toEqual({ open: false });
});

test('whose plan runs sees completed orders of their own and no others, until the plan ends', async () => {
  const who = await newCustomer(server);
  const other = await newCustomer(server);
  await pastOrders(server, other.id, ['completed']);
  await pastOrders(server, who.id, ['completed', 'completed', 'pending', 'failed', 'processing', 'cancelled']);
  const paymentId = await claimedPlan(server, who.cookie, { plan: 'basic', price: 5000 });
  expect(await ask(who.cookie)).toEqual({ open: false });
  const finance = await signIn('finance');
  expect(await call('paymentsDesk/receive', bankLine(paymentId, { amount: '5000' }), finance)).toMatchObject({
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

test('a stranger is asked to sign in', async () => {
  expect((await call('accountPages/portfolio', undefined, undefined)).status).toBe(401);
});
