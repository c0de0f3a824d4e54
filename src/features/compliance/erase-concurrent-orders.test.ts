import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { passSevenYears, resetDates } from '../../../test/erasure-time.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf } = setUpSuspicions(server);
const admin = await createSession(server, 'admin');
const finance = await createSession(server, 'finance');

/** Each payer has their own account, because a freeze also stops money from the frozen account. */
const payerOf = (payerHolder: string) => ({ payerHolder, payerAccount: String(randomInt(300_000_000, 399_999_999)) });

async function createCompletedOrder(cookie: string, payerHolder: string): Promise<string> {
  const { orderId } = await placePaidBuy(server, cookie, { amount: '4000' });
  const steps = [
    ['confirmReceived', { ...buildPayIn(orderId, { amount: '4000' }), ...payerOf(payerHolder) }, finance],
    ['startProcessing', { orderId, note: '' }, finance],
    ['preparePayout', { orderId, note: '' }, finance],
    ['approvePayout', { orderId, note: '' }, admin],
    ['recordSent', buildSent(orderId, randomBytes(32).toString('hex')), finance],
  ] as const;
  for (const [path, input, by] of steps)
    expect([path, await call(`desk/${path}`, input, by)]).toMatchObject([path, { status: 200 }]);
  return orderId;
}

async function createReceivedPayment(cookie: string, payerHolder: string): Promise<string> {
  const id = await claimPlan(server, cookie);
  expect((await call('paymentsDesk/receive', buildBankReceipt(id, payerOf(payerHolder)), finance)).status).toBe(200);
  return id;
}

const officer = `select id from profiles where email = 'compliance@demo.test'`;
const writes = {
  'a case': `insert into cases (user_id, kind, title, opened_at, updated_at) values ($1, 'manual', 'Seen', now(), now())`,
  'a freeze': `insert into account_freezes (user_id, cause, frozen_by, reason) select $1::uuid, 'by_hand', id, 'x' from (${officer}) o`,
};
const subjects = { 'an order': createCompletedOrder, 'a payment': createReceivedPayment };
// A customer of their own for each pair, because a freeze also applies to accounts of the same name.
const names = ['Ina Brown', 'Olga Reid', 'Una Clarke', 'Eva Stone'];
const pairs = Object.entries(writes)
  .flatMap(([what, sql]) => Object.entries(subjects).map(([subject, create]) => ({ what, subject, sql, create })))
  .map((pair, index) => ({ ...pair, name: names[index] ?? '' }));

test.each(pairs)('$what written concurrently retains $subject', async ({ sql, create, name }) => {
  await resetDates(server);
  // Marks all earlier records as erased, so that only the test's record is due.
  await owner.query('update retention_deadlines set erased_at = now() where erased_at is null');
  const { id: userId, cookie } = await newCustomer(server, name);
  const id = await create(cookie, name);
  await owner.query(
    `update transaction_alerts set state = 'closed', outcome = 'explained', outcome_note = 'x', closed_at = now(),
       closed_by = (${officer}) where user_id = $1`,
    [userId],
  );
  await setRetentionDeadlines(services);
  await passSevenYears(server);
  await setRetentionDeadlines(services);
  await owner.query('update retention_deadlines set erased_at = now() where user_id <> $1', [userId]);
  const writer = await owner.connect();
  await writer.query('begin');
  expect((await writer.query(sql, [userId])).rowCount).toBe(1);
  const erasing = eraseRecords(services);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  await erasing;
  const kept = 'select 1 from movements where (order_id = $1 or payment_id = $1) and account is not null';
  expect(await rowsOf(kept, [id])).toHaveLength(1);
});
