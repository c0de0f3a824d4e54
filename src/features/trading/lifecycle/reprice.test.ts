import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, buy, formatJamaicaTime, placeLateOrder, placePaidBuy, sell } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { linkAccounts, newCustomer } from '../../../../test/submissions.ts';
import { buildAttachment, buildStep, setUpUnallocated } from '../../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { endChoices } from '../jobs.ts';

const server = await serverWithoutFaults();
const { owner, call, services } = server;
const { admin, compliance, done, recordFunds, buildUnlink } = await setUpUnallocated(server);
const dayMs = 86_400_000;
const startMs = Date.now();
const setDay = (n: number) => server.setTime(new Date(startMs + n * dayMs));
const findRow = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];

async function setPrice(symbol: string, factor: number, at = new Date()) {
  await owner.query(
    `insert into price_history (symbol, at, price_usd, source, demo)
     select symbol, $2, price_usd * $3::numeric, source, demo from crypto_prices where symbol = $1`,
    [symbol, at, factor],
  );
}
const etherFields = { symbol: 'ETH', network: 'erc20', walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' };
const findLine = (amount: string, more: object = {}) =>
  recordFunds(`NO NAME ${randomBytes(4).toString('hex')}`, { amount, ...more });

const customer = await server.signIn('tier2');
const finance = await createSession(server, 'finance');

await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);

const repriceLate = (factor: string) =>
  owner.query(`update price_history set price_usd = round(price_usd * ${factor}, 6) where symbol = 'BTC'`);
const callAs = server.actsAs(customer);

const choosePrice = (orderId: string, seen: string | null, cookie = customer) =>
  callAs('trading/choosePrice', { orderId, seen }, cookie);

async function placeWithPriceChoice(cookie = customer) {
  const orderId = await placeLateOrder(server, cookie);
  await repriceLate('1.25');
  expect(await callAs('desk/confirmReceived', buildPayIn(orderId), finance)).toBe('done');
  await repriceLate('0.8');
  const { crypto_amount: agreed, reprice_choice_until: until } = await findRow(orderId);
  expect(until).not.toBeNull();
  return { orderId, agreed: Number(agreed), seen: (Number(agreed) * 0.7).toFixed(8) };
}

const findEvents = async (orderId: string) =>
  (
    await owner
      .query<{ event: string }>('select event from order_events where order_id = $1 order by id', [orderId])
      .catch(async () =>
        owner.query<{ event: string }>('select event from order_events where transaction_id = $1 order by id', [
          orderId,
        ]),
      )
  ).rows.map(({ event }) => event);

test('accepting three times and declining in parallel applies one answer', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId, seen } = await placeWithPriceChoice();
    const answers = await Promise.all([
      choosePrice(orderId, seen),
      choosePrice(orderId, seen),
      choosePrice(orderId, null),
      choosePrice(orderId, seen),
      callAs('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' }, finance),
    ]);
    const row = await findRow(orderId);
    const took = (await findEvents(orderId)).filter((event) => event === 'tookPrice').length;
    expect(took).toBeLessThanOrEqual(1);
    expect(row.pay_in).toBe('received');
    expect(answers.filter((one) => one === 'done').length).toBeLessThanOrEqual(
      took + (row.status === 'cancelled' ? 1 : 0),
    );
    expect(answers).toContain('done');
  }
});

test('at the deadline, the job and the customer in parallel apply one answer', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId, seen } = await placeWithPriceChoice();
    await owner.query(
      `update transactions set reprice_choice_until = now() + interval '20 milliseconds' where id = $1`,
      [orderId],
    );
    await new Promise((done) => setTimeout(done, round * 10));
    const [answer] = await Promise.all([choosePrice(orderId, seen), endChoices(services)]);
    await new Promise((done) => setTimeout(done, 60));
    await endChoices(services);
    const row = await findRow(orderId);
    expect([answer, row.status]).toEqual(answer === 'done' ? ['done', 'pending'] : [answer, 'cancelled']);
  }
});

test.each([
  '0',
  '-1',
  'NaN',
  '1e-9',
  '0.000000001',
  '',
  ' ',
  '٠٫٠٠١',
  '99999999999999',
  '0x1',
  '0.0001\u0000',
  '+0.0001',
])('a shown price of %j is rejected', async (seen) => {
  openChoice ??= await placeWithPriceChoice();
  expect(await choosePrice(openChoice.orderId, seen)).not.toBe('done');
  expect((await findRow(openChoice.orderId)).reprice_choice_until).not.toBeNull();
});

let openChoice: Awaited<ReturnType<typeof placeWithPriceChoice>> | null = null;

test('another customer, a visitor and staff cannot choose', async () => {
  const { orderId, seen } = await placeWithPriceChoice();
  for (const cookie of [await server.signIn('tier1'), finance, compliance])
    for (const seenPrice of [seen, null]) expect(await choosePrice(orderId, seenPrice, cookie)).not.toBe('done');
  expect((await call('trading/choosePrice', { orderId, seen })).status).toBe(401);
  expect(await choosePrice(orderId, seen)).toBe('done');
  expect(await choosePrice(orderId, seen)).toBe('trading.cannot_now');
  expect(await choosePrice(orderId, null)).toBe('trading.cannot_now');
});

test('a frozen customer cannot accept a new price', async () => {
  const { orderId, seen, agreed } = await placeWithPriceChoice();
  const { user_id: userId } = await findRow(orderId);
  await owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason)
       select $1, 'by_hand', id, 'A test' from profiles where email = 'compliance@demo.test'`,
    [userId],
  );
  const placed = await buy(server, customer, { amount: '3000' });
  const answer = await choosePrice(orderId, seen);
  await owner.query('delete from account_freezes');
  expect(placed.body.code).toBe('trading.not_possible');
  expect([answer, Number((await findRow(orderId)).crypto_amount)]).toEqual([expect.not.stringMatching('done'), agreed]);
});

test('a payment matched to one of several orders after their prices ended uses the current price', async () => {
  const { cookie } = await newCustomer(server);
  const bitcoin = await placePaidBuy(server, cookie, { amount: '2000' });
  const chosen = await placePaidBuy(server, cookie, { ...etherFields, amount: '2010' });
  const line = await findLine('2010');
  const before = await findRow(chosen.orderId);
  setDay(9);
  await setPrice('ETH', 1.6, new Date(startMs + 9 * dayMs));
  await done('unallocated/attach', buildAttachment(line, chosen, '2010'));
  server.setTime(null);
  expect((await findRow(chosen.orderId)).crypto_amount).toBe(before.crypto_amount);
  expect((await findRow(chosen.orderId)).reprice_choice_until).not.toBeNull();
  expect(await findRow(bitcoin.orderId)).toMatchObject({ pay_in: 'claimed' });
});

test("a single order keeps the payment's day, and one of two does if it was matched in time", async () => {
  const [one, several] = [await newCustomer(server), await newCustomer(server)];
  const only = await placePaidBuy(server, one.cookie, { amount: '2020' });
  const both = [await placePaidBuy(server, several.cookie, { amount: '2030' })];
  both.push(await placePaidBuy(server, several.cookie, { ...etherFields, amount: '2030' }));
  const [single, double] = [await findLine('2020'), await findLine('4060', { reason: 'several_orders' })];
  for (const order of both) await done('unallocated/attach', buildAttachment(double, order, '2030'));
  setDay(5);
  await done('unallocated/attach', buildAttachment(single, only, '2020'));
  server.setTime(null);
  for (const { orderId } of [only, ...both])
    expect(await findRow(orderId)).toMatchObject({ pay_in: 'received', reprice_choice_until: null });
});

test('a payment of both orders cannot pick the one with the higher price', async () => {
  const { cookie } = await newCustomer(server);
  await placePaidBuy(server, cookie, { amount: '1000' });
  const chosen = await placePaidBuy(server, cookie, { ...etherFields, amount: '1010' });
  const large = await placePaidBuy(server, cookie, { ...etherFields, amount: '1500' });
  const line = await findLine('2510', { reason: 'several_orders' });
  const at = new Date(startMs + 11 * dayMs);
  setDay(11);
  await setPrice('ETH', 1.6, at);
  await done('unallocated/attach', buildAttachment(line, large, '1500'));
  await done('unallocated/attach', buildAttachment(line, chosen, '1010'));
  server.setTime(null);
  for (const { orderId } of [large, chosen]) expect((await findRow(orderId)).reprice_choice_until).not.toBeNull();
});

const buildArrival = (orderId: string, amount: string, at: Date) =>
  buildPayIn(orderId, {
    amount,
    movedOn: jamaicaDay(at),
    movedTime: formatJamaicaTime(at),
    reference: randomBytes(32).toString('hex'),
  });

test('another order paid late by its own payment changes nothing; paid in time it does not count', async () => {
  const chosen: boolean[] = [];
  const late = new Date(startMs + 12 * dayMs);
  await setPrice('ETH', 1.6, late);
  for (const paidAt of [null, late]) {
    const { cookie } = await newCustomer(server);
    server.setTime(null);
    const paid = paidAt ?? new Date();
    const other = await placePaidBuy(server, cookie, { amount: '2070' });
    const one = await placePaidBuy(server, cookie, { ...etherFields, amount: '2070' });
    const line = await findLine('2070');
    setDay(12);
    await done('desk/confirmReceived', buildArrival(other.orderId, '2070', paid));
    await done('unallocated/attach', buildAttachment(line, one, '2070'));
    chosen.push((await findRow(one.orderId)).reprice_choice_until !== null);
  }
  server.setTime(null);
  expect(chosen).toEqual([false, true]);
});

test('another order cannot use an unmatched payment after its price ended', async () => {
  const { cookie } = await newCustomer(server);
  const other = await placePaidBuy(server, cookie, { amount: '2080' });
  const chosen = await placePaidBuy(server, cookie, { ...etherFields, amount: '2080' });
  const [first, second] = [await findLine('2080'), await findLine('2080')];
  setDay(13);
  await setPrice('ETH', 1.6, new Date(startMs + 13 * dayMs));
  await done('unallocated/attach', buildAttachment(first, other, '2080'));
  await done('unallocated/attach', buildAttachment(second, chosen, '2080'));
  server.setTime(null);
  expect((await findRow(chosen.orderId)).reprice_choice_until).not.toBeNull();
});

test('unlinked payments and orders of joined accounts follow the same rule', async () => {
  const [person, double] = [await newCustomer(server), await newCustomer(server)];
  const first = await placePaidBuy(server, person.cookie, { amount: '2040' });
  const joined = await placePaidBuy(server, double.cookie, { ...etherFields, amount: '2040' });
  await done('desk/confirmReceived', buildPayIn(first.orderId, { amount: '2040' }));
  await done('desk/undoPayIn', await buildUnlink(first.orderId));
  await done('desk/approveUndo', buildStep(first.orderId), admin);
  const decision = { userId: person.id, otherId: double.id, decision: 'join', note: 'One person', proposalId: null };
  await linkAccounts(server, [person.id, double.id]);
  await done('identity/decideLink', decision, compliance);
  const { rows } = await owner.query(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.order_id is null`,
    [first.orderId],
  );
  setDay(5);
  await setPrice('ETH', 1.6, new Date(startMs + 5 * dayMs));
  await done('unallocated/attach', buildAttachment(rows[0].id, joined, '2040'));
  server.setTime(null);
  expect((await findRow(joined.orderId)).reprice_choice_until).not.toBeNull();
});

async function placeTwoSells(cookie: string, days: readonly number[]): Promise<string[]> {
  const sells: string[] = [];
  for (const n of days) {
    setDay(n);
    await owner.query(`update crypto_prices set observed_at = $1, last_updated = $1 where symbol = 'BTC'`, [
      new Date(startMs + n * dayMs),
    ]);
    const { body } = await sell(server, cookie, { amount: '0.0011', holder: 'Ina Brown', accountNumber: '777000111' });
    sells.push(body.orderId);
  }
  return sells;
}

test('coins sent before the first of several sells belong to the first', async () => {
  const { cookie } = await newCustomer(server);
  const sells = await placeTwoSells(cookie, [0, 1]);
  setDay(2);
  await setPrice('BTC', 0.5, new Date(startMs + 2 * dayMs));
  for (const id of [...sells].reverse())
    await done('desk/confirmReceived', buildArrival(id, '0.0011', new Date(startMs - 3_600_000)));
  server.setTime(null);
  const [first, second] = [await findRow(sells[0] ?? ''), await findRow(sells[1] ?? '')];
  expect([first.reprice_choice_until, second.reprice_choice_until]).toEqual([null, expect.any(Date)]);
});

test('they still do when the first is paid late by other coins', async () => {
  const { cookie } = await newCustomer(server);
  const [first = '', second = ''] = await placeTwoSells(cookie, [14, 15]);
  const now = new Date(startMs + 16 * dayMs);
  setDay(16);
  await setPrice('BTC', 0.5, now);
  await done('desk/confirmReceived', buildArrival(first, '0.0011', now));
  await done('desk/confirmReceived', buildArrival(second, '0.0011', new Date(startMs + 14 * dayMs - 3_600_000)));
  server.setTime(null);
  expect((await findRow(second)).reprice_choice_until).not.toBeNull();
});
