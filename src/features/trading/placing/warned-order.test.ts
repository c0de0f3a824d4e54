import { randomBytes } from 'node:crypto';
import { encodeAccountID } from 'ripple-address-codec';
import { afterEach, expect, test } from 'vitest';
import { bitcoinAddress, buy, cameIn, paidBuy, sell } from '../../../../test/orders.ts';
import { scamsOn } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { after, hours } from '../../../kernel/clock.ts';
import type { Fact } from '../../scam-reports/schema.ts';
import type { Known } from '../../scam-reports/shapes.ts';
import { seenAs } from '../wallets/coercion.ts';

/** What an order to a wallet that people warn of carries, and that it cools off. */
const server = await serverUnderTest();
const { call, signIn, owner } = server;
const { reported, publish } = scamsOn(server);
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));
afterEach(() => {
  server.setTime(null);
  expect(server.faults.splice(0)).toEqual([]);
});

const act = async (path: string, input: object, cookie = finance) => {
  const { status, body } = await call<{ code?: string }>(path, input, cookie);
  return status === 200 ? 'done' : body.code;
};
const step = (orderId: string) => ({ orderId, note: '' });
const to = (walletAddress: string) => ({ symbol: 'ETH', network: 'erc20', walletAddress, amount: '2000' });

/** A wallet that two people reported, and that two of ours published where a verdict is given. */
async function warnedWallet(verdict?: 'scam' | 'likely'): Promise<string> {
  const address = `0x${randomBytes(20).toString('hex')}`;
  const facts: Fact[] = [{ kind: 'wallet', scope: 'evm', value: address }];
  const id = await reported({ facts });
  await reported({ facts });
  if (verdict) await publish(id, verdict);
  return address;
}
async function seen(address: string, cookie: string): Promise<string> {
  const input = { network: 'erc20', walletAddress: address, destinationTag: '' };
  const { warning } = (await call<{ warning: Known }>('trading/addressUsed', input, cookie)).body;
  return seenAs(warning);
}
const answers = { toldToPay: false, hurried: true, ownKeys: true };
type Shown = {
  mayCancel: boolean;
  order: { coolsUntil: string | null; status: string };
  warned: Record<string, unknown> | null;
  promise: { at: string };
};
const shown = async (orderId: string, cookie: string) => (await call<Shown>('trading/show', { orderId }, cookie)).body;
const rowOf = async (orderId: string) =>
  (await owner.query('select * from order_warnings where order_id = $1', [orderId])).rows[0];

test('an order to a warned wallet is refused without the three answers, and carries what was shown', async () => {
  const { cookie } = await newCustomer(server);
  const address = await warnedWallet('likely');
  const warningSeen = await seen(address, cookie);
  const refused = { status: 409, body: { code: 'trading.warning_unanswered' } };
  expect(await buy(server, cookie, to(address))).toMatchObject(refused);
  expect(await buy(server, cookie, { ...to(address), ...answers })).toMatchObject(refused);
  expect(await buy(server, cookie, { ...to(address), ...answers, hurried: null, warningSeen })).toMatchObject(refused);
  const placed = await buy(server, cookie, { ...to(address), ...answers, warningSeen });
  expect(placed.status).toBe(200);
  const { orderId } = placed.body;
  expect(await rowOf(orderId)).toMatchObject({
    ...{
      scope: 'evm',
      value: expect.stringMatching(new RegExp(`^${address}$`, 'i')),
      told: 'published',
      verdict: 'likely',
      people: 2,
      words: 1,
    },
    ...{ told_to_pay: false, hurried: true, own_keys: true },
    ...{ publication_id: expect.any(String), matter_id: expect.any(String) },
  });
  const { warned } = await shown(orderId, cookie);
  expect(warned).toMatchObject({ told: 'published', verdict: 'likely', people: 2, answers });
  expect(warned).not.toHaveProperty('matterId');
  const desk = await call<{ warned: object }>('desk/order', { orderId }, finance);
  expect(desk.body.warned).toMatchObject({ matterId: expect.any(String), answers });
});

test('what was published since it was shown is read and answered anew; nobody warned of is asked nothing', async () => {
  const { cookie } = await newCustomer(server);
  const address = `0x${randomBytes(20).toString('hex')}`;
  const facts: Fact[] = [{ kind: 'wallet', scope: 'evm', value: address }];
  const id = await reported({ facts });
  const { body } = await buy(server, cookie, to(address));
  expect(await rowOf(body.orderId)).toBeUndefined();
  await reported({ facts });
  const before = await seen(address, cookie);
  await publish(id, 'scam');
  const again = { ...to(address), ...answers, amount: '2100' };
  expect(await buy(server, cookie, { ...again, warningSeen: before })).toMatchObject({
    body: { code: 'trading.warning_unanswered' },
  });
  const warningSeen = await seen(address, cookie);
  expect((await buy(server, cookie, { ...again, warningSeen })).status).toBe(200);
});

test('only reported, it is asked and kept, and nothing cools off', async () => {
  const { cookie } = await newCustomer(server);
  const address = await warnedWallet();
  const warningSeen = await seen(address, cookie);
  const { body } = await buy(server, cookie, { ...to(address), ...answers, warningSeen });
  expect(await rowOf(body.orderId)).toMatchObject({ told: 'reported', people: null, slug: null, cools_until: null });
  expect((await shown(body.orderId, cookie)).order.coolsUntil).toBeNull();
});

test('what two accounts report of a tag takes nothing from what is published of its address', async () => {
  const { cookie } = await newCustomer(server);
  const address = encodeAccountID(randomBytes(20));
  const named = (value: string): Fact[] => [{ kind: 'wallet', scope: 'xrp', value }];
  await reported({ facts: named(address) });
  await publish(await reported({ facts: named(address) }), 'scam');
  for (let n = 0; n < 2; n++) await reported({ facts: named(`${address}?dt=7`) });
  const order = { symbol: 'XRP', network: 'xrp', walletAddress: address, destinationTag: '7' };
  const asked = { network: 'xrp', walletAddress: address, destinationTag: '7' };
  const { warning } = (await call<{ warning: Known }>('trading/addressUsed', asked, cookie)).body;
  expect(warning).toMatchObject({ told: 'published', verdict: 'scam' });
  const { body } = await buy(server, cookie, { ...order, amount: '2000', ...answers, warningSeen: seenAs(warning) });
  expect((await rowOf(body.orderId)).cools_until).not.toBeNull();
});

test('while it cools off nothing is prepared, whoever asks; then it goes its way', async () => {
  const who = await newCustomer(server);
  const address = await warnedWallet('scam');
  const warningSeen = await seen(address, who.cookie);
  const { orderId } = await paidBuy(server, who.cookie, { ...to(address), ...answers, warningSeen });
  const { order, promise } = await shown(orderId, who.cookie);
  const until = new Date(order.coolsUntil ?? 0);
  expect(new Date(promise.at) > until).toBe(true);
  expect(await act('desk/confirmReceived', { ...cameIn(orderId, { amount: '2000' }), payerHolder: 'Ina Brown' })).toBe(
    'done',
  );
  expect(await act('desk/startProcessing', step(orderId))).toBe('done');
  expect(await act('desk/preparePayout', step(orderId))).toBe('desk.cooling');
  // The database by itself, were our code wrong.
  await expect(
    owner.query(`update transactions set pay_out = 'prepared' where id = $1`, [orderId]),
  ).rejects.toMatchObject({ constraint: 'nothing_leaves_while_cooling' });
  server.setTime(after(until, 1));
  expect(await act('desk/preparePayout', step(orderId))).toBe('done');
  expect((await shown(orderId, who.cookie)).mayCancel).toBe(false);
});

test('until then its customer calls it off whatever they paid, and the money goes back', async () => {
  const who = await newCustomer(server);
  const address = await warnedWallet('scam');
  const warningSeen = await seen(address, who.cookie);
  const { orderId } = await paidBuy(server, who.cookie, { ...to(address), ...answers, warningSeen });
  expect(await act('desk/confirmReceived', { ...cameIn(orderId, { amount: '2000' }), payerHolder: 'Ina Brown' })).toBe(
    'done',
  );
  expect((await shown(orderId, who.cookie)).mayCancel).toBe(true);
  expect(await act('trading/cancelOwn', { orderId }, who.cookie)).toBe('done');
  expect(await shown(orderId, who.cookie)).toMatchObject({ order: { status: 'cancelled' }, mayCancel: false });
  const { body } = await call<{ nextAction: string; story: { event: string }[] }>('desk/order', { orderId }, admin);
  expect(body.nextAction).toBe('return_money');
  expect(body.story.map(({ event }) => event)).toContain('callOff');
});

test('after that, or without a warning, what was paid is not called off', async () => {
  const who = await newCustomer(server);
  const address = await warnedWallet('scam');
  const warningSeen = await seen(address, who.cookie);
  const { orderId } = await paidBuy(server, who.cookie, { ...to(address), ...answers, warningSeen });
  const { order } = await shown(orderId, who.cookie);
  server.setTime(new Date(order.coolsUntil ?? 0));
  expect(await act('trading/cancelOwn', { orderId }, who.cookie)).toBe('trading.cannot_now');
  server.setTime(null);
  const plain = await paidBuy(server, who.cookie, { amount: '2100' });
  expect(await act('trading/cancelOwn', { orderId: plain.orderId }, who.cookie)).toBe('trading.cannot_now');
});

test('the hours are a setting; without any nothing cools off', async () => {
  const setting = (coolingHours: number) => ({ perDay: 5, open: 10, looksPerHour: 600, toldFrom: 2, coolingHours });
  const set = (coolingHours: number) =>
    owner.query(`insert into setting_versions (key, value) values ('scam_reports', $1)`, [setting(coolingHours)]);
  const { cookie } = await newCustomer(server);
  const address = await warnedWallet('scam');
  const warningSeen = await seen(address, cookie);
  for (const [hoursSet, amount] of [
    [48, '2000'],
    [0, '2100'],
  ] as const) {
    await set(hoursSet);
    const { body } = await buy(server, cookie, { ...to(address), ...answers, warningSeen, amount });
    const { shown_at, cools_until } = await rowOf(body.orderId);
    expect(cools_until).toEqual(hoursSet === 0 ? null : after(shown_at, hours(hoursSet)));
  }
  await set(24);
});

test('of a sell the warning of its sender is kept, and refuses nothing: its coins are on their way', async () => {
  const facts: Fact[] = [{ kind: 'wallet', scope: 'bitcoin', value: bitcoinAddress }];
  await reported({ facts });
  await publish(await reported({ facts }), 'likely');
  const { status, body } = await sell(server, await signIn('tier2'));
  expect(status).toBe(200);
  expect(await rowOf(body.orderId)).toMatchObject({ told: 'published', own_keys: null, cools_until: null });
});

test('whoever ordered it finds it among what we hold of them', async () => {
  const who = await newCustomer(server);
  const address = await warnedWallet('likely');
  const warningSeen = await seen(address, who.cookie);
  const { body } = await buy(server, who.cookie, { ...to(address), ...answers, warningSeen });
  const { body: held } = await call<{ walletWarnings: object[] }>('accounts/exportData', {}, who.cookie);
  expect(held.walletWarnings).toMatchObject([{ order_id: body.orderId, verdict: 'likely', hurried: true }]);
  expect(JSON.stringify(held.walletWarnings)).not.toContain('matter');
});
