import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { getSessionToken } from '../../../test/security/account-security.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { withUser } from '../../platform/database/database.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');

async function paidPlan(cookie?: string): Promise<string> {
  const paymentId = await claimPlan(server, cookie ?? (await newCustomer(server, 'Ina Brown')).cookie);
  expect((await call('paymentsDesk/receive', buildBankReceipt(paymentId), finance)).status).toBe(200);
  return paymentId;
}

async function insertApprovedRefund(due: string, amount: string) {
  const [line] = await rowsOf<Record<string, string>>(
    `select * from movements where coalesce(order_id, payment_id) = $1 and direction = 'in'`,
    [due],
  );
  const people = await rowsOf<{ id: string }>(`select id from profiles where email like '%@demo.test' limit 2`);
  const { rows } = await owner.query(
    `insert into proposals (kind, subject, payload, customer_id, proposed_by, state, decided_by, decided_at)
     values ('return', $1, $2, $3, $4, 'approved', $5, now()) returning id`,
    [
      due,
      { movementId: line?.['id'], amount, unit: 'JMD', account: line?.['account'], address: null, tag: null },
      ...[line?.['user_id'], people[0]?.id, people[1]?.id],
    ],
  );
  return (on: pg.Pool | pg.PoolClient = owner) =>
    on
      .query(
        `insert into movements (order_id, payment_id, user_id, direction, reverses_id, asset, amount, rail, reference,
           reference_key, bank, account, holder, moved_at, recorded_at, proposal_id)
         select order_id, payment_id, user_id, 'back', id, asset, $2, rail, $3, $3, bank, account, holder, now(), now(), $4
           from movements where id = $1`,
        [line?.['id'], amount, randomUUID().toUpperCase(), rows[0].id],
      )
      .then(
        () => 'done',
        ({ message }: Error) => message,
      );
}

test('the database rejects refunds above the received amount in parallel transactions', async () => {
  const paymentId = await paidPlan();
  const [one, other, rest] = [
    await insertApprovedRefund(paymentId, '4000'),
    await insertApprovedRefund(paymentId, '2500'),
    await insertApprovedRefund(paymentId, '2000'),
  ];
  const first = await owner.connect();
  await first.query('begin');
  expect(await one(first)).toBe('done');
  const result = { is: '' };
  const pending = other().then((answer) => {
    result.is = answer;
  });
  const isWaiting = async () =>
    (
      await rowsOf(`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    ).length;
  while (result.is === '' && !(await isWaiting()));
  await first.query('commit');
  first.release();
  await pending;
  expect(result.is).toBe('more_than_is_left');
  // A full refund needs an ended product, a partial refund an active product.
  expect(await rest()).toBe('movement_not_as_agreed');
  const whole = await paidPlan();
  expect(await (await insertApprovedRefund(whole, '6000'))()).toBe('movement_not_as_agreed');
  await owner.query(`update payments set ended = 'refunded', closed_at = now(), waiting_since = now() where id = $1`, [
    whole,
  ]);
  expect(await (await insertApprovedRefund(whole, '2000'))()).toBe('movement_not_as_agreed');
  expect(await (await insertApprovedRefund(whole, '6000'))()).toBe('done');
});

test('the database accepts only whole refunds of an order', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, cookie, { amount: '2000' });
  const plain = { orderId, note: '' };
  expect((await call('desk/confirmReceived', buildPayIn(orderId, { amount: '2000' }), finance)).status).toBe(200);
  const end = { ...plain, reasonCode: 'asked_by_customer' };
  expect((await call('desk/cancel', end, finance)).status).toBe(200);
  expect(await (await insertApprovedRefund(orderId, '1999.99'))()).toBe('movement_of_another');
  expect(await (await insertApprovedRefund(orderId, '2000'))()).toBe('done');
});

test('the database rejects a customer setting a partial refund', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const paymentId = await paidPlan(cookie);
  const credentials = { token: getSessionToken(cookie) ?? '', ip: '127.0.0.1' };
  const update = withUser(services.pool, credentials, (tx) =>
    sql`update payments set part_agreed = true where id = ${paymentId}`.execute(tx),
  );
  await expect(update).rejects.toThrow('this is not for customers to change');
});
