import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { withSystem } from '../../platform/database/database.ts';
import { endPlans } from './jobs.ts';
import { getMonthFrom } from './plans.ts';
import { findIncludedFeatures } from './store.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { act, finance, goesBack, second } = await createRefundTools(server);

test.each([
  ['2028-02-01T04:59:59.999Z', '2028-03-01T05:00:00.000Z'], // 31 January, a leap year
  ['2027-02-01T04:59:59.999Z', '2027-03-01T05:00:00.000Z'], // 31 January
  ['2028-02-29T05:00:00.001Z', '2028-03-30T05:00:00.000Z'], // 29 February, its beginning
  ['2028-03-01T04:59:59.999Z', '2028-03-30T05:00:00.000Z'], // 29 February, its last one
  ['2028-03-01T05:00:00.001Z', '2028-04-02T05:00:00.000Z'], // 1 March
  ['2028-03-01T05:00:00.000Z', '2028-04-02T05:00:00.000Z'], // its very first moment
  ['2027-01-01T04:59:59.999Z', '2027-02-01T05:00:00.000Z'], // 31 December
  ['2027-01-01T05:00:00.001Z', '2027-02-02T05:00:00.000Z'], // 1 January
  ['2027-03-14T06:59:59.000Z', '2027-04-15T05:00:00.000Z'], // the night in which New York's clocks change
  ['2100-02-28T12:00:00.000Z', '2100-03-29T05:00:00.000Z'], // no leap year
])('a month from %s ends at %s', (from, end) => {
  expect(getMonthFrom(new Date(from), null)).toEqual({ start: new Date(from), end: new Date(end) });
});

const rowsOf = async (userId: string) =>
  (
    await owner.query<{ plan: string; status: string; start: Date | null; end: Date | null }>(
      `select plan, status, start_date "start", end_date "end" from subscriptions where user_id = $1 order by created_at`,
      [userId],
    )
  ).rows;
const receive = (paymentId: string, more: object = {}, cookie = finance) =>
  act('paymentsDesk/receive', buildBankReceipt(paymentId, more), cookie);
const setTime = (text: string) => server.setTime(new Date(text));
const includes = (userId: string, moment: Date) =>
  withSystem(services.pool, (tx) => findIncludedFeatures(tx, userId, moment));
const buy = async (cookie: string, plan: string, price: number) => {
  const paymentId = await claimPlan(server, cookie, { plan, price });
  expect(await receive(paymentId, { amount: String(price) })).toBe('done');
  return paymentId;
};

test('only a paid plan includes features', async () => {
  const customer = await newCustomer(server);
  const expectNothing = async () => expect(await includes(customer.id, new Date())).toEqual([]);
  const { body } = await subscribe(server, customer.cookie);
  await expectNothing();
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, customer.cookie)).toBe('done');
  await expectNothing();
  for (const amount of ['5999', '6000.01', '0', '-6000'])
    expect(await receive(body.paymentId, { amount })).not.toBe('done');
  await expectNothing();
  expect(await receive(body.paymentId)).toBe('done');
  expect(await includes(customer.id, new Date())).not.toEqual([]);
});

test('receiving one payment three times in parallel gives one month', async () => {
  const customer = await newCustomer(server);
  const paymentId = await claimPlan(server, customer.cookie);
  const answers = await Promise.all([
    receive(paymentId),
    receive(paymentId, {}, second),
    receive(paymentId, { reference: `OTHER ${randomUUID()}` }, second),
  ]);
  expect(answers.filter((one) => one === 'done')).toHaveLength(1);
  const [only, ...more] = await rowsOf(customer.id);
  expect(more).toEqual([]);
  const { start, end } = getMonthFrom(only?.start ?? new Date(), null);
  expect(only).toMatchObject({ status: 'active', start, end });
});

test('plans bought while one runs follow it without gap or overlap', async () => {
  const customer = await newCustomer(server);
  await buy(customer.cookie, 'professional', 7000);
  await buy(customer.cookie, 'basic', 5000);
  await buy(customer.cookie, 'personal', 6000);
  const [one, two, three] = await rowsOf(customer.id);
  expect([two?.start, three?.start]).toEqual([one?.end, two?.end]);
  const during = await includes(customer.id, new Date());
  const last = await includes(customer.id, new Date((one?.end?.getTime() ?? 0) - 1));
  const next = await includes(customer.id, one?.end ?? new Date());
  expect(last).toEqual(during);
  expect(next.length).toBeLessThan(during.length);
  expect(await includes(customer.id, three?.end ?? new Date())).toEqual([]);
});

test('an expired plan is not extended from its end, and expires once', async () => {
  const customer = await newCustomer(server);
  await buy(customer.cookie, 'personal', 6000);
  const [first] = await rowsOf(customer.id);
  const later = new Date((first?.end?.getTime() ?? 0) + 1);
  server.setTime(later);
  // The job has not expired the plan yet.
  expect(await includes(customer.id, later)).toEqual([]);
  const cookie = (await newCustomer(server)).cookie;
  await owner.query(
    `update subscriptions set start_date = start_date - interval '60 days', end_date = end_date - interval '60 days' where user_id = $1`,
    [customer.id],
  );
  server.setTime(null);
  await Promise.all([endPlans(services), endPlans(services)]);
  await buy(customer.cookie, 'personal', 6000);
  const [old, now] = await rowsOf(customer.id);
  expect(old?.status).toBe('expired');
  expect(Math.abs((now?.start?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(cookie).toBeTruthy();
});

test('refunding a plan ends it and moves the next one up', async () => {
  const customer = await newCustomer(server);
  const first = await buy(customer.cookie, 'professional', 7000);
  await buy(customer.cookie, 'basic', 5000);
  const before = await rowsOf(customer.id);
  expect(await goesBack(first, null)).toEqual(['done', 'done', 'done']);
  const after = await rowsOf(customer.id);
  expect(after.map(({ status }) => status)).toEqual(['cancelled', 'active']);
  expect(Math.abs((after[1]?.start?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(before[1]?.start?.getTime()).toBe(before[0]?.end?.getTime());
  expect(after[1]?.end).toEqual(before[0]?.end);
  expect(await includes(customer.id, new Date())).not.toEqual([]);
});

test('a plan bought while nothing runs starts immediately, also before a later one', async () => {
  const customer = await newCustomer(server);
  const first = await buy(customer.cookie, 'personal', 6000);
  await buy(customer.cookie, 'personal', 6000);
  expect(await goesBack(first, null)).toEqual(['done', 'done', 'done']);
  await buy(customer.cookie, 'professional', 7000);
  expect(await includes(customer.id, new Date())).not.toEqual([]);
});

test('returning a refund starts no plan again', async () => {
  const customer = await newCustomer(server);
  const first = await buy(customer.cookie, 'personal', 6000);
  expect(await goesBack(first, null)).toEqual(['done', 'done', 'done']);
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1`, [first]);
  const undo = {
    paymentId: first,
    proposalId: rows[0]?.id,
    reasonCode: 'returned_by_bank',
    evidence: 'The bank sent it back.',
  };
  const moved = { reference: `BOUNCE ${first.slice(-8)}`, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  expect(await act('paymentsDesk/prepareUndo', { ...undo, ...moved })).toBe('done');
  const open = await owner.query<{ id: string }>(`select id from proposals where subject = $1 and state = 'open'`, [
    first,
  ]);
  expect(
    await act('paymentsDesk/approveUndo', { paymentId: first, proposalId: open.rows[0]?.id, note: '' }, second),
  ).toBe('done');
  expect((await rowsOf(customer.id)).map(({ status }) => status)).toEqual(['cancelled']);
  expect(await includes(customer.id, new Date())).toEqual([]);
});

test('a payment keeps its price after a price change', async () => {
  const customer = await newCustomer(server);
  const paymentId = await claimPlan(server, customer.cookie);
  const { rows } = await owner.query<{ value: object }>(
    `select value from setting_versions where key = 'plan_prices' order by id desc limit 1`,
  );
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [
    { ...rows[0]?.value, personal: 9000 },
  ]);
  expect(await receive(paymentId, { amount: '9000' })).toBe('payments.amount_differs');
  expect(await receive(paymentId)).toBe('done');
  expect((await subscribe(server, customer.cookie)).body.code).toBe('subscriptions.price_changed');
  expect((await subscribe(server, customer.cookie, { price: 9000 })).status).toBe(200);
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [rows[0]?.value]);
});

test('a plan bought in the last minute of a month counts from that day', async () => {
  const customer = await newCustomer(server);
  setTime('2027-02-01T04:59:30Z');
  const { body } = await subscribe(server, customer.cookie);
  expect(body).toMatchObject({ paymentId: expect.any(String) });
  const line = { movedOn: '2027-01-31' };
  expect(await receive(body.paymentId, line)).toBe('done');
  const [only] = await rowsOf(customer.id);
  expect(only?.end).toEqual(new Date('2027-03-01T05:00:00Z'));
});
