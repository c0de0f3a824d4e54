import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { buildPayIn, placePaidBuy, upload } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { getSessionToken } from '../../../test/security/account-security.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { buildRegistration, insertWorkshop } from '../../../test/workshops.ts';
import { withUser } from '../../platform/database/database.ts';

const server = await serverUnderTest();
const { call, faults, owner, services } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');

beforeEach(() => void faults.splice(0));

const act = server.actsAs(finance);
const stateOf = async (id: string) => (await rowsOf('select pay_in, ended from payments where id = $1', [id]))[0];
const linesOf = (paymentId: string) =>
  rowsOf(`select rail from movements where payment_id = $1 and direction = 'in'`, [paymentId]);
const plansOf = (userId: string) =>
  rowsOf<{ status: string }>('select status from subscriptions where user_id = $1', [userId]);

test('starting six plans and methods in parallel starts one payment', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const requests = [
    ...[{ method: 'bank_transfer' }, { method: 'card' }, { method: 'crypto' }],
    ...[{ plan: 'basic', price: 5000 }, { plan: 'basic', price: 5000, method: 'card' }, {}],
  ];
  const answers = await Promise.all(requests.map((request) => subscribe(server, customer.cookie, request)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect([status, body.code]).toEqual([409, 'subscriptions.pending_already']);
  expect(await rowsOf('select from payments where user_id = $1', [customer.id])).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('one key for two requests starts one payment and refuses the other', async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const key = randomUUID();
  const answers = await Promise.all([
    subscribe(server, customer.cookie, { key }),
    subscribe(server, customer.cookie, { key, method: 'card' }),
    call<{ code?: string }>(
      'workshops/register',
      buildRegistration(await insertWorkshop(server), { key }),
      customer.cookie,
    ),
  ]);
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : (body as { code?: string }).code)).sort();
  expect(codes).toEqual(['done', 'general.key_reused', 'general.key_reused']);
  const own = await subscribe(server, other.cookie, { key });
  expect(own.status).toBe(200);
  expect(await rowsOf('select from payments where idempotency_key = $1', [key])).toHaveLength(2);
  expect(faults).toEqual([]);
});

test('starting with an invalid plan, price or method is refused without a fault', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const wrong = [
    ...['constructor', '__proto__', 'toString', 'workshop', 'PERSONAL', ' personal', 'personal\u0000', '', 'gold'].map(
      (plan) => ({ plan }),
    ),
    ...[0, -6000, 6000.5, 5999, 6001, 60, 5000, 1e21, '6000', null, [6000], '6000\u0000'].map((price) => ({ price })),
    ...['cash', 'CARD', '', 'bank_transfer ', null, ['card'], 'hasOwnProperty'].map((method) => ({ method })),
    ...['x', '', null, 7].map((key) => ({ key })),
    { extra: 1 },
    { userId: randomUUID() },
    { amount: '1' },
  ];
  for (const request of wrong) {
    const { status } = await subscribe(server, customer.cookie, request);
    expect([request, status]).toEqual([request, expect.toBeOneOf([400, 409, 422])]);
  }
  expect(await rowsOf('select from subscriptions where user_id = $1', [customer.id])).toEqual([]);
  expect(faults).toEqual([]);
});

test('claiming two payments in parallel with one proof succeeds once', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const plan = (await subscribe(server, customer.cookie)).body.paymentId;
  await act('payments/cancel', { paymentId: plan }, customer.cookie);
  const other = (await subscribe(server, customer.cookie)).body.paymentId;
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  const claims = await Promise.all(
    [plan, other].map((paymentId) => act('payments/claim', { paymentId, proofFile: file.id }, customer.cookie)),
  );
  expect(claims.filter((answer) => answer === 'done')).toHaveLength(1);
  const proven = await rowsOf('select from payments where proof_file = $1', [file.id]);
  expect(proven).toHaveLength(1);
});

test("claiming with another customer's proof or payment is refused", async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const own = (await subscribe(server, other.cookie)).body.paymentId;
  const { body: customerFile } = await upload(server, customer.cookie, 'subscription-proof');
  const { body: file } = await upload(server, other.cookie, 'subscription-proof');
  const claim = (id: string, proofFile: string) => act('payments/claim', { paymentId: id, proofFile }, other.cookie);
  expect(await claim(own, customerFile.id)).toBe('payments.proof_missing');
  expect(await claim(paymentId, file.id)).toBe('payments.not_found');
  expect(await claim(paymentId, customerFile.id)).toBe('payments.not_found');
  expect(await act('payments/cancel', { paymentId }, other.cookie)).toBe('payments.not_found');
  expect((await call('cards/start', { kind: 'payment', id: paymentId }, other.cookie)).status).not.toBe(200);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
});

test('a bank line and a card charge in parallel pay once, and the other is recorded separately', async () => {
  for (let round = 0; round < 5; round++) {
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    const charge = buildSandboxEvent(paymentId);
    expect(await sendWebhook(server, charge)).toBe(200);
    const [byDesk] = await Promise.all([
      act('paymentsDesk/receive', buildBankReceipt(paymentId)),
      handleEvents(server),
    ]);
    expect(await linesOf(paymentId)).toHaveLength(1);
    expect(await plansOf(customer.id)).toEqual([{ status: 'active' }]);
    const charged = await rowsOf(`select from movements where reference = $1`, [`sandbox:${charge.transaction}`]);
    expect([byDesk === 'done' ? 'done' : 'refused', charged.length]).toEqual([
      byDesk === 'done' ? 'done' : 'refused',
      1,
    ]);
  }
  expect(faults).toEqual([]);
});

test('cancelling, rejecting and charging in parallel records the money and activates nothing that ended', async () => {
  for (let round = 0; round < 5; round++) {
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
    await Promise.all([
      act('payments/cancel', { paymentId }, customer.cookie),
      act('paymentsDesk/reject', { paymentId, reasonCode: 'not_found', note: '' }),
      handleEvents(server),
    ]);
    const state = await stateOf(paymentId);
    expect(state?.['pay_in']).toBe('received');
    const [plan] = await plansOf(customer.id);
    expect([state?.['ended'], plan?.status]).toEqual(
      state?.['ended'] === null ? [null, 'active'] : [state?.['ended'], expect.toBeOneOf(['cancelled', 'rejected'])],
    );
  }
  expect(faults).toEqual([]);
});

test('confirming two lines for one payment in parallel succeeds once', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const line = (reference: string) => act('paymentsDesk/receive', buildBankReceipt(paymentId, { reference }));
  const answers = await Promise.all([line('PARALLEL 1'), line('PARALLEL 2'), line('parallel-1')]);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await linesOf(paymentId)).toHaveLength(1);
});

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
  expect(result.is).toBe('amount exceeds the remainder of the movement');
  // A full refund needs an ended product, a partial refund an active product.
  expect(await rest()).toBe('refund does not fit the state of its payment');
  const fullRefundId = await paidPlan();
  expect(await (await insertApprovedRefund(fullRefundId, '6000'))()).toBe(
    'refund does not fit the state of its payment',
  );
  await owner.query(`update payments set ended = 'refunded', closed_at = now(), waiting_since = now() where id = $1`, [
    fullRefundId,
  ]);
  expect(await (await insertApprovedRefund(fullRefundId, '2000'))()).toBe(
    'refund does not fit the state of its payment',
  );
  expect(await (await insertApprovedRefund(fullRefundId, '6000'))()).toBe('done');
});

test('the database accepts only whole refunds of an order', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, cookie, { amount: '2000' });
  const plain = { orderId, note: '' };
  expect((await call('desk/confirmReceived', buildPayIn(orderId, { amount: '2000' }), finance)).status).toBe(200);
  const end = { ...plain, reasonCode: 'asked_by_customer' };
  expect((await call('desk/cancel', end, finance)).status).toBe(200);
  expect(await (await insertApprovedRefund(orderId, '1999.99'))()).toBe(
    'movement does not match the movement that it reverses',
  );
  expect(await (await insertApprovedRefund(orderId, '2000'))()).toBe('done');
});

test('the database rejects a customer setting a partial refund', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const paymentId = await paidPlan(cookie);
  const credentials = { token: getSessionToken(cookie) ?? '', ip: '127.0.0.1' };
  const update = withUser(services.pool, credentials, (tx) =>
    sql`update payments set part_agreed = true where id = ${paymentId}`.execute(tx),
  );
  await expect(update).rejects.toThrow('customers cannot change this field');
});
