import { expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { stoppedOn } from '../../../test/stopped.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmedIn, lettersOf, register, registering, sessionOn } from '../../../test/workshops.ts';
import { after, hours } from '../../kernel/clock.ts';
import { remindPlaces, tellPlaces } from './jobs.ts';
import type { OwnPlace } from './store.ts';

/** A place that is paid: how it is told of, how it moves, and its file for the calendar. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;

const move = async (to: { placeId: string; sessionId: string; mode?: string }, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('workshops/move', { mode: 'in_person', ...to }, cookie);
  return status === 200 ? 'done' : body.code;
};
const ownOf = async (cookie: string) =>
  (await call<{ places: OwnPlace[] }>('workshops/own', undefined, cookie)).body.places;
const takenIn = async (sessionId: string) =>
  (
    await owner.query<{ taken: number }>('select taken from workshop_seats where session_id = $1 order by mode', [
      sessionId,
    ])
  ).rows.map(({ taken }) => taken);
const calendarOf = (placeId: string, cookie: string) =>
  server.app.inject({ method: 'GET', url: `/api/workshops/${placeId}.ics`, headers: { cookie } });
const subjects = async () => (await lettersOf(server)).map(({ to, subject }) => `${to}: ${subject}`);

test('a place that is paid moves once, its payment with it, and frees its seat', async () => {
  const [from, to] = [await sessionOn(server), await sessionOn(server, { title: 'Second wallet' })];
  const who = await confirmedIn(server, from);
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

test('nobody moves into what is full, begun or theirs already, nor what is not paid or not theirs', async () => {
  const [from, full] = [await sessionOn(server), await sessionOn(server, { in_person: 1 })];
  const [who, other] = [await confirmedIn(server, from), await newCustomer(server)];
  const { placeId } = who;
  const { body } = await register(server, other.cookie, registering(full));
  expect(body.paymentId).toBeTruthy();
  expect(await move({ placeId, sessionId: full }, who.cookie)).toBe('workshops.full');
  const begun = await sessionOn(server, { startsIn: '-1 hour' });
  expect(await move({ placeId, sessionId: begun }, who.cookie)).toBe('workshops.not_open');
  expect(await move({ placeId, sessionId: full, mode: 'online' }, other.cookie)).toBe('workshops.place_unknown');
  const pending = (await ownOf(other.cookie))[0]?.id ?? '';
  expect(await move({ placeId: pending, sessionId: from }, other.cookie)).toBe('workshops.cannot_move');
  expect((await register(server, who.cookie, registering(full, { mode: 'online' }))).status).toBe(200);
  expect(await move({ placeId, sessionId: full, mode: 'online' }, who.cookie)).toBe('workshops.twice');
  await owner.query(`update workshop_sessions set start_at = now() - interval '1 minute' where id = $1`, [from]);
  expect(await move({ placeId, sessionId: full, mode: 'online' }, who.cookie)).toBe('workshops.cannot_move');
});

test('whoever moves passes nobody who waits', async () => {
  const to = await sessionOn(server, { in_person: 1 });
  const [has, waits] = [await newCustomer(server), await newCustomer(server)];
  const { body } = await register(server, has.cookie, registering(to));
  expect((await call('workshops/wait', { sessionId: to, mode: 'in_person' }, waits.cookie)).status).toBe(200);
  expect((await call('payments/callOff', { paymentId: body.paymentId }, has.cookie)).status).toBe(200);
  const who = await confirmedIn(server, await sessionOn(server));
  expect(await takenIn(to)).toEqual([0, 0]);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('workshops.full');
});

test('two moves at once into the last seat: one has it', async () => {
  const [from, to] = [await sessionOn(server), await sessionOn(server, { in_person: 1, title: 'Last seat' })];
  const people = [await confirmedIn(server, from), await confirmedIn(server, from), await confirmedIn(server, from)];
  const answers = await Promise.all(people.map(({ placeId, cookie }) => move({ placeId, sessionId: to }, cookie)));
  expect(answers.toSorted()).toEqual(['done', 'workshops.full', 'workshops.full']);
});

test('whoever paid is told once, with a file for the calendar; again when something changes', async () => {
  const [from, to] = [await sessionOn(server), await sessionOn(server, { title: 'Second wallet' })];
  await tellPlaces(services);
  await lettersOf(server);
  const who = await confirmedIn(server, from);
  await tellPlaces(services);
  const [letter, ...others] = await lettersOf(server);
  expect([letter?.to, letter?.subject, others]).toEqual([who.email, 'Your place is booked: First wallet', []]);
  expect(letter?.text).toContain(who.code);
  expect(letter?.calendar?.text).toContain(`UID:${who.placeId}@`);
  await tellPlaces(services);
  expect(await subjects()).toEqual([]);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('done');
  await tellPlaces(services);
  expect(await subjects()).toEqual([`${who.email}: Your place has moved: Second wallet`]);
  await owner.query(`update workshop_sessions set place = 'Elsewhere', details_at = now() where id = $1`, [to]);
  await tellPlaces(services);
  expect(await subjects()).toEqual([`${who.email}: Please note what has changed: Second wallet`]);
});

test('a reminder the day before, once for each place', async () => {
  const sessionId = await sessionOn(server, { startsIn: '10 days' });
  const who = await confirmedIn(server, sessionId);
  await tellPlaces(services);
  await lettersOf(server);
  const start = (await ownOf(who.cookie))[0]?.startAt ?? new Date();
  const remindedAt = async (before: number) => {
    server.setTime(after(new Date(start), -before));
    await remindPlaces(services);
    return (await subjects()).filter((subject) => subject.startsWith(who.email));
  };
  expect(await remindedAt(hours(49))).toEqual([]);
  expect(await remindedAt(hours(24))).toEqual([`${who.email}: Tomorrow: First wallet`]);
  expect(await remindedAt(hours(24))).toEqual([]);
});

test('the calendar file is for whoever has the place', async () => {
  const who = await confirmedIn(server, await sessionOn(server));
  const mine = await calendarOf(who.placeId, who.cookie);
  expect([mine.statusCode, mine.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(mine.body).toContain('SUMMARY:First wallet\r\n');
  expect((await calendarOf(who.placeId, (await newCustomer(server)).cookie)).statusCode).toBe(404);
  expect((await calendarOf(who.placeId, '')).statusCode).toBe(401);
  const pending = await newCustomer(server);
  await register(server, pending.cookie, registering(await sessionOn(server)));
  expect((await calendarOf((await ownOf(pending.cookie))[0]?.id ?? '', pending.cookie)).statusCode).toBe(404);
});

test('whoever was seen at the door moves nowhere, and reads so', async () => {
  const [from, to] = [await sessionOn(server, { startsIn: '1 hour' }), await sessionOn(server)];
  const who = await confirmedIn(server, from);
  const seen = { sessionId: from, code: who.code };
  expect((await call('workshopsDesk/checkIn', seen, await sessionFor(server, 'support'))).status).toBe(200);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('workshops.cannot_move');
});

test('the place of somebody frozen stays where it is, for the database as well', async () => {
  const { freeze } = await stoppedOn(server);
  const [from, to] = [await sessionOn(server), await sessionOn(server)];
  const who = await confirmedIn(server, from);
  await freeze(who);
  expect(await move({ placeId: who.placeId, sessionId: to }, who.cookie)).toBe('payments.not_possible');
  const straight = owner.query('update workshop_registrations set session_id = $1 where id = $2', [to, who.placeId]);
  await expect(straight).rejects.toMatchObject({ constraint: 'nothing_moves_while_frozen' });
  expect(await ownOf(who.cookie)).toMatchObject([{ sessionId: from, status: 'confirmed' }]);
});
