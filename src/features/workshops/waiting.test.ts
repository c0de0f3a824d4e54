import { expect, test } from 'vitest';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { lettersOf, register, registering, sessionOn, waitingPlace } from '../../../test/workshops.ts';
import { after, hours, minutes } from '../../kernel/clock.ts';
import { offerPlaces } from './jobs.ts';
import type { OwnPlace } from './store.ts';

/** Waiting for a place: who is first in line is offered what becomes free. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf } = suspicionsOn(server);

const act = server.actsAs(undefined, 'workshops/');
const wait = (sessionId: string, cookie: string) => act('wait', { sessionId, mode: 'in_person' }, cookie);
const took = async (sessionId: string, cookie: string) =>
  (await register(server, cookie, registering(sessionId))).body.code ?? 'place';
const ownIn = async (sessionId: string, cookie: string) =>
  (await call<{ places: OwnPlace[] }>('workshops/own', undefined, cookie)).body.places.find(
    (place) => place.sessionId === sessionId,
  );
const statusOf = async (id: string) =>
  (await rowsOf<{ status: string }>('select status from workshop_registrations where user_id = $1', [id])).map(
    ({ status }) => status,
  );

/** A session with one place, which somebody has and calls off when told to. */
async function fullSession(wish: object = {}) {
  const sessionId = await sessionOn(server, { in_person: 1, ...wish });
  const has = await newCustomer(server);
  const { body } = await register(server, has.cookie, registering(sessionId));
  const callOff = async () => {
    const { status } = await call('payments/callOff', { paymentId: body.paymentId }, has.cookie);
    expect(status).toBe(200);
    await offerPlaces(services);
  };
  return { sessionId, callOff };
}

test('who waits first is offered what becomes free, by letter, and pays for it as usual', async () => {
  const { sessionId, callOff } = await fullSession();
  const [first, second, third] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  expect(await wait(sessionId, first.cookie)).toBe('done');
  expect(await wait(sessionId, first.cookie)).toBe('workshops.waits_already');
  expect(await took(sessionId, first.cookie)).toBe('workshops.waits_already');
  expect(await wait(sessionId, second.cookie)).toBe('done');
  await offerPlaces(services);
  expect((await ownIn(sessionId, first.cookie))?.status).toBe('waiting');
  await lettersOf(server);
  await callOff();
  expect(await ownIn(sessionId, first.cookie)).toMatchObject({ status: 'offered', offeredUntil: expect.any(String) });
  expect((await ownIn(sessionId, second.cookie))?.status).toBe('waiting');
  const letters = await lettersOf(server);
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
    [first.email, 'A place is free for you: First wallet'],
  ]);
  expect(letters[0]?.text).toContain('12 Hope Road, Kingston');
  expect(await took(sessionId, third.cookie)).toBe('workshops.full');
  expect(await took(sessionId, second.cookie)).toBe('workshops.waits_already');
  expect(await took(sessionId, first.cookie)).toBe('place');
  expect(await ownIn(sessionId, first.cookie)).toMatchObject({ status: 'pending', toPay: true });
});

test('what is not taken within a day goes to the next one, and what is left at once', async () => {
  const { sessionId, callOff } = await fullSession();
  const people = [await newCustomer(server), await newCustomer(server), await newCustomer(server)] as const;
  for (const { cookie } of people) expect(await wait(sessionId, cookie)).toBe('done');
  await callOff();
  const all = async () => (await Promise.all(people.map(({ id }) => statusOf(id)))).flat();
  expect(await all()).toEqual(['offered', 'waiting', 'waiting']);
  server.setTime(after(new Date(), hours(24) + minutes(1)));
  await offerPlaces(services);
  expect(await all()).toEqual(['lapsed', 'offered', 'waiting']);
  server.setTime(null);
  const placeId = (await ownIn(sessionId, people[1].cookie))?.id ?? '';
  expect(await act('leave', { placeId }, people[2].cookie)).toBe('workshops.place_unknown');
  expect(await act('leave', { placeId }, people[1].cookie)).toBe('done');
  expect(await act('leave', { placeId }, people[1].cookie)).toBe('workshops.not_waiting');
  await offerPlaces(services);
  expect(await all()).toEqual(['lapsed', 'cancelled', 'offered']);
  expect(await took(sessionId, people[0].cookie)).toBe('workshops.full');
  expect(await wait(sessionId, people[0].cookie)).toBe('done');
});

test('an offer ends with the start of the session, and so does waiting', async () => {
  const { sessionId, callOff } = await fullSession({ startsIn: '5 hours' });
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  for (const { cookie } of [first, second]) expect(await wait(sessionId, cookie)).toBe('done');
  await callOff();
  const offered = await ownIn(sessionId, first.cookie);
  expect(offered?.offeredUntil).toEqual(offered?.startAt);
  server.setTime(after(new Date(), hours(6)));
  await offerPlaces(services);
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([['lapsed'], ['lapsed']]);
});

test('nobody waits where a place is free, where they have one, or for what is no session', async () => {
  const sessionId = await sessionOn(server, { in_person: 1 });
  const [who, other] = [await newCustomer(server), await newCustomer(server)];
  expect(await wait(sessionId, who.cookie)).toBe('workshops.place_free');
  expect(await took(sessionId, who.cookie)).toBe('place');
  expect(await wait(sessionId, who.cookie)).toBe('workshops.twice');
  expect(await wait(await sessionOn(server, { startsIn: '-1 hour', in_person: 1 }), other.cookie)).toBe(
    'workshops.not_open',
  );
});

test('more seats are offered to whoever waits, in turn; two processes offer each of them once', async () => {
  const { sessionId } = await fullSession();
  const line = await Promise.all(Array.from({ length: 8 }, () => newCustomer(server)));
  // So many stand in line over one connection where we know who they are.
  await owner.query(`insert into kyc_submissions (user_id, tier, status) select unnest($1::uuid[]), 1, 'approved'`, [
    line.map(({ id }) => id),
  ]);
  for (const { cookie } of line) expect(await wait(sessionId, cookie)).toBe('done');
  await owner.query(`update workshop_seats set seats = 6 where session_id = $1 and mode = 'in_person'`, [sessionId]);
  expect(await took(sessionId, (await newCustomer(server)).cookie)).toBe('workshops.full');
  await Promise.all([offerPlaces(services), offerPlaces(services), offerPlaces(services)]);
  const standing = (await Promise.all(line.map(({ id }) => statusOf(id)))).flat();
  expect(standing).toEqual([...Array(5).fill('offered'), ...Array(3).fill('waiting')]);
});

test('the database lets nobody before whoever waits longer', async () => {
  const sessionId = await sessionOn(server, { in_person: 1 });
  await owner.query('update workshop_seats set seats = 0 where session_id = $1', [sessionId]);
  const [first, second] = [await newCustomer(server), await newCustomer(server)];
  await waitingPlace(server, { sessionId, userId: first.id });
  const later = await waitingPlace(server, { sessionId, userId: second.id });
  await owner.query('update workshop_seats set seats = 1 where session_id = $1', [sessionId]);
  const client = await services.pool.connect();
  const tried = async (person: string | null, sql: string) => {
    await client.query('begin');
    try {
      const context = person ? { 'app.user_id': person } : { 'app.sees_all': 'yes' };
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
