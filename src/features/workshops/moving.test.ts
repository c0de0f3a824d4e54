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
import { after, hours } from '../../kernel/clock.ts';
import { notifySeats, remindSeats } from './jobs.ts';
import type { OwnSeat } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

const move = async (to: { placeId: string; sessionId: string; mode?: string }, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('workshops/move', { mode: 'in_person', ...to }, cookie);
  return status === 200 ? 'done' : body.code;
};
const ownOf = async (cookie: string) =>
  (await call<{ places: OwnSeat[] }>('workshops/own', undefined, cookie)).body.places;
const takenIn = async (sessionId: string) =>
  (
    await owner.query<{ taken: number }>('select taken from workshop_seats where session_id = $1 order by mode', [
      sessionId,
    ])
  ).rows.map(({ taken }) => taken);
const calendarOf = (placeId: string, cookie: string) =>
  server.app.inject({ method: 'GET', url: `/api/workshops/${placeId}.ics`, headers: { cookie } });
const subjects = async () => (await runWorkshopEmails(server)).map(({ to, subject }) => `${to}: ${subject}`);

test('a paid seat moves once with its payment and frees the old seat', async () => {
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server, { title: 'Second wallet' })];
  const who = await confirmRegistration(server, from);
  const { placeId } = who;
  expect(await move({ placeId, sessionId: from }, who.cookie)).toBe('workshops.cannot_move');
  expect(await move({ placeId, sessionId: to, mode: 'online' }, who.cookie)).toBe('done');
  expect(await ownOf(who.cookie)).toMatchObject([
    { id: placeId, sessionId: to, mode: 'online', status: 'confirmed', paymentId: who.paymentId },
  ]);
  expect([await takenIn(from), await takenIn(to)]).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(await move({ placeId, sessionId: from }, who.cookie)).toBe('workshops.cannot_move');
});

test('moving to a full, started or own session, or moving an unpaid or foreign seat, is refused', async () => {
  const [from, full] = [await insertWorkshop(server), await insertWorkshop(server, { in_person: 1 })];
  const [who, other] = [await confirmRegistration(server, from), await newCustomer(server)];
  const { placeId } = who;
  const { body } = await register(server, other.cookie, buildRegistration(full));
  expect(body.paymentId).toBeTruthy();
  expect(await move({ placeId, sessionId: full }, who.cookie)).toBe('workshops.full');
  const begun = await insertWorkshop(server, { startsIn: '-1 hour' });
  expect(await move({ placeId, sessionId: begun }, who.cookie)).toBe('workshops.not_open');
  expect(await move({ placeId, sessionId: full, mode: 'online' }, other.cookie)).toBe('workshops.place_unknown');
  const pending = (await ownOf(other.cookie))[0]?.id ?? '';
  expect(await move({ placeId: pending, sessionId: from }, other.cookie)).toBe('workshops.cannot_move');
  expect((await register(server, who.cookie, buildRegistration(full, { mode: 'online' }))).status).toBe(200);
  expect(await move({ placeId, sessionId: full, mode: 'online' }, who.cookie)).toBe('workshops.twice');
  await owner.query(`update workshop_sessions set start_at = now() - interval '1 minute' where id = $1`, [from]);
  expect(await move({ placeId, sessionId: full, mode: 'online' }, who.cookie)).toBe('workshops.cannot_move');
});

test('moving does not bypass the waiting list', async () => {
  const to = await insertWorkshop(server, { in_person: 1 });
  const [has, waits] = [await newCustomer(server), await newCustomer(server)];
  const { body } = await register(server, has.cookie, buildRegistration(to));
  expect((await call('workshops/wait', { sessionId: to, mode: 'in_person' }, waits.cookie)).status).toBe(200);
  expect((await call('payments/callOff', { paymentId: body.paymentId }, has.cookie)).status).toBe(200);
  const who = await confirmRegistration(server, await insertWorkshop(server));
  expect(await takenIn(to)).toEqual([0, 0]);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('workshops.full');
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

test('a paid seat gets one e-mail with a calendar file, and another after changes', async () => {
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server, { title: 'Second wallet' })];
  await notifySeats(services);
  await runWorkshopEmails(server);
  const who = await confirmRegistration(server, from);
  await notifySeats(services);
  const [letter, ...others] = await runWorkshopEmails(server);
  expect([letter?.to, letter?.subject, others]).toEqual([who.email, 'Your place is booked: First wallet', []]);
  expect(letter?.text).toContain(who.code);
  expect(letter?.calendar?.text).toContain(`UID:${who.placeId}@`);
  await notifySeats(services);
  expect(await subjects()).toEqual([]);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('done');
  await notifySeats(services);
  expect(await subjects()).toEqual([`${who.email}: Your place has moved: Second wallet`]);
  await owner.query(`update workshop_sessions set place = 'Elsewhere', details_at = now() where id = $1`, [to]);
  await notifySeats(services);
  expect(await subjects()).toEqual([`${who.email}: Workshop updated: Second wallet`]);
});

test('each seat gets one reminder the day before', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '10 days' });
  const who = await confirmRegistration(server, sessionId);
  await notifySeats(services);
  await runWorkshopEmails(server);
  const start = (await ownOf(who.cookie))[0]?.startAt ?? new Date();
  const remindedAt = async (before: number) => {
    server.setTime(after(new Date(start), -before));
    await remindSeats(services);
    return (await subjects()).filter((subject) => subject.startsWith(who.email));
  };
  expect(await remindedAt(hours(49))).toEqual([]);
  expect(await remindedAt(hours(24))).toEqual([`${who.email}: Tomorrow: First wallet`]);
  expect(await remindedAt(hours(24))).toEqual([]);
});

test('only the owner can download the calendar file', async () => {
  const who = await confirmRegistration(server, await insertWorkshop(server));
  const mine = await calendarOf(who.placeId, who.cookie);
  expect([mine.statusCode, mine.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(mine.body).toContain('SUMMARY:First wallet\r\n');
  expect((await calendarOf(who.placeId, (await newCustomer(server)).cookie)).statusCode).toBe(404);
  expect((await calendarOf(who.placeId, '')).statusCode).toBe(401);
  const pending = await newCustomer(server);
  await register(server, pending.cookie, buildRegistration(await insertWorkshop(server)));
  expect((await calendarOf((await ownOf(pending.cookie))[0]?.id ?? '', pending.cookie)).statusCode).toBe(404);
});

test('a checked-in seat cannot move and says so', async () => {
  const [from, to] = [await insertWorkshop(server, { startsIn: '1 hour' }), await insertWorkshop(server)];
  const who = await confirmRegistration(server, from);
  const seen = { sessionId: from, code: who.code };
  expect((await call('workshopsDesk/checkIn', seen, await createSession(server, 'support'))).status).toBe(200);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('workshops.cannot_move');
});

test('the seat of a frozen customer cannot move, also in the database', async () => {
  const { freeze } = await createFrozenScenario(server);
  const [from, to] = [await insertWorkshop(server), await insertWorkshop(server)];
  const who = await confirmRegistration(server, from);
  await freeze(who);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('payments.not_possible');
  const straight = owner.query('update workshop_registrations set session_id = $1 where id = $2', [to, who.placeId]);
  await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await ownOf(who.cookie)).toMatchObject([{ sessionId: from, status: 'confirmed' }]);
});
