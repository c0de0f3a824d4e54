import { expect, test } from 'vitest';
import { buildPayIn, sell } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, owner, faults } = server;
const finance = await createSession(server, 'finance');
const [alice, eve, other] = [
  await newCustomer(server, 'Alice White'),
  await newCustomer(server, 'Eve Black'),
  await newCustomer(server, 'Omar Grey'),
];

type Shown = { rivals: { id: string; customer: string; sameSender: boolean; sameAmount: boolean }[] };
const loadRivals = async (orderId: string) =>
  (await call<Shown>('desk/order', { orderId }, finance)).body.rivals.map(({ id, sameSender, sameAmount }) => ({
    ...{ id, sameSender, sameAmount },
  }));
const otherAddress = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';
const placeSell = async ({ cookie }: { cookie: string }, amount: string, more: object = {}) =>
  (await sell(server, cookie, { amount, ...more })).body.orderId;

const eveOrders = await placeSell(eve, '0.001', { holder: 'Eve Black' });
const aliceOrders = await placeSell(alice, '0.001', { holder: 'Alice White' });

test('an open sell with the same amount or sender is shown, oldest first', async () => {
  const sender = await placeSell(other, '0.0015', { holder: 'Omar Grey' });
  await owner.query(`update transactions set sender_wallet_address = $1 where id = $2`, [otherAddress, aliceOrders]);
  expect(await loadRivals(eveOrders)).toEqual([
    { id: aliceOrders, sameSender: false, sameAmount: true },
    { id: sender, sameSender: true, sameAmount: false },
  ]);
  expect((await loadRivals(sender)).map(({ id }) => id)).toEqual([eveOrders]);
});

test('an order with received coins has no competing orders', async () => {
  const coins = buildPayIn(eveOrders, { amount: '0.001', reference: 'ab'.repeat(32) });
  expect((await call('desk/confirmReceived', coins, finance)).status).toBe(200);
  expect(await loadRivals(aliceOrders)).toEqual([]);
  expect(await loadRivals(eveOrders)).toEqual([]);
});

test('staff are never shown their own orders', async () => {
  const again = await placeSell(eve, '0.001', { holder: 'Eve Black' });
  expect((await loadRivals(again)).map(({ id }) => id)).toContain(aliceOrders);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [alice.id]);
  const shown = await call<Shown>('desk/order', { orderId: again }, alice.cookie);
  expect(shown.body.rivals.map(({ customer }) => customer)).toEqual(['Omar Grey']);
  expect(faults).toEqual([]);
});
