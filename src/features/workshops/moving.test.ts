import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrozenScenario } from '../../../test/frozen-scenario.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import {
  buildRegistration,
  confirmRegistration,
  insertWorkshop,
  register,
  runWorkshopEmails,
} from '../../../test/workshops.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { buildCalendarFile, type CalendarSeat } from './calendar.ts';
import { notifySeats, remindSeats } from './jobs.ts';
import {
  canMove,
  formatSeatTitle,
  getClaimedUntil,
  getSeatsLeft,
  getSessionState,
  getUnpaidUntil,
  isOpen,
} from './session.ts';
import type { OwnSeat } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

const move = async (to: { placeId: string; sessionId: string; mode?: string }, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('workshops/move', { mode: 'in_person', ...to }, cookie);
  return status === 200 ? 'done' : body.code;
};
const ownOf = async (cookie: string) =>
  (await call<{ places: OwnSeat[] }>('workshops/own', undefined, cookie)).body.places;
const takenSql = 'select taken from workshop_seats where session_id = $1 order by mode';
const countTaken = async (sessionId: string) =>
  (await owner.query<{ taken: number }>(takenSql, [sessionId])).rows.map(({ taken }) => taken);
const calendarOf = (placeId: string, cookie: string) =>
  server.app.inject({ method: 'GET', url: `/api/workshops/${placeId}.ics`, headers: { cookie } });
const subjects = async () => (await runWorkshopEmails(server)).map(({ to, subject }) => `${to}: ${subject}`);

test('a paid seat moves once with its payment and frees the old seat', async () => {
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server, { title: 'Second wallet' })];
  const attendee = await confirmRegistration(server, from);
  const { placeId } = attendee;
  expect(await move({ placeId, sessionId: from }, attendee.cookie)).toBe('workshops.cannot_move');
  expect(await move({ placeId, sessionId: to, mode: 'online' }, attendee.cookie)).toBe('done');
  expect(await ownOf(attendee.cookie)).toMatchObject([
    { id: placeId, sessionId: to, mode: 'online', status: 'confirmed', paymentId: attendee.paymentId },
  ]);
  expect([...(await countTaken(from)), ...(await countTaken(to))]).toEqual([0, 0, 0, 1]);
  expect(await move({ placeId, sessionId: from }, attendee.cookie)).toBe('workshops.cannot_move');
});

test('moving to a full, started or own session, or moving an unpaid or foreign seat, is refused', async () => {
  const [from, full] = [await insertWorkshop(server), await insertWorkshop(server, { in_person: 1 })];
  const [attendee, other] = [await confirmRegistration(server, from), await newCustomer(server)];
  const { placeId } = attendee;
  const { body } = await register(server, other.cookie, buildRegistration(full));
  expect(body.paymentId).toBeTruthy();
  expect(await move({ placeId, sessionId: full }, attendee.cookie)).toBe('workshops.full');
  const startedSession = await insertWorkshop(server, { startsIn: '-1 hour' });
  expect(await move({ placeId, sessionId: startedSession }, attendee.cookie)).toBe('workshops.not_open');
  expect(await move({ placeId, sessionId: full, mode: 'online' }, other.cookie)).toBe('workshops.place_unknown');
  const pending = (await ownOf(other.cookie))[0]?.id ?? '';
  expect((await calendarOf(pending, other.cookie)).statusCode).toBe(404);
  expect(await move({ placeId: pending, sessionId: from }, other.cookie)).toBe('workshops.cannot_move');
  expect((await register(server, attendee.cookie, buildRegistration(full, { mode: 'online' }))).status).toBe(200);
  expect(await move({ placeId, sessionId: full, mode: 'online' }, attendee.cookie)).toBe('workshops.twice');
  await owner.query(`update workshop_sessions set start_at = now() - interval '1 minute' where id = $1`, [from]);
  expect(await move({ placeId, sessionId: full, mode: 'online' }, attendee.cookie)).toBe('workshops.cannot_move');
});

test('moving does not bypass the waiting list', async () => {
  const to = await insertWorkshop(server, { in_person: 1 });
  const [has, waits] = [await newCustomer(server), await newCustomer(server)];
  const { body } = await register(server, has.cookie, buildRegistration(to));
  expect((await call('workshops/wait', { sessionId: to, mode: 'in_person' }, waits.cookie)).status).toBe(200);
  expect((await call('payments/cancel', { paymentId: body.paymentId }, has.cookie)).status).toBe(200);
  const attendee = await confirmRegistration(server, await insertWorkshop(server));
  expect(await countTaken(to)).toEqual([0, 0]);
  expect(await move({ placeId: attendee.placeId, sessionId: to }, attendee.cookie)).toBe('workshops.full');
});

test('of two concurrent moves into the last seat one succeeds', async () => {
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server, { in_person: 1, title: 'Last seat' })];
  const people = [
    await confirmRegistration(server, from),
    await confirmRegistration(server, from),
    await confirmRegistration(server, from),
  ];
  const answers = await Promise.all(people.map(({ placeId, cookie }) => move({ placeId, sessionId: to }, cookie)));
  expect(answers.toSorted()).toEqual(['done', 'workshops.full', 'workshops.full']);
});

test('a paid seat gets one email with a calendar file, and another after changes', async () => {
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server, { title: 'Second wallet' })];
  await notifySeats(services);
  await runWorkshopEmails(server);
  const attendee = await confirmRegistration(server, from);
  await notifySeats(services);
  const [letter, ...others] = await runWorkshopEmails(server);
  expect([letter?.to, letter?.subject, others]).toEqual([attendee.email, 'Your place is booked: First wallet', []]);
  expect(letter?.text).toContain(attendee.code);
  expect(letter?.calendar?.text).toContain(`UID:${attendee.placeId}@`);
  const ownCalendar = await calendarOf(attendee.placeId, attendee.cookie);
  expect([ownCalendar.statusCode, ownCalendar.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(ownCalendar.body).toContain('SUMMARY:First wallet\r\n');
  await notifySeats(services);
  expect(await subjects()).toEqual([]);
  expect(await move({ placeId: attendee.placeId, sessionId: to }, attendee.cookie)).toBe('done');
  await notifySeats(services);
  expect(await subjects()).toEqual([`${attendee.email}: Your place has moved: Second wallet`]);
  await owner.query(`update workshop_sessions set place = 'Elsewhere', details_at = now() where id = $1`, [to]);
  await notifySeats(services);
  expect(await subjects()).toEqual([`${attendee.email}: Workshop updated: Second wallet`]);
});

test('each seat gets one reminder the day before, and another after a postponement', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '10 days' });
  const attendee = await confirmRegistration(server, sessionId);
  await notifySeats(services);
  await runWorkshopEmails(server);
  const start = (await ownOf(attendee.cookie))[0]?.startAt ?? new Date();
  const remindedAt = async (before: number) => {
    server.setTime(after(new Date(start), -before));
    await remindSeats(services);
    return (await subjects()).filter((subject) => subject.startsWith(attendee.email));
  };
  expect(await remindedAt(hours(49))).toEqual([]);
  const reminder = [`${attendee.email}: Tomorrow: First wallet`];
  expect([await remindedAt(hours(24)), await remindedAt(hours(24))]).toEqual([reminder, []]);
  const postpone = `start_at = start_at + interval '3 days', end_at = end_at + interval '3 days'`;
  await owner.query(`update workshop_sessions set ${postpone} where id = $1`, [sessionId]);
  expect(await remindedAt(-hours(48))).toEqual(reminder);
});

test('a checked-in seat cannot move and says so', async () => {
  const [from, to] = [await insertWorkshop(server, { startsIn: '1 hour' }), await insertWorkshop(server)];
  const attendee = await confirmRegistration(server, from);
  const seen = { sessionId: from, code: attendee.code };
  expect((await call('workshopsDesk/checkIn', seen, await createSession(server, 'support'))).status).toBe(200);
  expect(await move({ placeId: attendee.placeId, sessionId: to }, attendee.cookie)).toBe('workshops.cannot_move');
});

test('the seat of a frozen customer cannot move, also in the database', async () => {
  const { freeze } = await createFrozenScenario(server);
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server)];
  const attendee = await confirmRegistration(server, from);
  await freeze(attendee);
  expect(await move({ placeId: attendee.placeId, sessionId: to }, attendee.cookie)).toBe('payments.not_possible');
  const write = owner.query('update workshop_registrations set session_id = $1 where id = $2', [to, attendee.placeId]);
  await expect(write).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await ownOf(attendee.cookie)).toMatchObject([{ sessionId: from, status: 'confirmed' }]);
});

const [before, start, during, end] = [9, 10, 11, 12].map((hour) => new Date(Date.UTC(2026, 10, 24, hour)));
const times = { startAt: start as Date, endAt: end as Date };

test('a session is open until it begins and over when it ends', () => {
  const active = { ...times, status: 'active' } as const;
  expect([before, start, during].map((now) => isOpen(active, now as Date))).toEqual([true, false, false]);
  expect([before, during, end].map((now) => getSessionState(active, now as Date))).toEqual([
    'active',
    'active',
    'over',
  ]);
  for (const status of ['draft', 'cancelled'] as const) {
    expect(isOpen({ ...times, status }, before as Date)).toBe(false);
    expect(getSessionState({ ...times, status }, end as Date)).toBe(status);
  }
});

test('a free seat belongs to the waiting list', () => {
  const count = fc.integer({ min: 0, max: 50 });
  fc.assert(
    fc.property(count, count, count, (taken, free, waiting) => {
      expect(getSeatsLeft({ seats: taken + free, taken, waiting })).toBe(waiting > 0 ? 0 : free);
    }),
  );
});

test('a receipt names workshop and mode', () => {
  expect(formatSeatTitle('First wallet', 'in_person')).toBe('Workshop: First wallet, in person');
});

test('an unpaid seat is released three hours before the start, a later one at the start', () => {
  const startAt = new Date('2026-11-24T22:00:00Z');
  expect(getUnpaidUntil(startAt, after(startAt, -days(9)))).toEqual(after(startAt, -hours(3)));
  expect(getUnpaidUntil(startAt, after(startAt, -hours(2)))).toEqual(startAt);
  // Registering a minute later never extends the deadline: an hour to pay, or the start.
  expect(getUnpaidUntil(startAt, after(startAt, -hours(4)))).toEqual(after(startAt, -hours(3)));
  expect(getUnpaidUntil(startAt, after(startAt, -hours(3.9)))).toEqual(startAt);
  expect(getUnpaidUntil(startAt, after(startAt, -hours(3.01)))).toEqual(startAt);
});

test('a claim adds 48 hours of review, and a second claim adds nothing', () => {
  const startedAt = new Date('2026-11-10T12:00:00Z');
  const place = { startedAt, lapsesAt: after(startedAt, hours(72)), startAt: after(startedAt, days(30)) };
  const getHeldHours = (hour: number, startAt = place.startAt) =>
    (getClaimedUntil({ ...place, startAt }, after(startedAt, hours(hour))).getTime() - startedAt.getTime()) / hours(1);
  expect([1, 24, 71, 119].map((hour) => getHeldHours(hour))).toEqual([72, 72, 119, 120]);
  expect(getHeldHours(71, after(startedAt, hours(80)))).toBe(77);
});

test('a claim never holds a seat into the session or beyond five days', () => {
  const hour = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(hour, hour, fc.constantFrom(1, 72), (starts, claimed, toPay) => {
      const startedAt = new Date('2026-11-10T12:00:00Z');
      const wait = { startedAt, lapsesAt: after(startedAt, hours(toPay)), startAt: after(startedAt, hours(starts)) };
      const heldUntil = getClaimedUntil(wait, after(startedAt, hours(claimed)));
      expect(heldUntil <= wait.startAt && heldUntil <= after(startedAt, days(5))).toBe(true);
    }),
  );
});

test('a paid, unused seat moves once before an active session begins', () => {
  const now = new Date('2026-11-10T12:00:00Z');
  const place = { status: 'confirmed', sessionStatus: 'active', startAt: after(now, hours(1)) } as const;
  const paid = { ...place, movedAt: null, checkedInAt: null };
  expect(canMove(paid, now)).toBe(true);
  for (const is of [
    { status: 'pending' },
    { sessionStatus: 'cancelled' },
    { startAt: now },
    { movedAt: now },
    { checkedInAt: now },
  ] as const)
    expect([is, canMove({ ...paid, ...is }, now)]).toEqual([is, false]);
});

const origin = 'https://cryptocommerce.test';
const entry: CalendarSeat = {
  id: '01990000-0000-7000-8000-000000000000',
  title: 'Wallets; keys, and words',
  startAt: new Date('2026-11-28T22:00:00Z'),
  endAt: new Date('2026-11-29T00:00:00Z'),
  place: '12 Hope Road, Kingston',
  link: null,
  code: 'K7M4-9QX',
  status: 'confirmed',
  sessionStatus: 'active',
  changedAt: new Date('2026-11-20T12:00:00Z'),
};
const unfolded = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('a seat is one event in UTC with its code', () => {
  expect(unfolded(buildCalendarFile(entry, origin))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cryptocommerce//Workshops//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:01990000-0000-7000-8000-000000000000@cryptocommerce.test',
    'SEQUENCE:27950400',
    'DTSTAMP:20261120T120000Z',
    'DTSTART:20261128T220000Z',
    'DTEND:20261129T000000Z',
    'SUMMARY:Wallets\\; keys\\, and words',
    'LOCATION:12 Hope Road\\, Kingston',
    'DESCRIPTION:Show this code when you arrive: K7M4-9QX',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a change raises the sequence of the same event, and a cancelled session cancels it', () => {
  const numberIn = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1]);
  const uidIn = (file: string) => /UID:(.+)\r/.exec(file)?.[1];
  const before = buildCalendarFile(entry, origin);
  const later = buildCalendarFile(
    { ...entry, changedAt: after(entry.changedAt, days(1)), link: 'https://meet.example/a' },
    origin,
  );
  expect(numberIn(later)).toBeGreaterThan(numberIn(before));
  expect(uidIn(later)).toBe(uidIn(before));
  expect(unfolded(later)).toContain('LOCATION:https://meet.example/a');
  expect(buildCalendarFile({ ...entry, sessionStatus: 'cancelled' }, origin)).toContain('STATUS:CANCELLED');
  expect(buildCalendarFile({ ...entry, status: 'cancelled' }, origin)).toContain('STATUS:CANCELLED');
});

test('any title is folded at 75 bytes without adding lines or losing text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const file = buildCalendarFile({ ...entry, title }, origin);
      const lines = file.split('\r\n');
      expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true);
      expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2);
      const summary = unfolded(file).find((line) => line.startsWith('SUMMARY:')) ?? '';
      const read = summary.slice('SUMMARY:'.length).replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
      expect(read).toBe(title.replace(/\r\n|\r/g, '\n').replace(/(?!\n)\p{Cc}/gu, ''));
    }),
  );
});
