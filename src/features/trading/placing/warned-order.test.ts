import { randomBytes } from 'node:crypto';
import { encodeAccountID } from 'ripple-address-codec';
import { afterEach, expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buy, placePaidBuy, sell } from '../../../../test/orders.ts';
import { createScamTools } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { after, hours } from '../../../kernel/clock.ts';
import type { Fact } from '../../scam-reports/schema.ts';
import type { Known } from '../../scam-reports/types.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { warningVersionKey } from '../wallets/scam-questions.ts';

const server = await serverUnderTest();
const { call, signIn, owner } = server;
const { insertReport, publish } = createScamTools(server);
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));
afterEach(() => {
  server.setTime(null);
  expect(server.faults.splice(0)).toEqual([]);
});

const callAs = async (path: string, input: object, cookie = finance) => {
  const { status, body } = await call<{ code?: string }>(path, input, cookie);
  return status === 200 ? 'done' : body.code;
};
const buildStep = (orderId: string) => ({ orderId, note: '' });
const buyTo = (walletAddress: string) => ({ symbol: 'ETH', network: 'erc20', walletAddress, amount: '2000' });

async function publishWarning(verdict?: 'scam' | 'likely'): Promise<string> {
  const address = `0x${randomBytes(20).toString('hex')}`;
  const facts: Fact[] = [{ kind: 'wallet', scope: 'evm', value: address }];
  const id = await insertReport({ facts });
  await insertReport({ facts });
  if (verdict) await publish(id, verdict);
  return address;
}
async function findSeen(address: string, cookie: string): Promise<string> {
  const input = { network: 'erc20', walletAddress: address, destinationTag: '' };
  const { warning } = (await call<{ warning: Known }>('trading/addressUsed', input, cookie)).body;
  return warningVersionKey(warning);
}
const answers = { askedToPay: false, hurried: true, ownKeys: true };
type Shown = {
  mayCancel: boolean;
  order: { coolsUntil: string | null; status: string };
  warned: Record<string, unknown> | null;
  promise: { at: string };
};
const loadOrder = async (orderId: string, cookie: string) =>
  (await call<Shown>('trading/show', { orderId }, cookie)).body;
const findRow = async (orderId: string) =>
  (await owner.query('select * from order_warnings where order_id = $1', [orderId])).rows[0];

test('an order to a warned wallet requires three answers and stores the warning', async () => {
  const { cookie } = await newCustomer(server);
  const address = await publishWarning('likely');
  const warningSeen = await findSeen(address, cookie);
  const refused = { status: 409, body: { code: 'trading.warning_unanswered' } };
  expect(await buy(server, cookie, buyTo(address))).toMatchObject(refused);
  expect(await buy(server, cookie, { ...buyTo(address), ...answers })).toMatchObject(refused);
  expect(await buy(server, cookie, { ...buyTo(address), ...answers, hurried: null, warningSeen })).toMatchObject(
    refused,
  );
  const placed = await buy(server, cookie, { ...buyTo(address), ...answers, warningSeen });
  expect(placed.status).toBe(200);
  const { orderId } = placed.body;
  expect(await findRow(orderId)).toMatchObject({
    ...{
      scope: 'evm',
      value: expect.stringMatching(new RegExp(`^${address}$`, 'i')),
      warning_level: 'published',
      verdict: 'likely',
      reporter_count: 2,
      questionnaire_version: 1,
    },
    ...{ instructed_to_pay: false, hurried: true, controls_wallet: true },
    ...{ publication_id: expect.any(String), scam_case_id: expect.any(String) },
  });
  const { warned } = await loadOrder(orderId, cookie);
  expect(warned).toMatchObject({ shown: 'published', verdict: 'likely', people: 2, answers });
  expect(warned).not.toHaveProperty('matterId');
  const desk = await call<{ warned: object }>('desk/order', { orderId }, finance);
  expect(desk.body.warned).toMatchObject({ matterId: expect.any(String), answers });
});

test('a changed warning must be read and answered again; other wallets ask nothing', async () => {
  const { cookie } = await newCustomer(server);
  const address = `0x${randomBytes(20).toString('hex')}`;
  const facts: Fact[] = [{ kind: 'wallet', scope: 'evm', value: address }];
  const id = await insertReport({ facts });
  const { body } = await buy(server, cookie, buyTo(address));
  expect(await findRow(body.orderId)).toBeUndefined();
  await insertReport({ facts });
  const before = await findSeen(address, cookie);
  await publish(id, 'scam');
  const input = { ...buyTo(address), ...answers, amount: '2100' };
  expect(await buy(server, cookie, { ...input, warningSeen: before })).toMatchObject({
    body: { code: 'trading.warning_unanswered' },
  });
  const warningSeen = await findSeen(address, cookie);
  expect((await buy(server, cookie, { ...input, warningSeen })).status).toBe(200);
});

test('a reported wallet asks questions, but has no cooling-off', async () => {
  const { cookie } = await newCustomer(server);
  const address = await publishWarning();
  const warningSeen = await findSeen(address, cookie);
  const { body } = await buy(server, cookie, { ...buyTo(address), ...answers, warningSeen });
  expect(await findRow(body.orderId)).toMatchObject({
    warning_level: 'reported',
    reporter_count: null,
    slug: null,
    cooling_off_until: null,
  });
  expect((await loadOrder(body.orderId, cookie)).order.coolsUntil).toBeNull();
});

test('reports about a tag do not hide the published warning of its address', async () => {
  const { cookie } = await newCustomer(server);
  const address = encodeAccountID(randomBytes(20));
  const named = (value: string): Fact[] => [{ kind: 'wallet', scope: 'xrp', value }];
  await insertReport({ facts: named(address) });
  await publish(await insertReport({ facts: named(address) }), 'scam');
  for (let n = 0; n < 2; n++) await insertReport({ facts: named(`${address}?dt=7`) });
  const order = { symbol: 'XRP', network: 'xrp', walletAddress: address, destinationTag: '7' };
  const query = { network: 'xrp', walletAddress: address, destinationTag: '7' };
  const { warning } = (await call<{ warning: Known }>('trading/addressUsed', query, cookie)).body;
  expect(warning).toMatchObject({ shown: 'published', verdict: 'scam' });
  const { body } = await buy(server, cookie, {
    ...order,
    amount: '2000',
    ...answers,
    warningSeen: warningVersionKey(warning),
  });
  expect((await findRow(body.orderId)).cooling_off_until).not.toBeNull();
});

test('during cooling-off no payout can be prepared; afterwards the order continues', async () => {
  const customer = await newCustomer(server);
  const address = await publishWarning('scam');
  const warningSeen = await findSeen(address, customer.cookie);
  const { orderId } = await placePaidBuy(server, customer.cookie, { ...buyTo(address), ...answers, warningSeen });
  const { order, promise } = await loadOrder(orderId, customer.cookie);
  const until = new Date(order.coolsUntil ?? 0);
  expect(new Date(promise.at) > until).toBe(true);
  expect(
    await callAs('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '2000' }), payerHolder: 'Ina Brown' }),
  ).toBe('done');
  expect(await callAs('desk/startProcessing', buildStep(orderId))).toBe('done');
  expect(await callAs('desk/preparePayout', buildStep(orderId))).toBe('desk.cooling');
  await expect(
    owner.query(`update transactions set pay_out = 'prepared' where id = $1`, [orderId]),
  ).rejects.toMatchObject({ constraint: 'nothing_leaves_while_cooling' });
  server.setTime(after(until, 1));
  expect(await callAs('desk/preparePayout', buildStep(orderId))).toBe('done');
  expect((await loadOrder(orderId, customer.cookie)).mayCancel).toBe(false);
});

test('during cooling-off the customer can cancel a paid order and is refunded', async () => {
  const customer = await newCustomer(server);
  const address = await publishWarning('scam');
  const warningSeen = await findSeen(address, customer.cookie);
  const { orderId } = await placePaidBuy(server, customer.cookie, { ...buyTo(address), ...answers, warningSeen });
  expect(
    await callAs('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '2000' }), payerHolder: 'Ina Brown' }),
  ).toBe('done');
  expect((await loadOrder(orderId, customer.cookie)).mayCancel).toBe(true);
  expect(await callAs('trading/cancelOwn', { orderId }, customer.cookie)).toBe('done');
  expect(await loadOrder(orderId, customer.cookie)).toMatchObject({ order: { status: 'cancelled' }, mayCancel: false });
  const { body } = await call<{ nextAction: string; story: { event: string }[] }>('desk/order', { orderId }, admin);
  expect(body.nextAction).toBe('return_money');
  expect(body.story.map(({ event }) => event)).toContain('callOff');
});

test('an order cancelled during cooling-off holds its price until that expires', async () => {
  const { order_limits } = demoSettings;
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [order_limits]);
  const customer = await newCustomer(server);
  const address = await publishWarning('scam');
  const warningSeen = await findSeen(address, customer.cookie);
  const input = { ...buyTo(address), ...answers, warningSeen };
  const calledOff = async (): Promise<string> => {
    const { orderId } = await placePaidBuy(server, customer.cookie, input);
    const line = { ...buildPayIn(orderId, { amount: '2000' }), payerHolder: 'Ina Brown' };
    expect(await callAs('desk/confirmReceived', line)).toBe('done');
    expect(await callAs('trading/cancelOwn', { orderId }, customer.cookie)).toBe('done');
    return orderId;
  };
  const first = await calledOff();
  for (let n = 1; n < order_limits.unpaid; n++) await calledOff();
  expect(await buy(server, customer.cookie, { amount: '2000' })).toMatchObject({
    body: { code: 'trading.too_many_unpaid' },
  });
  await owner.query(
    `update order_warnings set shown_at = now() - interval '2 days', cooling_off_until = now() - interval '1 second'
      where order_id = $1`,
    [first],
  );
  expect((await buy(server, customer.cookie, { amount: '2000' })).status).toBe(200);
});

test('after cooling-off, or without a warning, a paid order cannot be cancelled', async () => {
  const customer = await newCustomer(server);
  const address = await publishWarning('scam');
  const warningSeen = await findSeen(address, customer.cookie);
  const { orderId } = await placePaidBuy(server, customer.cookie, { ...buyTo(address), ...answers, warningSeen });
  const { order } = await loadOrder(orderId, customer.cookie);
  server.setTime(new Date(order.coolsUntil ?? 0));
  expect(await callAs('trading/cancelOwn', { orderId }, customer.cookie)).toBe('trading.cannot_now');
  server.setTime(null);
  const plain = await placePaidBuy(server, customer.cookie, { amount: '2100' });
  expect(await callAs('trading/cancelOwn', { orderId: plain.orderId }, customer.cookie)).toBe('trading.cannot_now');
});

test('the cooling-off hours are a setting; zero disables it', async () => {
  const setting = (coolingHours: number) => ({ perDay: 5, open: 10, looksPerHour: 600, warnFrom: 2, coolingHours });
  const set = (coolingHours: number) =>
    owner.query(`insert into setting_versions (key, value) values ('scam_reports', $1)`, [setting(coolingHours)]);
  const { cookie } = await newCustomer(server);
  const address = await publishWarning('scam');
  const warningSeen = await findSeen(address, cookie);
  for (const [hoursSet, amount] of [
    [48, '2000'],
    [0, '2100'],
  ] as const) {
    await set(hoursSet);
    const { body } = await buy(server, cookie, { ...buyTo(address), ...answers, warningSeen, amount });
    const { shown_at, cooling_off_until } = await findRow(body.orderId);
    expect(cooling_off_until).toEqual(hoursSet === 0 ? null : after(shown_at, hours(hoursSet)));
  }
  await set(24);
});

test('a warned sender of a sell is stored and refuses nothing, as coins are on their way', async () => {
  const facts: Fact[] = [{ kind: 'wallet', scope: 'bitcoin', value: bitcoinAddress }];
  await insertReport({ facts });
  await publish(await insertReport({ facts }), 'likely');
  const { status, body } = await sell(server, await signIn('tier2'));
  expect(status).toBe(200);
  expect(await findRow(body.orderId)).toMatchObject({
    warning_level: 'published',
    controls_wallet: null,
    cooling_off_until: null,
  });
});

test("the stored warning is part of the customer's data export", async () => {
  const customer = await newCustomer(server);
  const address = await publishWarning('likely');
  const warningSeen = await findSeen(address, customer.cookie);
  const { body } = await buy(server, customer.cookie, { ...buyTo(address), ...answers, warningSeen });
  const { body: held } = await call<{ walletWarnings: object[] }>('accounts/exportData', {}, customer.cookie);
  expect(held.walletWarnings).toMatchObject([{ order_id: body.orderId, verdict: 'likely', hurried: true }]);
  expect(JSON.stringify(held.walletWarnings)).not.toContain('matter');
});
