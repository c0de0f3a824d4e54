import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, setCards, startOrderByCard } from '../../../../test/cards.ts';
import { buildMovedAt, buildPayIn, buildSent, placePaidBuy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { buildStep, setUpUnallocated } from '../../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { cardPayables } from '../../../fulfilment.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { after, days, minutes } from '../../../kernel/clock.ts';
import { reconcile } from '../../payments/cards/jobs.ts';

const server = await serverWithoutFaults();
const { rowsOf, another } = setUpSuspicions(server);
const [finance, compliance] = await Promise.all(['finance', 'compliance'].map((name) => createSession(server, name)));
const [finance2, compliance2] = [(await another('finance')).cookie, (await another('compliance')).cookie];
const act = server.actsAs(finance);

await setCards(server, { keptHours: 0 });

const hash = () => randomBytes(32).toString('hex');
const deliver = async (event: object) => {
  expect(await sendWebhook(server, event)).toBe(200);
  await handleEvents(server);
};
const payOut = async (orderId: string) => [
  await act('desk/preparePayout', { orderId, note: '' }),
  await act('desk/approvePayout', { orderId, note: '' }, finance2),
  await act('desk/recordSent', buildSent(orderId, hash())),
];
const findHold = async (orderId: string) =>
  (await rowsOf<object>('select held, hold_reason "reason" from transactions where id = $1', [orderId]))[0];

test('a chargeback replaces a name hold and takes two people to release', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const arrives = async (wishes: object) => {
    const charge = buildSandboxEvent(orderId, { amount: '4000.00', ...wishes });
    expect(await sendWebhook(server, charge)).toBe(200);
    await handleEvents(server);
    return charge;
  };
  const held = async () =>
    (await rowsOf<object>('select held, hold_reason "reason" from transactions where id = $1', [orderId]))[0];
  const { transaction } = await arrives({ name: 'Other Person' });
  expect(await held()).toEqual({ held: true, reason: 'payer_name_differs' });
  await arrives({ type: 'charged_back', transaction });
  expect(await held()).toEqual({ held: true, reason: 'charged_back' });
  const { body } = await server.call<{ code: string }>('desk/release', { orderId, note: '' }, compliance);
  expect(body.code).toBe('desk.two_people_needed');
});

test('a chargeback reported over a day late holds the order too', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const charge = buildSandboxEvent(orderId, { amount: '4000.00' });
  expect(await sendWebhook(server, { ...charge, id: randomUUID(), type: 'charged_back' })).toBe(200);
  const now = new Date();
  server.setTime(after(now, days(1) + minutes(5)));
  await reconcile(server.services, cardPayables);
  expect(await rowsOf('select became from card_events where reference = $1', [orderId])).toEqual([
    { became: 'nothing' },
  ]);
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  server.setTime(after(now, days(1) + minutes(10)));
  await reconcile(server.services, cardPayables);
  server.setTime(null);
  const held = await rowsOf('select held, hold_reason "reason" from transactions where id = $1', [orderId]);
  expect(held).toEqual([{ held: true, reason: 'charged_back' }]);
  const alerts = `select from transaction_alerts where alert_type = 'charged_back' and transaction_id = $1`;
  expect(await rowsOf(alerts, [orderId])).toHaveLength(1);
});

async function releaseByTwo(orderId: string, userId: string, beforeDecision = async () => {}) {
  const opened = { userId, title: 'A chargeback', orders: [orderId] };
  const { body } = await server.call<{ caseId: string }>('compliance/openCase', opened, compliance);
  const proposed = { caseId: body.caseId, orderId, note: 'The bank took the money, we send anyway' };
  expect(await act('compliance/proposeRelease', proposed, compliance)).toBe('done');
  await beforeDecision();
  const proposalId = await server.openProposal(orderId);
  return act('compliance/decideRelease', { proposalId, decision: 'approve', note: 'Agreed' }, compliance2);
}

test('a chargeback after the payout stops a second payout until two people release the order', async () => {
  const { cookie, id: userId } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const charge = buildSandboxEvent(orderId, { amount: '4000.00' });
  await deliver(charge);
  expect(await act('desk/startProcessing', { orderId, note: '' })).toBe('done');
  expect(await payOut(orderId)).toEqual(['done', 'done', 'done']);
  await deliver({ ...charge, id: randomUUID(), type: 'charged_back' });
  const [approved] = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'payout' and state = 'approved'`,
    [orderId],
  );
  const undo = {
    ...{ orderId, proposalId: approved?.id, reasonCode: 'dropped_by_network', note: '', reference: hash() },
    ...{ evidence: 'The explorer says that it was dropped.', ...buildMovedAt(hash()) },
  };
  expect(await act('desk/prepareUndo', undo)).toBe('done');
  expect(await act('desk/approveUndo', { orderId, note: '' }, finance2)).toBe('done');
  expect((await payOut(orderId))[0]).toBe('desk.release_charged_back');
  expect(await act('desk/hold', { orderId, note: '', reasonCode: 'unusual_pattern' }, compliance)).toBe('done');
  expect(await act('desk/release', { orderId, note: '' }, compliance)).toBe('desk.two_people_needed');
  expect(await releaseByTwo(orderId, userId)).toBe('done');
  expect(await payOut(orderId)).toEqual(['done', 'done', 'done']);
});

test('a chargeback voids a release that was proposed before it', async () => {
  const { cookie, id: userId } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  const charge = buildSandboxEvent(orderId, { amount: '4000.00' });
  await deliver(charge);
  await server.owner.query(`update transactions set held = true, hold_reason = 'holder_listed' where id = $1`, [
    orderId,
  ]);
  const chargeBack = () => deliver({ ...charge, id: randomUUID(), type: 'charged_back' });
  expect(await releaseByTwo(orderId, userId, chargeBack)).toBe('approvals.changed_since');
});

test.each([
  ['Other Person', 'payer_name_differs'],
  [null, 'card_name_unknown'],
])('a held order paid by the card of %s is held for the name', async (name, reason) => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, cookie);
  expect(await act('desk/hold', { orderId, note: '', reasonCode: 'unusual_pattern' }, compliance)).toBe('done');
  await deliver(buildSandboxEvent(orderId, { amount: '4000.00', name }));
  expect(await findHold(orderId)).toEqual({ held: true, reason });
});

describe('returned transfers', async () => {
  const { owner } = server;
  const { admin, confirmOrder, done, linesOf, rowOf } = await setUpUnallocated(server);

  const findLine = async (reference: string) =>
    (await owner.query<{ id: string }>('select id from movements where reference = $1', [reference])).rows[0]?.id ?? '';
  async function placePaidTwice(amount: string) {
    const { orderId } = await confirmOrder(amount, `OWN ${amount}`);
    await done('desk/recordExtra', buildPayIn(orderId, { amount, reference: `SURPLUS ${amount}` }));
    return orderId;
  }
  async function approveRefund(orderId: string, reference: string, reasonCode: string): Promise<void> {
    await done('desk/prepareReturn', { ...buildStep(orderId), movementId: await findLine(reference), reasonCode });
    await done('desk/approveReturn', buildStep(orderId), admin);
  }
  const recordSent = (orderId: string, reference: string) => done('desk/recordReturned', buildSent(orderId, reference));
  async function recordReturned(orderId: string, reference: string): Promise<void> {
    const { rows } = await owner.query<{ id: string }>('select proposal_id id from movements where reference = $1', [
      reference,
    ]);
    const why = { reasonCode: 'returned_by_bank', evidence: 'The statement of today shows it in line four' };
    const when = { reference: '', movedOn: jamaicaDay(new Date()), movedTime: '' };
    await done('desk/prepareUndo', { ...buildStep(orderId), proposalId: rows[0]?.id, ...why, ...when });
    await done('desk/approveUndo', buildStep(orderId), admin);
  }

  test('a surplus refund returned during the main refund is recorded, and is refunded again', async () => {
    const orderId = await placePaidTwice('20500');
    await approveRefund(orderId, 'SURPLUS 20500', 'paid_twice');
    await recordSent(orderId, 'GONE SURPLUS');
    await done('desk/cancel', { ...buildStep(orderId), reasonCode: 'duplicate' });
    await approveRefund(orderId, 'OWN 20500', 'order_stopped');
    await recordReturned(orderId, 'GONE SURPLUS');
    await recordSent(orderId, 'GONE OWN');
    expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'returned', extras: 1 });
    await approveRefund(orderId, 'SURPLUS 20500', 'paid_twice');
    await recordSent(orderId, 'GONE AGAIN');
    const lines = ['in', 'in', 'back', 'bounced', 'back', 'back'].map((direction) => `${direction} 20500`);
    expect(await linesOf(orderId)).toEqual(lines);
  });

  test('a main refund returned during the surplus refund is recorded, and is refunded again', async () => {
    const orderId = await placePaidTwice('20600');
    await done('desk/cancel', { ...buildStep(orderId), reasonCode: 'duplicate' });
    await approveRefund(orderId, 'OWN 20600', 'order_stopped');
    await recordSent(orderId, 'GONE FIRST');
    await approveRefund(orderId, 'SURPLUS 20600', 'paid_twice');
    await recordReturned(orderId, 'GONE FIRST');
    await recordSent(orderId, 'GONE SECOND');
    expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'received', extras: 0 });
    await approveRefund(orderId, 'OWN 20600', 'order_stopped');
    await recordSent(orderId, 'GONE THIRD');
    expect(await rowOf(orderId)).toMatchObject({ pay_in: 'returned', extras: 0 });
  });

  test('a surplus refund returned during the payout waits, and the payout is sent', async () => {
    const orderId = await placePaidTwice('20700');
    const queue = await server.call<{ lines: object[] }>('desk/queue', {}, finance);
    expect(queue.body.lines).toContainEqual(expect.objectContaining({ id: orderId, extras: 1 }));
    await approveRefund(orderId, 'SURPLUS 20700', 'paid_twice');
    await recordSent(orderId, 'GONE MEANWHILE');
    for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(orderId));
    await done('desk/approvePayout', buildStep(orderId), admin);
    await recordReturned(orderId, 'GONE MEANWHILE');
    await done('desk/recordSent', buildSent(orderId, 'b'.repeat(64)));
    expect(await rowOf(orderId)).toMatchObject({ status: 'completed', pay_out: 'sent', extras: 1 });
  });
});

const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const admin = await signIn('admin');
const { outcome } = createPolicyTools(server);
const callAs = (path: string, input: object, cookie = finance) => call<{ code?: string }>(path, input, cookie);

const completeCall = async (path: string, input: object, cookie = finance) =>
  expect([path, (await callAs(path, input, cookie)).body]).toMatchObject([
    path,
    expect.not.objectContaining({ code: '' }),
  ]);

const findCode = async (path: string, input: object, cookie = finance) => (await callAs(path, input, cookie)).body.code;

const findLine = async (reference: string) =>
  (await owner.query<{ id: string }>('select id from movements where reference = $1', [reference])).rows[0]?.id;

const findOwner = async (orderId: string) =>
  (await owner.query<{ user: string }>('select user_id "user" from transactions where id = $1', [orderId])).rows[0]
    ?.user ?? '';
let lastAmount = 0;

async function completeOrder(amount: string): Promise<string> {
  const { orderId } = await placePaidBuy(server, customer, { amount });
  await completeCall('desk/confirmReceived', buildPayIn(orderId, { amount }));
  for (const path of ['startProcessing', 'preparePayout']) await completeCall(`desk/${path}`, buildStep(orderId));
  await completeCall('desk/approvePayout', buildStep(orderId), admin);
  lastAmount += 1;
  await completeCall('desk/recordSent', buildSent(orderId, `${lastAmount}`.padStart(64, 'a')));
  return orderId;
}

const recordSurplus = (orderId: string, reference: string) =>
  callAs('desk/recordExtra', buildPayIn(orderId, { reference }));

const buildReturn = async (orderId: string, reference: string) => ({
  ...{ ...buildStep(orderId), movementId: await findLine(reference), reasonCode: 'paid_twice' },
});

test('compliance can hold a completed order for its surplus payment until it is released', async () => {
  const orderId = await completeOrder('20100');
  const holding = { ...buildStep(orderId), reasonCode: 'unusual_pattern' };
  expect(await findCode('desk/hold', holding, compliance)).toBe('desk.not_now');
  expect((await recordSurplus(orderId, 'SURPLUS 1')).status).toBe(200);
  const shown = await call<{ moved: object; nextActor: string }>('trading/show', { orderId }, customer);
  expect((await callAs('desk/hold', holding, compliance)).status).toBe(200);
  expect((await call('trading/show', { orderId }, customer)).body).toEqual(shown.body);
  expect(await findCode('desk/prepareReturn', await buildReturn(orderId, 'SURPLUS 1'))).toBe('desk.not_now');
  const undoing = { reasonCode: 'belongs_elsewhere', evidence: 'The bank line names another order.', note: '' };
  const off = { orderId, movementId: await findLine('SURPLUS 1'), ...undoing };
  expect(await findCode('desk/undoPayIn', off)).toBe('desk.not_now');
  expect((await callAs('desk/release', buildStep(orderId), compliance)).status).toBe(200);
  expect((await callAs('desk/undoPayIn', off)).status).toBe(200);
  expect((await callAs('desk/approveUndo', buildStep(orderId), admin)).status).toBe(200);
  const { rows } = await owner.query('select status, pay_in, surplus_count extras from transactions where id = $1', [
    orderId,
  ]);
  expect(rows).toEqual([{ status: 'completed', pay_in: 'received', extras: 0 }]);
});

test('the order state follows its movements and cannot be set otherwise', async () => {
  const other = await signIn('enhanced');
  const { orderId } = await placePaidBuy(server, other, { amount: '20300' });
  const user = await findOwner(orderId);
  const staff = { user: await adminId(), all: true, roles: 'admin' } as const;
  for (const session of [{ user }, staff])
    for (const change of [`pay_in = 'received'`, `pay_in = 'received', status = 'processing'`])
      expect([change, await outcome(session, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
        change,
        'failed 23514',
      ]);
  await completeCall('desk/confirmReceived', buildPayIn(orderId, { amount: '20300' }));
  const changes = [`pay_in = 'claimed'`, `pay_in = 'awaiting'`, `status = 'cancelled', pay_in = 'returned'`];
  for (const change of [...changes, `status = 'completed', pay_out = 'sent'`, `pay_out = 'sent'`])
    expect([change, await outcome(staff, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
      change,
      'failed 23514',
    ]);
});

const adminId = async () =>
  (await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`)).rows[0]?.id ?? '';
