import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setCards } from '../../../test/cards.ts';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import {
  buildRegistration,
  claimSeat,
  confirmRegistration,
  insertWorkshop,
  register,
  registerFrom,
} from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { after, hours } from '../../kernel/clock.ts';
import { expirePayments } from '../payments/jobs.ts';
import type { PaymentReceipt } from '../payments/load-receipt.ts';
import type { OwnSeat } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');

const line = (paymentId: string, more: object = {}) => buildBankReceipt(paymentId, { amount: '4000', ...more });
const act = server.actsAs(finance);
const ownOf = async (cookie: string) =>
  (await call<{ places: OwnSeat[] }>('workshops/own', undefined, cookie)).body.places;
const seatsOf = async (sessionId: string) =>
  (
    await rowsOf<{ taken: number; waiting: number }>(
      `select taken, waiting from workshop_seats where session_id = $1 and mode = 'in_person'`,
      [sessionId],
    )
  )[0];
const leftOf = async (sessionId: string) => {
  const { body } = await call<{ sessions: { id: string; seats: { mode: string; left: number }[] }[] }>(
    'workshops/list',
  );
  return body.sessions.find(({ id }) => id === sessionId)?.seats.find(({ mode }) => mode === 'in_person')?.left;
};

test('a seat is held while the payment is open, and only paid seats see the link', async () => {
  const sessionId = await insertWorkshop(server);
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimSeat(server, customer.cookie, buildRegistration(sessionId, { mode: 'online' }));
  expect(await ownOf(customer.cookie)).toMatchObject([{ status: 'pending', paymentId, link: null }]);
  const shown = await call<{ payment: object }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(shown.body.payment).toMatchObject({ title: 'Workshop: First wallet, online', nextAction: 'confirm_payment' });
  expect(await act('paymentsDesk/receive', line(paymentId))).toBe('done');
  expect(await ownOf(customer.cookie)).toMatchObject([
    { status: 'confirmed', link: 'https://meet.example/first-wallet', place: '12 Hope Road, Kingston' },
  ]);
  const { body } = await call('workshops/list');
  expect(JSON.stringify(body)).not.toContain('meet.example');
});

test('visitors see announced sessions with seats left and price', async () => {
  const [sessionId, draft] = [
    await insertWorkshop(server),
    await insertWorkshop(server, { status: 'draft', title: 'Not yet' }),
  ];
  const { body } = await call<{ sessions: { id: string }[]; price: number }>('workshops/list');
  expect(body.price).toBe(4000);
  expect(body.sessions.map(({ id }) => id)).toContain(sessionId);
  expect(body.sessions.map(({ id }) => id)).not.toContain(draft);
  const customer = await newCustomer(server);
  expect((await register(server, customer.cookie, buildRegistration(draft))).body.code).toBe('workshops.not_open');
});

test('a started session is listed until it ends', async () => {
  const [runs, over] = [
    await insertWorkshop(server, { startsIn: '-1 hour' }),
    await insertWorkshop(server, { startsIn: '-3 hours' }),
  ];
  const { body } = await call<{ sessions: { id: string; open: boolean }[] }>('workshops/list');
  expect(body.sessions).toContainEqual(expect.objectContaining({ id: runs, open: false }));
  expect(body.sessions.map(({ id }) => id)).not.toContain(over);
});

test('a second seat in one mode is refused with the documented text, the other mode is allowed', async () => {
  const sessionId = await insertWorkshop(server);
  const customer = await newCustomer(server);
  expect((await register(server, customer.cookie, buildRegistration(sessionId))).status).toBe(200);
  const { body, status } = await register(server, customer.cookie, buildRegistration(sessionId));
  expect([status, body.code]).toEqual([409, 'workshops.twice']);
  expect(JSON.stringify(body)).toContain(
    'You already have a pending/confirmed registration for this workshop in this mode.',
  );
  expect((await register(server, customer.cookie, buildRegistration(sessionId, { mode: 'online' }))).status).toBe(200);
  expect(
    await server.owner
      .query(
        `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code,
          payment_method, created_at) values ($1, $2, 'in_person', 'pending', 'x', $3, 'card', now())`,
        [sessionId, customer.id, randomUUID()],
      )
      .catch((error: { constraint: string }) => error.constraint),
  ).toBe('registration_once');
});

test('repeated requests hold one seat, and changed prices, started sessions or closed methods fail', async () => {
  const sessionId = await insertWorkshop(server);
  const customer = await newCustomer(server);
  const wanted = buildRegistration(sessionId);
  const [one, same] = await Promise.all([
    register(server, customer.cookie, wanted),
    register(server, customer.cookie, wanted),
  ]);
  expect([one.status, same.body.paymentId]).toEqual([200, one.body.paymentId]);
  expect((await register(server, customer.cookie, { ...wanted, mode: 'online' })).body.code).toBe('general.key_reused');
  const other = await newCustomer(server);
  const tryToRegister = async (input: object) =>
    (await register(server, other.cookie, buildRegistration(sessionId, input))).body.code;
  expect(await tryToRegister({ price: 40 })).toBe('workshops.price_changed');
  await setCards(server, { forEverythingElse: 'closed' });
  expect(await tryToRegister({ method: 'card' })).toBe('payments.method_closed');
  await setCards(server, { forEverythingElse: 'open' });
  expect(await tryToRegister({ sessionId: await insertWorkshop(server, { startsIn: '-1 hour' }) })).toBe(
    'workshops.not_open',
  );
  expect(await tryToRegister({ sessionId: randomUUID() })).toBe('workshops.not_open');
  expect((await seatsOf(sessionId))?.taken).toBe(1);
});

test('a seat is free when its payment expires, is cancelled or rejected', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [customer, other] = [await newCustomer(server), await newCustomer(server)];
  const { body } = await register(server, customer.cookie, buildRegistration(sessionId));
  expect((await register(server, other.cookie, buildRegistration(sessionId))).body.code).toBe('workshops.full');
  expect(await leftOf(sessionId)).toBe(0);
  expect(await act('payments/cancel', { paymentId: body.paymentId }, customer.cookie)).toBe('done');
  expect(await leftOf(sessionId)).toBe(1);
  const next = (await register(server, other.cookie, buildRegistration(sessionId))).body.paymentId;
  expect(await act('paymentsDesk/reject', { paymentId: next, reasonCode: 'not_found', note: '' })).toBe('done');
  expect(await rowsOf(`select status from workshop_registrations where user_id = $1`, [other.id])).toEqual([
    { status: 'rejected' },
  ]);
  expect((await register(server, customer.cookie, buildRegistration(sessionId))).status).toBe(200);
  server.setTime(after(new Date(), hours(73)));
  expect(await expirePayments(server.services, payables)).toBeGreaterThan(0);
  server.setTime(null);
  expect((await seatsOf(sessionId))?.taken).toBe(0);
});

test('a payment proof belongs to its workshop', async () => {
  const customer = await newCustomer(server);
  const { body } = await register(server, customer.cookie, buildRegistration(await insertWorkshop(server)));
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  const claim = { paymentId: body.paymentId, proofFile: file.id };
  expect(await act('payments/claim', claim, customer.cookie)).toBe('payments.proof_missing');
});

test('a seat is never confirmed without payment, and customers cannot write seats directly', async () => {
  const customer = await newCustomer(server);
  await register(server, customer.cookie, buildRegistration(await insertWorkshop(server)));
  const client = await server.services.pool.connect();
  const tried = async (context: object, sql: string) => {
    await client.query('begin');
    try {
      for (const [name, value] of Object.entries({ 'app.user_id': customer.id, ...context }))
        await client.query('select set_config($1, $2, true)', [name, value]);
      return (await client.query(sql)).rowCount;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query('rollback');
    }
  };
  const own = `update workshop_registrations set`;
  const ofOwner = `where user_id = '${customer.id}'`;
  try {
    expect(await tried({ 'app.user_id': '', 'app.all_rows': 'yes' }, `${own} status = 'confirmed' ${ofOwner}`)).toBe(
      '23514',
    );
    expect(await tried({}, `${own} status = 'confirmed' ${ofOwner}`)).toBe('23514');
    expect(await tried({}, `${own} checked_in_at = now(), checked_in_by = user_id ${ofOwner}`)).toBe('42501');
    expect(
      await tried({ 'app.roles': 'instructor' }, `${own} checked_in_at = now(), checked_in_by = user_id ${ofOwner}`),
    ).toBe('42501');
    expect(await tried({}, `${own} notified_at = now() ${ofOwner}`)).toBe('42501');
    expect(await tried({}, `${own} status = 'cancelled' ${ofOwner}`)).toBe(1);
    expect(await tried({}, `${own} status = 'cancelled', moved_at = now() ${ofOwner}`)).toBe('42501');
    expect(
      await tried({ 'app.roles': 'instructor', 'app.user_id': randomUUID() }, `${own} status = 'cancelled' ${ofOwner}`),
    ).toBe('42501');
    expect(await tried({}, `update workshop_seats set seats = 900`)).toBe(0);
    expect(await tried({ 'app.roles': 'admin', 'app.all_rows': 'yes' }, `update workshop_seats set taken = 0`)).toBe(
      '42501',
    );
  } finally {
    client.release();
  }
});

test('of five hundred concurrent requests for twenty seats twenty succeed', { timeout: 120_000 }, async () => {
  const sessionId = await insertWorkshop(server, { in_person: 20 });
  const customers = await Promise.all(Array.from({ length: 500 }, () => newCustomer(server)));
  // Uses different networks, because one connection cannot hold all 20 seats.
  const from = (n: number) => `198.${18 + Math.floor(n / 250)}.${n % 250}.1`;
  const answers = await Promise.all(
    customers.map(({ cookie }, n) => registerFrom(server, from(n), { cookie, wanted: buildRegistration(sessionId) })),
  );
  const tally = Object.groupBy(answers, ({ status, body }) => (status === 200 ? 'place' : String(body.code)));
  expect(Object.fromEntries(Object.entries(tally).map(([code, all]) => [code, all?.length]))).toEqual({
    place: 20,
    'workshops.full': 480,
  });
  expect(await seatsOf(sessionId)).toEqual({ taken: 20, waiting: 0 });
  const held = `select from workshop_registrations where session_id = $1 and status = 'pending'`;
  expect(await rowsOf(held, [sessionId])).toHaveLength(20);
  const due = await rowsOf(
    `select from payments p join workshop_registrations r on r.id = p.payable_id
    where r.session_id = $1 and p.ended is null`,
    [sessionId],
  );
  expect(due).toHaveLength(20);
});

describe('ticket', () => {
  const receiptOf = async ({ paymentId, cookie }: { paymentId: string; cookie: string }) =>
    (await call<PaymentReceipt>('payments/receipt', { paymentId }, cookie)).body;
  const linesOf = ({ ticket }: PaymentReceipt) =>
    Object.fromEntries(ticket?.part.lines.map(({ label, value }) => [label, value]) ?? []);

  test('the receipt shows code, session and, after a move, the earlier session', async () => {
    const [from, to] = [await insertWorkshop(server), await insertWorkshop(server, { title: 'Second wallet' })];
    const attendee = await confirmRegistration(server, from);
    const before = await receiptOf(attendee);
    expect(before.ticket?.code).toBe(attendee.code);
    expect(linesOf(before)).toMatchObject({ Workshop: 'First wallet', How: 'In person' });
    expect(linesOf(before)).not.toHaveProperty('Moved from');
    const moved = await call(
      'workshops/move',
      { placeId: attendee.placeId, sessionId: to, mode: 'online' },
      attendee.cookie,
    );
    expect(moved.status).toBe(200);
    const after = await receiptOf(attendee);
    expect(after.ticket?.code).toBe(attendee.code);
    expect(linesOf(after)).toMatchObject({
      Workshop: 'Second wallet',
      How: 'Online',
      'Moved from': 'First wallet, in person',
    });
    expect(after.parts[0].lines).toContainEqual(expect.objectContaining({ label: 'Charged', value: 'J$4,000.00' }));
  });

  test('the PDF has one page, and unpaid or cancelled seats have no ticket', async () => {
    const sessionId = await insertWorkshop(server);
    const attendee = await confirmRegistration(server, sessionId);
    const paper = await server.app.inject({
      method: 'GET',
      url: `/api/receipts/${attendee.paymentId}.pdf`,
      headers: { cookie: attendee.cookie },
    });
    expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(paper.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    await owner.query(
      `update workshop_sessions set status = 'cancelled', cancelled_at = now(), cancel_reason = 'x' where id = $1`,
      [sessionId],
    );
    expect((await receiptOf(attendee)).ticket).toBeNull();
  });
});
