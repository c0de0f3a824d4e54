import { beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import {
  buildRegistration,
  claimSeat,
  confirmRegistration,
  formatLocalTime,
  insertWorkshop,
  register,
  runWorkshopEmails,
  sessionForm,
} from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { startReleased } from '../payments/jobs.ts';
import { notifySeats, offerSeats } from './jobs.ts';

const server = await serverUnderTest();
const { app, call, faults, owner, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const support = await createSession(server, 'support');
const finance = await createSession(server, 'finance');

beforeEach(() => {
  server.setTime(null);
  faults.splice(0);
});

const act = server.actsAs();
const checkIn = (sessionId: string, code: string, cookie = support) =>
  act('workshopsDesk/checkIn', { sessionId, code }, cookie);
const awardsOf = (userId: string) => rowsOf('select from lgm_awards where user_id = $1', [userId]);
const joined = (...ids: string[]) =>
  owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);
const get = (url: string, cookie: string) => app.inject({ method: 'GET', url, headers: { cookie } });

test('only check-in roles can check in, and not their own accounts', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const attendee = await confirmRegistration(server, sessionId);
  const otherAttendee = await confirmRegistration(server, sessionId);
  for (const cookie of [attendee.cookie, otherAttendee.cookie, finance, (await another('compliance')).cookie])
    expect(await checkIn(sessionId, attendee.code, cookie)).toBe('staff.not_allowed');
  expect((await call('workshopsDesk/checkIn', { sessionId, code: attendee.code })).status).toBe(401);
  const teacher = await another('instructor');
  await joined(teacher.id, attendee.id);
  expect(await checkIn(sessionId, attendee.code, teacher.cookie)).toBe('approvals.own_matter');
  expect(await awardsOf(attendee.id)).toEqual([]);
  expect(await checkIn(sessionId, otherAttendee.code, teacher.cookie)).toBe('done');
});

test('an invalid or mistyped code is refused without a fault', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const attendee = await confirmRegistration(server, sessionId);
  const [head = '', tail = ''] = [attendee.code.slice(0, -1), attendee.code.slice(-1)];
  const near = [...'34679ACDEFGHJKMNPQRTVWXY'].filter((sign) => sign !== tail).map((sign) => head + sign);
  const malformed = [
    '%',
    '____-___',
    "' or true --",
    '*',
    attendee.placeId,
    attendee.id,
    `${attendee.code}${attendee.code}`,
    `${attendee.code}%`,
  ];
  for (const code of [...near, ...malformed])
    expect([code, await checkIn(sessionId, code)]).toEqual([code, 'workshops.code_unknown']);
  // Invisible characters leave the field empty.
  for (const code of ['\u0000', '\u202E']) expect(await checkIn(sessionId, code)).toBe('BAD_REQUEST');
  expect(await awardsOf(attendee.id)).toEqual([]);
  expect(faults).toEqual([]);
});

test('concurrent check-ins count once, and a check-in during a move uses one seat', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const attendee = await confirmRegistration(server, sessionId);
  const twice = await Promise.all([
    ...Array.from({ length: 4 }, () =>
      call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code: attendee.code }, support),
    ),
  ]);
  expect(twice.map(({ body }) => body.before).toSorted()).toEqual([false, true, true, true]);
  expect(await awardsOf(attendee.id)).toHaveLength(1);
  for (let round = 0; round < 4; round++) {
    const [from, to] = [
      await insertWorkshop(server, { startsIn: '1 hour' }),
      await insertWorkshop(server, { startsIn: '2 hours' }),
    ];
    const one = await confirmRegistration(server, from);
    const [moved, came] = await Promise.all([
      act('workshops/move', { placeId: one.placeId, sessionId: to, mode: 'online' }, one.cookie),
      checkIn(from, one.code),
    ]);
    const [place] = await rowsOf<{ session_id: string; came: boolean }>(
      'select session_id, checked_in_at is not null came from workshop_registrations where id = $1',
      [one.placeId],
    );
    expect([moved === 'done', came === 'done']).not.toEqual([true, true]);
    expect(place).toEqual({ session_id: moved === 'done' ? to : from, came: came === 'done' });
    expect(await awardsOf(one.id)).toHaveLength(came === 'done' ? 1 : 0);
  }
  expect(faults).toEqual([]);
});

test('an attendee with both modes gets one award', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '5 hours' });
  const attendee = await confirmRegistration(server, sessionId);
  const paymentId = await claimSeat(server, attendee.cookie, buildRegistration(sessionId, { mode: 'online' }));
  const line = buildBankReceipt(paymentId, { amount: '4000', payerHolder: 'Ina Brown' });
  expect(await act('paymentsDesk/receive', line, finance)).toBe('done');
  server.setTime(after(new Date(), hours(3)));
  const codes = await rowsOf<{ code: string }>('select code from workshop_registrations where user_id = $1', [
    attendee.id,
  ]);
  expect(codes).toHaveLength(2);
  expect(await Promise.all(codes.map(({ code }) => checkIn(sessionId, code)))).toEqual(['done', 'done']);
  expect(await awardsOf(attendee.id)).toHaveLength(1);
});

test('calendar file, receipt, move and leaving are available only to the owner of the seat', async () => {
  const sessionId = await insertWorkshop(server);
  const [attendee, other] = [await confirmRegistration(server, sessionId), await newCustomer(server)];
  const to = await insertWorkshop(server);
  const teacher = await another('instructor');
  for (const cookie of [other.cookie, teacher.cookie, support]) {
    expect((await get(`/api/workshops/${attendee.placeId}.ics`, cookie)).statusCode).toBe(404);
    const moving = { placeId: attendee.placeId, sessionId: to, mode: 'in_person' };
    expect(await act('workshops/move', moving, cookie)).toBe('workshops.place_unknown');
    expect(await act('workshops/leave', { placeId: attendee.placeId }, cookie)).toBe('workshops.place_unknown');
  }
  for (const cookie of [other.cookie, teacher.cookie]) {
    expect((await get(`/api/receipts/${attendee.paymentId}.pdf`, cookie)).statusCode).toBe(404);
    expect(await act('payments/receipt', { paymentId: attendee.paymentId }, cookie)).toBe('payments.not_found');
  }
  for (const file of [
    `${attendee.placeId}`,
    `${attendee.placeId}.ics.ics`,
    `${attendee.code}.ics`,
    '..%2f..%2fetc%2fpasswd.ics',
    '%00.ics',
  ])
    expect([file, (await get(`/api/workshops/${file}`, attendee.cookie)).statusCode < 500]).toEqual([file, true]);
  expect(faults).toEqual([]);
});

test('an offer is one seat in any number of tabs and only for its owner in time', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [has, first, second] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const { body } = await register(server, has.cookie, buildRegistration(sessionId));
  for (const { cookie } of [first, second])
    expect(await act('workshops/wait', { sessionId, mode: 'in_person' }, cookie)).toBe('done');
  expect(await act('payments/cancel', { paymentId: body.paymentId }, has.cookie)).toBe('done');
  await Promise.all([offerSeats(services), offerSeats(services)]);
  const [offer] = await rowsOf<{ id: string }>(
    `select id from workshop_registrations where session_id = $1 and status = 'offered'`,
    [sessionId],
  );
  expect(await act('workshops/leave', { placeId: offer?.id }, second.cookie)).toBe('workshops.place_unknown');
  const tabs = await Promise.all([
    ...Array.from({ length: 4 }, () => register(server, first.cookie, buildRegistration(sessionId))),
    register(server, second.cookie, buildRegistration(sessionId)),
    register(server, has.cookie, buildRegistration(sessionId)),
  ]);
  expect(tabs.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(tabs.slice(4).every(({ status }) => status !== 200)).toBe(true);
  const [seats] = await rowsOf<{ taken: number; waiting: number }>(
    `select taken, waiting from workshop_seats where session_id = $1 and mode = 'in_person'`,
    [sessionId],
  );
  expect(seats).toEqual({ taken: 1, waiting: 1 });
  // A declined offer goes to the next user. An expired offer ends before the job runs.
  const [{ id: paymentId } = { id: '' }] = await rowsOf<{ id: string }>(
    `select id from payments where user_id = $1 and ended is null`,
    [first.id],
  );
  expect(await act('payments/cancel', { paymentId }, first.cookie)).toBe('done');
  await offerSeats(services);
  server.setTime(after(new Date(), days(1) + minutes(1)));
  expect((await register(server, second.cookie, buildRegistration(sessionId))).status).not.toBe(200);
  expect(await rowsOf('select from payments where user_id = $1', [second.id])).toEqual([]);
  expect(faults).toEqual([]);
});

test('line breaks in a title add no lines to calendar, email or receipt', async () => {
  const evil = 'A\r\nATTENDEE:mailto:x@evil.example\r\nBcc: x@evil.example\u2028BEGIN:VALARM\u0085X';
  const teacher = await another('instructor');
  const form = sessionForm({ title: evil, place: `Road\r\nURL:https://evil.example`, startAt: formatLocalTime(7, 17) });
  const created = await call<{ sessionId: string }>('workshopsDesk/create', form, teacher.cookie);
  if (created.status !== 200) return expect([400, 422]).toContain(created.status);
  const { sessionId } = created.body;
  expect(await act('workshopsDesk/announce', { sessionId }, teacher.cookie)).toBe('done');
  await runWorkshopEmails(server);
  const attendee = await confirmRegistration(server, sessionId);
  const file = (await get(`/api/workshops/${attendee.placeId}.ics`, attendee.cookie)).body;
  expect(
    file.split(/\r\n|\r|\n|\u2028|\u0085/).filter((line) => /^(ATTENDEE|URL|BEGIN:VALARM|Bcc)/.test(line)),
  ).toEqual([]);
  await notifySeats(services);
  for (const letter of await runWorkshopEmails(server)) {
    expect(letter.subject).not.toMatch(/[\r\n\u2028\u0085]/);
    expect(Object.values(letter.calendar ?? {}).join('\n')).not.toMatch(/^(ATTENDEE|URL|Bcc)/m);
  }
  expect((await get(`/api/receipts/${attendee.paymentId}.pdf`, attendee.cookie)).statusCode).toBe(200);
  const csv = await get('/api/transactions.csv?from=2026-01-01&until=2026-12-31', attendee.cookie);
  expect(csv.body).not.toMatch(/^(ATTENDEE|Bcc)/m);
  expect(faults).toEqual([]);
});

describe('closed accounts', async () => {
  const [officer, other] = [await another('compliance'), await another('compliance')];
  const act = server.actsAs(finance);

  async function thaw(userId: string): Promise<void> {
    const [freeze] = await rowsOf<{ id: string }>('select id from account_freezes where user_id = $1', [userId]);
    expect(await act('compliance/proposeUnfreeze', { freezeId: freeze?.id, note: 'A mistake' }, officer.cookie)).toBe(
      'done',
    );
    const decision = { proposalId: await server.openProposal(freeze?.id ?? ''), decision: 'approve', note: '' };
    expect(await act('compliance/decideFrozen', decision, other.cookie)).toBe('done');
  }

  test('a closed account leaves the waiting list and gets no offer', async () => {
    const sessionId = await insertWorkshop(server, { in_person: 1 });
    const [holder, leaver] = [await newCustomer(server), await newCustomer(server, 'Gone Brown')];
    const { body } = await register(server, holder.cookie, buildRegistration(sessionId));
    expect(await act('workshops/wait', { sessionId, mode: 'in_person' }, leaver.cookie)).toBe('done');
    const closing = { email: leaver.email, password: demoPassword, confirmed: true };
    expect(await act('accounts/closeAccount', closing, leaver.cookie)).toBe('done');
    expect(await act('payments/cancel', { paymentId: body.paymentId }, holder.cookie)).toBe('done');
    await offerSeats(services);
    expect((await runWorkshopEmails(server)).map(({ to }) => to)).not.toContain(leaver.email);
    expect(
      await rowsOf('select status from workshop_registrations where user_id = $1', [leaver.id]),
    ).not.toContainEqual({
      status: 'offered',
    });
  });

  test('a held payment for a cancelled session is refunded', async () => {
    const sessionId = await insertWorkshop(server);
    const customer = await newCustomer(server, 'Ina Brown');
    const paymentId = await claimSeat(server, customer.cookie, buildRegistration(sessionId));
    expect(await act('compliance/freeze', { userId: customer.id, reason: 'An authority asks' }, officer.cookie)).toBe(
      'done',
    );
    expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '4000' }))).toBe('done');
    expect(await act('workshopsDesk/cancelSession', { sessionId, reason: 'Venue closed' })).toBe('done');
    await thaw(customer.id);
    await startReleased(services, payables);
    const [row] = await rowsOf(
      `select p.held, p.ended, p.awaits_staff, r.status
       from payments p join workshop_registrations r on r.id = p.payable_id where p.id = $1`,
      [paymentId],
    );
    expect(row).toEqual({ held: false, ended: 'refunded', awaits_staff: true, status: 'cancelled' });
  });

  test('a released payment of a cancelled session is refunded once', async () => {
    const sessionId = await insertWorkshop(server);
    const customer = await newCustomer(server, 'Ina Brown');
    const paymentId = await claimSeat(server, customer.cookie, buildRegistration(sessionId));
    expect(await act('compliance/freeze', { userId: customer.id, reason: 'An authority asks' }, officer.cookie)).toBe(
      'done',
    );
    expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '4000' }))).toBe('done');
    await thaw(customer.id);
    const off = { sessionId, reason: 'Venue closed' };
    const { body } = await call('workshopsDesk/cancelSession', off, finance);
    expect(body).toMatchObject({ ended: 0, prepared: 0, left: 1 });
    await startReleased(services, payables);
    const [row] = await rowsOf('select held, ended, awaits_staff from payments where id = $1', [paymentId]);
    expect(row).toEqual({ held: false, ended: 'refunded', awaits_staff: true });
    expect(await rowsOf(`select from proposals where subject = $1 and state = 'open'`, [paymentId])).toEqual([]);
  });
});
