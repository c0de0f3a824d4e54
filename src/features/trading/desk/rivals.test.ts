import { expect, test } from 'vitest';
import { cameIn, sell } from '../../../../test/orders.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

/** Coins on a public chain can be claimed by anybody who saw them: staff see each open order that they could be for. */
const server = await serverUnderTest();
const { call, owner, faults } = server;
const finance = await sessionFor(server, 'finance');
const [alice, eve, other] = [
  await newCustomer(server, 'Alice White'),
  await newCustomer(server, 'Eve Black'),
  await newCustomer(server, 'Omar Grey'),
];

type Shown = { rivals: { id: string; customer: string; sameSender: boolean; sameAmount: boolean }[] };
const rivalsOf = async (orderId: string) =>
  (await call<Shown>('desk/order', { orderId }, finance)).body.rivals.map(({ id, sameSender, sameAmount }) => ({
    ...{ id, sameSender, sameAmount },
  }));
const elsewhere = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const selling = async ({ cookie }: { cookie: string }, amount: string, more: object = {}) =>
  (await sell(server, cookie, { amount, ...more })).body.orderId;

const eves = await selling(eve, '0.001', { holder: 'Eve Black' });
const alices = await selling(alice, '0.001', { holder: 'Alice White' });

test('another open sell of as much, or from the same address, is shown, who placed first comes first', async () => {
  const sender = await selling(other, '0.0015', { holder: 'Omar Grey' });
  await owner.query(`update transactions set sender_wallet_address = $1 where id = $2`, [elsewhere, alices]);
  expect(await rivalsOf(eves)).toEqual([
    { id: alices, sameSender: false, sameAmount: true },
    { id: sender, sameSender: true, sameAmount: false },
  ]);
  // Neither as much nor from the same address.
  expect((await rivalsOf(sender)).map(({ id }) => id)).toEqual([eves]);
});

test('an order whose coins are there is no rival, and has none', async () => {
  const coins = cameIn(eves, { amount: '0.001', reference: 'ab'.repeat(32) });
  expect((await call('desk/confirmReceived', coins, finance)).status).toBe(200);
  expect(await rivalsOf(alices)).toEqual([]);
  expect(await rivalsOf(eves)).toEqual([]);
});

test('nobody of the staff is shown an order of their own there', async () => {
  const again = await selling(eve, '0.001', { holder: 'Eve Black' });
  expect((await rivalsOf(again)).map(({ id }) => id)).toContain(alices);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [alice.id]);
  const shown = await call<Shown>('desk/order', { orderId: again }, alice.cookie);
  expect(shown.body.rivals.map(({ customer }) => customer)).toEqual(['Omar Grey']);
  expect(faults).toEqual([]);
});
