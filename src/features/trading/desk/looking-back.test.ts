import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { cameIn, paidBuy, sell, timeOf } from '../../../../test/orders.ts';
import { linkAccounts, newCustomer } from '../../../../test/submissions.ts';
import { attaching, openMoney, step } from '../../../../test/unassigned.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';

/** Which of several orders money is for is known when somebody says so: by then their prices have ended. */
const server = await serverUnderTest();
const { owner } = server;
const { admin, compliance, done, recorded, takingOff } = await openMoney(server);
const day = 86_400_000;
const start = Date.now();
const onDay = (n: number) => server.setTime(new Date(start + n * day));
const rowOf = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];

/** What a coin costs at a moment, many times what it cost. */
async function price(symbol: string, factor: number, at = new Date()) {
  await owner.query(
    `insert into price_history (symbol, at, price_usd, source, demo)
     select symbol, $2, price_usd * $3::numeric, source, demo from crypto_prices where symbol = $1`,
    [symbol, at, factor],
  );
}
const ether = { symbol: 'ETH', network: 'erc20', walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' };
const lineOf = (amount: string, more: object = {}) =>
  recorded(`NO NAME ${randomBytes(4).toString('hex')}`, { amount, ...more });

test('one payment that names none of several orders buys at no price of then, once it is said which', async () => {
  const { cookie } = await newCustomer(server);
  const bitcoin = await paidBuy(server, cookie, { amount: '2000' });
  const chosen = await paidBuy(server, cookie, { ...ether, amount: '2010' });
  const line = await lineOf('2010');
  const before = await rowOf(chosen.orderId);
  onDay(9);
  await price('ETH', 1.6, new Date(start + 9 * day));
  await done('unassigned/attach', attaching(line, chosen, '2010'));
  server.setTime(null);
  expect((await rowOf(chosen.orderId)).crypto_amount).toBe(before.crypto_amount);
  expect((await rowOf(chosen.orderId)).choose_until).not.toBeNull();
  expect(await rowOf(bitcoin.orderId)).toMatchObject({ pay_in: 'claimed' });
});

test('who had one order to pay keeps the day on which it left; who paid for two, if it is said in time', async () => {
  const [one, several] = [await newCustomer(server), await newCustomer(server)];
  const only = await paidBuy(server, one.cookie, { amount: '2020' });
  const both = [await paidBuy(server, several.cookie, { amount: '2030' })];
  both.push(await paidBuy(server, several.cookie, { ...ether, amount: '2030' }));
  const [single, double] = [await lineOf('2020'), await lineOf('4060', { reason: 'several_orders' })];
  for (const order of both) await done('unassigned/attach', attaching(double, order, '2030'));
  onDay(5);
  await done('unassigned/attach', attaching(single, only, '2020'));
  server.setTime(null);
  for (const { orderId } of [only, ...both])
    expect(await rowOf(orderId)).toMatchObject({ pay_in: 'received', choose_until: null });
});

test('nor does money for two of them, of which the one that rose is named and the rest is to go back', async () => {
  const { cookie } = await newCustomer(server);
  await paidBuy(server, cookie, { amount: '1000' });
  const chosen = await paidBuy(server, cookie, { ...ether, amount: '1010' });
  const large = await paidBuy(server, cookie, { ...ether, amount: '1500' });
  const line = await lineOf('2510', { reason: 'several_orders' });
  const at = new Date(start + 11 * day);
  onDay(11);
  await price('ETH', 1.6, at);
  // The larger first: what is left then is less than the other ones ask for.
  await done('unassigned/attach', attaching(line, large, '1500'));
  await done('unassigned/attach', attaching(line, chosen, '1010'));
  server.setTime(null);
  for (const { orderId } of [large, chosen]) expect((await rowOf(orderId)).choose_until).not.toBeNull();
});

const told = (orderId: string, amount: string, at: Date) =>
  cameIn(orderId, {
    amount,
    movedOn: jamaicaDay(at),
    movedTime: timeOf(at),
    reference: randomBytes(32).toString('hex'),
  });

test('nor where the other one is paid late, by a payment of its own; paid in time it takes nothing', async () => {
  const chosen: boolean[] = [];
  const late = new Date(start + 12 * day);
  await price('ETH', 1.6, late);
  for (const paidAt of [null, late]) {
    const { cookie } = await newCustomer(server);
    server.setTime(null);
    // Not before it was placed: a day may end while these tests run.
    const paid = paidAt ?? new Date();
    const other = await paidBuy(server, cookie, { amount: '2070' });
    const one = await paidBuy(server, cookie, { ...ether, amount: '2070' });
    const line = await lineOf('2070');
    onDay(12);
    await done('desk/confirmReceived', told(other.orderId, '2070', paid));
    await done('unassigned/attach', attaching(line, one, '2070'));
    chosen.push((await rowOf(one.orderId)).choose_until !== null);
  }
  server.setTime(null);
  expect(chosen).toEqual([false, true]);
});

test('nor where the other one takes money that named none either, once its own price has ended', async () => {
  const { cookie } = await newCustomer(server);
  const other = await paidBuy(server, cookie, { amount: '2080' });
  const chosen = await paidBuy(server, cookie, { ...ether, amount: '2080' });
  const [first, second] = [await lineOf('2080'), await lineOf('2080')];
  onDay(13);
  await price('ETH', 1.6, new Date(start + 13 * day));
  await done('unassigned/attach', attaching(first, other, '2080'));
  await done('unassigned/attach', attaching(second, chosen, '2080'));
  server.setTime(null);
  expect((await rowOf(chosen.orderId)).choose_until).not.toBeNull();
});

test('nor does what was taken off one of them, nor where the other one is of an account that is joined', async () => {
  const [person, double] = [await newCustomer(server), await newCustomer(server)];
  const first = await paidBuy(server, person.cookie, { amount: '2040' });
  const joined = await paidBuy(server, double.cookie, { ...ether, amount: '2040' });
  await done('desk/confirmReceived', cameIn(first.orderId, { amount: '2040' }));
  await done('desk/undoPayIn', await takingOff(first.orderId));
  await done('desk/approveUndo', step(first.orderId), admin);
  const said = { userId: person.id, otherId: double.id, decision: 'join', note: 'One person', proposalId: null };
  await linkAccounts(server, [person.id, double.id]);
  await done('identity/decideLink', said, compliance);
  const { rows } = await owner.query(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1 and u.order_id is null`,
    [first.orderId],
  );
  onDay(5);
  await price('ETH', 1.6, new Date(start + 5 * day));
  await done('unassigned/attach', attaching(rows[0].id, joined, '2040'));
  server.setTime(null);
  expect((await rowOf(joined.orderId)).choose_until).not.toBeNull();
});

/** Two sells of as much, each on a day of its own. */
async function twoSells(cookie: string, days: readonly number[]): Promise<string[]> {
  const sells: string[] = [];
  for (const n of days) {
    onDay(n);
    await owner.query(`update crypto_prices set observed_at = $1, last_updated = $1 where symbol = 'BTC'`, [
      new Date(start + n * day),
    ]);
    const { body } = await sell(server, cookie, { amount: '0.0011', holder: 'Ina Brown', accountNumber: '777000111' });
    sells.push(body.orderId);
  }
  return sells;
}

test('coins that left before the first of several sells are those of the first', async () => {
  const { cookie } = await newCustomer(server);
  const sells = await twoSells(cookie, [0, 1]);
  onDay(2);
  await price('BTC', 0.5, new Date(start + 2 * day));
  for (const id of [...sells].reverse())
    await done('desk/confirmReceived', told(id, '0.0011', new Date(start - 3_600_000)));
  server.setTime(null);
  const [first, second] = [await rowOf(sells[0] ?? ''), await rowOf(sells[1] ?? '')];
  expect([first.choose_until, second.choose_until]).toEqual([null, expect.any(Date)]);
});

test('and stay so where the first is paid late, by other coins', async () => {
  const { cookie } = await newCustomer(server);
  const [first = '', second = ''] = await twoSells(cookie, [14, 15]);
  const now = new Date(start + 16 * day);
  onDay(16);
  await price('BTC', 0.5, now);
  await done('desk/confirmReceived', told(first, '0.0011', now));
  await done('desk/confirmReceived', told(second, '0.0011', new Date(start + 14 * day - 3_600_000)));
  server.setTime(null);
  expect((await rowOf(second)).choose_until).not.toBeNull();
});
