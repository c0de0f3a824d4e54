import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
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
  runWorkshopEmails,
} from '../../../test/workshops.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { call, faults } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const admin = await createSession(server, 'admin');

type Cancelled = { code?: string; ended: number; prepared: number; left: number };
const cancel = (sessionId: string, cookie = finance, reason = 'The teacher is ill.') =>
  call<Cancelled>('workshopsDesk/cancelSession', { sessionId, reason }, cookie);
const statusOf = async (userId: string) =>
  (
    await rowsOf<{ status: string; pay_in: string | null; ended: string | null }>(
      `select r.status, p.pay_in, p.ended from workshop_registrations r left join payments p on p.payable_id = r.id
        where r.user_id = $1`,
      [userId],
    )
  )[0];

test('cancelling emails everyone, ends waits and prepares refunds for two approvers', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 3 });
  const paid = await confirmRegistration(server, sessionId);
  const [claims, pays, waits] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  await claimSeat(server, claims.cookie, buildRegistration(sessionId));
  expect((await register(server, pays.cookie, buildRegistration(sessionId))).status).toBe(200);
  expect((await call('workshops/wait', { sessionId, mode: 'in_person' }, waits.cookie)).status).toBe(200);
  await runWorkshopEmails(server);
  expect((await cancel(sessionId)).body).toMatchObject({ ended: 3, prepared: 1, left: 0 });
  expect(await statusOf(claims.id)).toEqual({ status: 'cancelled', pay_in: 'claimed', ended: 'lapsed' });
  expect(await statusOf(pays.id)).toEqual({ status: 'rejected', pay_in: 'awaiting', ended: 'rejected' });
  expect(await statusOf(waits.id)).toMatchObject({ status: 'cancelled' });
  expect(await statusOf(paid.id)).toEqual({ status: 'confirmed', pay_in: 'received', ended: null });
  const letters = await runWorkshopEmails(server);
  expect(letters.map(({ to }) => to).toSorted()).toEqual(
    [paid, claims, pays, waits].map(({ email }) => email).toSorted(),
  );
  expect(new Set(letters.map(({ subject }) => subject))).toEqual(new Set(['Cancelled: First wallet']));
  expect(letters[0]?.text).toContain('The teacher is ill.');
  expect(letters.find(({ to }) => to === paid.email)?.calendar?.text).toContain('STATUS:CANCELLED');

  const proposalId = await server.openProposal(paid.paymentId);
  const answer = { paymentId: paid.paymentId, proposalId, note: '' };
  expect((await call<Cancelled>('paymentsDesk/approveReturn', answer, finance)).body.code).toBe(
    'approvals.second_person_needed',
  );
  expect((await call('paymentsDesk/approveReturn', answer, admin)).status).toBe(200);
  expect(await statusOf(paid.id)).toEqual({ status: 'cancelled', pay_in: 'received', ended: 'refunded' });
  const late = await newCustomer(server);
  expect((await register(server, late.cookie, buildRegistration(sessionId))).body.code).toBe('workshops.not_open');
});

test('the rest of a partial refund is prepared unless a part is on its way', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 2 });
  const paid = await confirmRegistration(server, sessionId);
  const { paymentId } = paid;
  const open = () =>
    rowsOf<{ id: string; amount: string }>(
      `select id, payload ->> 'amount' amount from proposals where subject = $1 and state = 'open'`,
      [paymentId],
    );
  const partialRefund = { paymentId, amount: '1000', reasonCode: 'not_all_given', note: '' };
  expect((await call('paymentsDesk/prepareReturn', partialRefund, finance)).status).toBe(200);
  expect((await cancel(sessionId)).body).toMatchObject({ prepared: 0, left: 1 });
  const answer = { paymentId, proposalId: (await open())[0]?.id, note: '' };
  expect((await call('paymentsDesk/approveReturn', answer, admin)).status).toBe(200);
  expect((await cancel(sessionId)).body.code).toBe('workshops.not_now');
  expect(await statusOf(paid.id)).toEqual({ status: 'confirmed', pay_in: 'received', ended: null });
  const sent = { paymentId, reference: 'PART BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  expect((await call('paymentsDesk/recordReturned', sent, finance)).status).toBe(200);
  expect((await cancel(sessionId)).body).toMatchObject({ prepared: 1, left: 0 });
  expect(await open()).toMatchObject([{ amount: '3000.00' }]);
});

test('cancelling again prepares nothing twice, and seats cannot move', async () => {
  const sessionId = await insertWorkshop(server);
  const paid = await confirmRegistration(server, sessionId);
  expect((await cancel(sessionId)).body).toMatchObject({ prepared: 1, left: 0 });
  expect((await cancel(sessionId)).body.code).toBe('workshops.not_now');
  const to = { placeId: paid.placeId, sessionId: await insertWorkshop(server), mode: 'in_person' };
  expect((await call<Cancelled>('workshops/move', to, paid.cookie)).body).toMatchObject({
    code: 'workshops.cannot_move',
  });
});

test('cancelling again sends no second email', async () => {
  const sessionId = await insertWorkshop(server);
  const [one, other] = [await confirmRegistration(server, sessionId), await confirmRegistration(server, sessionId)];
  const part = { amount: '1000', reasonCode: 'not_all_given', note: '' };
  for (const { paymentId } of [one, other])
    expect((await call('paymentsDesk/prepareReturn', { paymentId, ...part }, finance)).status).toBe(200);
  await runWorkshopEmails(server);
  expect((await cancel(sessionId)).body).toMatchObject({ ended: 0, prepared: 0, left: 2 });
  const letters = await runWorkshopEmails(server);
  expect(letters.map(({ to }) => to).toSorted()).toEqual([one.email, other.email].toSorted());
  const proposalId = await server.openProposal(one.paymentId);
  const no = { paymentId: one.paymentId, proposalId, note: 'The whole goes back' };
  expect((await call('paymentsDesk/declineReturn', no, admin)).status).toBe(200);
  const findCancellation = () =>
    rowsOf('select cancel_reason, cancelled_at from workshop_sessions where id = $1', [sessionId]);
  const first = await findCancellation();
  expect((await cancel(sessionId, finance, 'Venue closed')).body).toMatchObject({ ended: 0, prepared: 1, left: 1 });
  expect(await runWorkshopEmails(server)).toEqual([]);
  // A repeated cancellation keeps the first reason.
  expect(await findCancellation()).toEqual(first);
});

test('cancelling skips the actor’s own seat', async () => {
  const sessionId = await insertWorkshop(server);
  const colleague = await another('finance');
  await register(server, colleague.cookie, buildRegistration(sessionId));
  expect((await cancel(sessionId, colleague.cookie)).body).toMatchObject({ ended: 0, prepared: 0, left: 1 });
  expect(await statusOf(colleague.id)).toEqual({ status: 'pending', pay_in: 'awaiting', ended: null });
  expect((await cancel(sessionId)).body).toMatchObject({ ended: 1, left: 0 });
  expect(await statusOf(colleague.id)).toEqual({ status: 'rejected', pay_in: 'awaiting', ended: 'rejected' });
});

test('instructors cannot cancel, and past sessions cannot be cancelled', async () => {
  const sessionId = await insertWorkshop(server);
  const teacher = await another('instructor');
  expect((await cancel(sessionId, teacher.cookie)).body.code).toBe('staff.not_allowed');
  expect((await cancel(await insertWorkshop(server, { startsIn: '-1 day' }))).body.code).toBe('workshops.not_now');
});

const support = await createSession(server, 'support');
const [second, third] = [(await another('finance')).cookie, (await another('finance')).cookie];

beforeEach(() => void faults.splice(0));

const act = server.actsAs(finance);
const openOn = async (paymentId: string) =>
  rowsOf<{ id: string }>(`select id from proposals where subject = $1 and state = 'open'`, [paymentId]);
const prepares = (paymentId: string, cookie = finance) =>
  act('paymentsDesk/prepareReturn', { paymentId, amount: null, reasonCode: 'given_back_as_asked', note: '' }, cookie);
const approves = async (paymentId: string, cookie = second) => {
  const [open] = await openOn(paymentId);
  return act('paymentsDesk/approveReturn', { paymentId, proposalId: open?.id ?? randomUUID(), note: '' }, cookie);
};
const records = (paymentId: string) =>
  act('paymentsDesk/recordReturned', {
    ...{ paymentId, reference: `BACK ${randomUUID()}`, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' },
  });
const backOf = async (paymentId: string) =>
  (
    await rowsOf<{ sum: number }>(
      `select coalesce(sum(amount), 0)::float8 sum from movements where payment_id = $1 and direction = 'back'`,
      [paymentId],
    )
  )[0]?.sum;
const callsOff = (sessionId: string, cookie = finance) =>
  act('workshopsDesk/cancelSession', { sessionId, reason: 'The hall burnt' }, cookie);

test('concurrent cancellations and a manual refund return the money once', async () => {
  for (let round = 0; round < 3; round++) {
    const sessionId = await insertWorkshop(server);
    const one = await confirmRegistration(server, sessionId);
    await register(server, (await newCustomer(server)).cookie, buildRegistration(sessionId));
    const answers = await Promise.all([
      callsOff(sessionId),
      callsOff(sessionId, second),
      prepares(one.paymentId, third),
      act(
        'workshops/move',
        { placeId: one.placeId, sessionId: await insertWorkshop(server), mode: 'online' },
        one.cookie,
      ),
    ]);
    expect(answers.slice(0, 2)).toContain('done');
    const open = await openOn(one.paymentId);
    expect(open.length).toBeLessThanOrEqual(1);
    if (answers[3] !== 'done') expect(open).toHaveLength(1);
    expect(faults).toEqual([]);
    // After a move that came first, the seat is paid and no refund is open, so this one follows.
    expect((await prepares(one.paymentId, third)) === 'done').toBe(open.length === 0);
    expect(await openOn(one.paymentId)).toHaveLength(1);
    const decided = await Promise.all([finance, second, third].map((cookie) => approves(one.paymentId, cookie)));
    expect(decided.filter((answer) => answer === 'done')).toHaveLength(1);
    const sent = await Promise.all([records(one.paymentId), records(one.paymentId)]);
    expect(sent.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await backOf(one.paymentId)).toBe(4000);
  }
});

test('an approved refund frees the seat, even if it is checked in or moved concurrently', async () => {
  for (let round = 0; round < 4; round++) {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const one = await confirmRegistration(server, sessionId);
    expect(await prepares(one.paymentId)).toBe('done');
    const to = await insertWorkshop(server, { startsIn: '2 hours' });
    const [back, came] = await Promise.all([
      approves(one.paymentId),
      act('workshopsDesk/checkIn', { sessionId, code: one.code }, support),
      act('workshops/move', { placeId: one.placeId, sessionId: to, mode: 'in_person' }, one.cookie),
    ]);
    expect(back).toBe('done');
    const [place] = await rowsOf<{ status: string; came: boolean }>(
      'select status, checked_in_at is not null came from workshop_registrations where id = $1',
      [one.placeId],
    );
    expect(place).toEqual({ status: 'cancelled', came: came === 'done' });
    const seats = await rowsOf('select from workshop_seats where session_id = any($1) and taken <> 0', [
      [sessionId, to],
    ]);
    expect(seats).toEqual([]);
    expect((await call('workshopsDesk/proposeAwards', { sessionId }, finance)).status).not.toBe(200);
  }
});
