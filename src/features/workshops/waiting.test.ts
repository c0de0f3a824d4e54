import { expect, test } from 'vitest';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import {
  buildRegistration,
  insertWaitingEntry,
  insertWorkshop,
  register,
  runWorkshopEmails,
} from '../../../test/workshops.ts';
import { after, hours, minutes } from '../../kernel/clock.ts';
import { offerSeats } from './jobs.ts';
import type { OwnSeat } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf } = setUpSuspicions(server);

const act = server.actsAs(undefined, 'workshops/');
const wait = (sessionId: string, cookie: string) => act('wait', { sessionId, mode: 'in_person' }, cookie);
const took = async (sessionId: string, cookie: string) =>
  (await register(server, cookie, buildRegistration(sessionId))).body.code ?? 'place';
const ownIn = async (sessionId: string, cookie: string) =>
  (await call<{ places: OwnSeat[] }>('workshops/own', undefined, cookie)).body.places.find(
    (place) => place.sessionId === sessionId,
  );
const statusOf = async (id: string) =>
  (await rowsOf<{ status: string }>('select status from workshop_registrations where user_id = $1', [id])).map(
    ({ status }) => status,
  );

/** Creates a session with one taken seat that its owner can cancel. */
async function fullSession(wish: object = {}) {
  const sessionId = await insertWorkshop(server, { in_person: 1, ...wish });
  const has = await newCustomer(server);
  const { body } = await register(server, has.cookie, buildRegistration(sessionId));
  const callOff = async () => {
    const { status } = await call('payments/callOff', { paymentId: body.paymentId }, has.cookie);
    expect(status).toBe(200);
    await offerSeats(services);
  };
  return { sessionId, callOff };
}

test('the first in line gets a free seat by e-mail and pays as usual', async () => {
  const { sessionId, callOff } = await fullSession();
  const [first, second, third] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  expect(await wait(sessionId, first.cookie)).toBe('done');
  expect(await wait(sessionId, first.cookie)).toBe('workshops.waits_already');
  expect(await took(sessionId, first.cookie)).toBe('workshops.waits_already');
  expect(await wait(sessionId, second.cookie)).toBe('done');
  await offerSeats(services);
  expect((await ownIn(sessionId, first.cookie))?.status).toBe('waiting');
  await runWorkshopEmails(server);
  await callOff();
  expect(await ownIn(sessionId, first.cookie)).toMatchObject({ status: 'offered', offeredUntil: expect.any(String) });
  expect((await ownIn(sessionId, second.cookie))?.status).toBe('waiting');
  const letters = await runWorkshopEmails(server);
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
    [first.email, 'A place is free for you: First wallet'],
  ]);
  expect(letters[0]?.text).toContain('12 Hope Road, Kingston');
  expect(await took(sessionId, third.cookie)).toBe('workshops.full');
  expect(await took(sessionId, second.cookie)).toBe('workshops.waits_already');
  expect(await took(sessionId, first.cookie)).toBe('place');
  expect(await ownIn(sessionId, first.cookie)).toMatchObject({ status: 'pending', toPay: true });
});

test('an unused offer goes to the next person after a day, a declined one immediately', async () => {
  const { sessionId, callOff } = await fullSession();
  const people = [await newCustomer(server), await newCustomer(server), await newCustomer(server)] as const;
  for (const { cookie } of people) expect(await wait(sessionId, cookie)).toBe('done');
  await callOff();
  const all = async () => (await Promise.all(people.map(({ id }) => statusOf(id)))).flat();
  expect(await all()).toEqual(['offered', 'waiting', 'waiting']);
  server.setTime(after(new Date(), hours(24) + minutes(1)));
  await offerSeats(services);
  expect(await all()).toEqual(['lapsed', 'offered', 'waiting']);
  server.setTime(null);
  const placeId = (await ownIn(sessionId, people[1].cookie))?.id ?? '';
  expect(await act('leave', { placeId }, people[2].cookie)).toBe('workshops.place_unknown');
  expect(await act('leave', { placeId }, people[1].cookie)).toBe('done');
  expect(await act('leave', { placeId }, people[1].cookie)).toBe('workshops.not_waiting');
  await offerSeats(services);
  expect(await all()).toEqual(['lapsed', 'cancelled', 'offered']);
  expect(await took(sessionId, people[0].cookie)).toBe('workshops.full');
  expect(await wait(sessionId, people[0].cookie)).toBe('done');
});

test('offers and waits end when the session starts', async () => {
  const { sessionId, callOff } = await fullSession({ startsIn: '5 hours' });
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  for (const { cookie } of [first, second]) expect(await wait(sessionId, cookie)).toBe('done');
  await callOff();
  const offered = await ownIn(sessionId, first.cookie);
  expect(offered?.offeredUntil).toEqual(offered?.startAt);
  server.setTime(after(new Date(), hours(6)));
  await offerSeats(services);
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([['lapsed'], ['lapsed']]);
});

test('waiting is refused with a free seat, an own registration or no session', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [who, other] = [await newCustomer(server), await newCustomer(server)];
  expect(await wait(sessionId, who.cookie)).toBe('workshops.place_free');
  expect(await took(sessionId, who.cookie)).toBe('place');
  expect(await wait(sessionId, who.cookie)).toBe('workshops.twice');
  expect(await wait(await insertWorkshop(server, { startsIn: '-1 hour', in_person: 1 }), other.cookie)).toBe(
    'workshops.not_open',
  );
});

test('additional seats are offered in order, once each across two processes', async () => {
  const { sessionId } = await fullSession();
  const line = await Promise.all(Array.from({ length: 8 }, () => newCustomer(server)));
  // Known customers may share a connection.
  await owner.query(`insert into kyc_submissions (user_id, tier, status) select unnest($1::uuid[]), 1, 'approved'`, [
    line.map(({ id }) => id),
  ]);
  for (const { cookie } of line) expect(await wait(sessionId, cookie)).toBe('done');
  await owner.query(`update workshop_seats set seats = 6 where session_id = $1 and mode = 'in_person'`, [sessionId]);
  expect(await took(sessionId, (await newCustomer(server)).cookie)).toBe('workshops.full');
  await Promise.all([offerSeats(services), offerSeats(services), offerSeats(services)]);
  const standing = (await Promise.all(line.map(({ id }) => statusOf(id)))).flat();
  expect(standing).toEqual([...Array(5).fill('offered'), ...Array(3).fill('waiting')]);
});

test('the database refuses to skip the waiting list', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  await owner.query('update workshop_seats set seats = 0 where session_id = $1', [sessionId]);
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await insertWaitingEntry(server, { sessionId, userId: first.id });
  const later = await insertWaitingEntry(server, { sessionId, userId: second.id });
  await owner.query('update workshop_seats set seats = 1 where session_id = $1', [sessionId]);
  const client = await services.pool.connect();
  const tried = async (person: string | null, sql: string) => {
    await client.query('begin');
    try {
      const context = person ? { 'app.user_id': person } : { 'app.all_rows': 'yes' };
      for (const [name, value] of Object.entries(context))
        await client.query('select set_config($1, $2, true)', [name, value]);
      return (await client.query(sql)).rowCount;
    } catch (error) {
      const { constraint, code } = error as { constraint?: string; code: string };
      return constraint ?? code;
    } finally {
      await client.query('rollback');
    }
  };
  const offer = `update workshop_registrations set status = 'offered', offered_until = now() where id = '${later}'`;
  try {
    expect(await tried(null, offer)).toBe('first_come_first_served');
    expect(await tried(second.id, offer)).not.toBe(1);
  } finally {
    client.release();
  }
});
