import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import {
  buildRegistration,
  confirmRegistration,
  formatLocalTime,
  insertWaitingEntry,
  insertWorkshop,
  register,
  runWorkshopEmails,
  sessionForm,
} from '../../../test/workshops.ts';
import { addDays, atHour, jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours, minutes } from '../../kernel/clock.ts';
import { offerSeats } from './jobs.ts';
import type { Participant } from './staff-store.ts';
import type { OwnSeat } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

const { another, rowsOf } = setUpSuspicions(server);
const teacher = await another('instructor');
const [finance, support] = [await createSession(server, 'finance'), await createSession(server, 'support')];

const act = server.actsAs(teacher.cookie, 'workshopsDesk/');
type Shown = { id: string; updatedAt: string; state: string; startAt: string; seats: object[]; link: string | null };
const shownOf = async (sessionId: string, cookie = teacher.cookie) =>
  (await call<{ session: Shown }>('workshopsDesk/session', { sessionId }, cookie)).body.session;
const createDraft = async (values: object = {}) =>
  (await call<{ sessionId: string }>('workshopsDesk/create', sessionForm(values), teacher.cookie)).body.sessionId;

test('a session in Jamaican time is public once announced', async () => {
  const sessionId = await createDraft();
  const start = atHour(addDays(jamaicaDay(new Date()), 7), 17);
  expect(await shownOf(sessionId)).toMatchObject({ state: 'draft', startAt: start.toISOString() });
  const listed = async () =>
    (await call<{ sessions: { id: string }[] }>('workshops/list')).body.sessions.map(({ id }) => id);
  expect(await listed()).not.toContain(sessionId);
  expect(await act('announce', { sessionId })).toBe('done');
  expect(await listed()).toContain(sessionId);
  expect(await act('announce', { sessionId })).toBe('workshops.not_now');
});

test('invalid times, seats and flyers are refused', async () => {
  const make = (values: object) => act('create', sessionForm(values));
  expect(await make({ startAt: formatLocalTime(-1, 9) })).toBe('workshops.times_unsound');
  expect(await make({ endAt: formatLocalTime(7, 16) })).toBe('workshops.times_unsound');
  expect(await make({ endAt: formatLocalTime(9, 16) })).toBe('workshops.times_unsound');
  expect(await make({ startAt: '2027-02-30T10:00', endAt: '2027-02-30T11:00' })).toBe('workshops.times_unsound');
  expect(await make({ seatsInPerson: 0, seatsOnline: 0 })).toBe('workshops.no_seats');
  expect(await make({ link: 'javascript:alert(1)' })).toBe('BAD_REQUEST');
  const { body: own } = await upload(server, teacher.cookie, 'workshop-flyer');
  expect(await make({ flyerFile: own.id })).toBe('workshops.flyer_undescribed');
  expect(await make({ flyerFile: own.id, flyerAlt: 'A phone' })).toBe('done');
  const { body: foreign } = await upload(server, support, 'workshop-flyer');
  expect(await make({ flyerFile: foreign.id, flyerAlt: 'A phone' })).toBe('workshops.flyer_unfit');
  expect(await make({ flyerFile: randomUUID(), flyerAlt: 'A phone' })).toBe('workshops.flyer_unfit');
  const customer = await newCustomer(server);
  expect((await upload(server, customer.cookie, 'workshop-flyer')).status).not.toBe(200);
});

test('only flyers of announced sessions are public', async () => {
  const { body: file } = await upload(server, teacher.cookie, 'workshop-flyer');
  const sessionId = await createDraft({ flyerFile: file.id, flyerAlt: 'A phone' });
  const seen = (id: string) => server.app.inject({ method: 'GET', url: `/api/flyers/${id}` });
  expect((await seen(file.id)).statusCode).toBe(404);
  expect(await act('announce', { sessionId })).toBe('done');
  const answer = await seen(file.id);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await sharp(answer.rawPayload).metadata()).exif).toBeUndefined();
  const { body: slip } = await upload(server, support);
  expect((await seen(slip.id)).statusCode).toBe(404);
});

test('taken seats stay, and a concurrent change is not overwritten', async () => {
  const sessionId = await createDraft({ seatsInPerson: 2 });
  expect(await act('announce', { sessionId })).toBe('done');
  for (let n = 0; n < 2; n++) await register(server, (await newCustomer(server)).cookie, buildRegistration(sessionId));
  const change = async (values: object, readAt?: string) =>
    act('change', { sessionId, readAt: readAt ?? (await shownOf(sessionId)).updatedAt, ...sessionForm(values) });
  const { updatedAt } = await shownOf(sessionId);
  expect(await change({ seatsInPerson: 1 })).toBe('workshops.seats_taken');
  expect(await change({ seatsInPerson: 3, link: '' })).toBe('done');
  expect(await shownOf(sessionId)).toMatchObject({ link: null });
  expect(await change({ title: 'Mine' }, updatedAt)).toBe('workshops.changed_meanwhile');
  server.setTime(after(new Date(), hours(24 * 8)));
  expect(await change({})).toBe('workshops.not_now');
});

test('permitted roles see attendees by ticket name', async () => {
  const sessionId = await insertWorkshop(server);
  await confirmRegistration(server, sessionId);
  const { body } = await call<{ lines: Participant[] }>('workshopsDesk/people', { sessionId }, teacher.cookie);
  expect(body.lines).toMatchObject([{ attendee: 'Test Person', mode: 'in_person', status: 'confirmed' }]);
  expect(JSON.stringify(body)).not.toContain('@customer.test');
  expect(await act('people', { sessionId }, finance)).toBe('done');
  expect((await call('identity/customers', {}, teacher.cookie)).status).toBe(403);
  expect((await call('paymentsDesk/queue', {}, teacher.cookie)).status).toBe(403);
});

test('attendees are checked in once by code, near the time and by another person', async () => {
  const sessionId = await insertWorkshop(server);
  const attendee = await confirmRegistration(server, sessionId);
  const code = ` ${attendee.code.toLowerCase().replace('-', ' ')} `;
  expect(await act('checkIn', { sessionId, code })).toBe('workshops.not_the_time');
  server.setTime(after(new Date(), hours(24 * 7 - 1)));
  expect(await act('checkIn', { sessionId, code: 'AAAA-AAA' })).toBe('workshops.code_unknown');
  expect(await act('checkIn', { sessionId: await insertWorkshop(server), code })).toBe('workshops.other_session');
  const first = await call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code }, teacher.cookie);
  const repeated = await call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code }, support);
  expect([first.body.before, repeated.body.before]).toEqual([false, true]);
  expect(await rowsOf('select from workshop_registrations where checked_in_by = $1', [teacher.id])).toHaveLength(1);
});

test('unpaid seats are distinguished at check-in', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const customer = await newCustomer(server);
  await register(server, customer.cookie, buildRegistration(sessionId));
  const code = 'select code from workshop_registrations where user_id = $1';
  const [place] = await rowsOf<{ code: string }>(code, [customer.id]);
  expect(await act('checkIn', { sessionId, code: place?.code ?? '' })).toBe('workshops.not_confirmed');
});

test('sessions are listed by state, page by page', async () => {
  type Listed = { lines: { id: string; title: string }[]; next: object | null };
  /** Sends a request as a browser does, with the types of dates. */
  const listed = async (view: string, after: object | null = null): Promise<Listed> => {
    const payload = JSON.stringify({ json: { view, after }, meta: after ? [[1, 'after', 'startAt']] : [] });
    const headers = { cookie: teacher.cookie, 'content-type': 'application/json' };
    const url = '/api/rpc/workshopsDesk/sessions';
    return (await server.app.inject({ method: 'POST', url, headers, payload })).json().json;
  };
  const [soon, late, over] = [
    await insertWorkshop(server, { startsIn: '1 hour' }),
    await insertWorkshop(server, { startsIn: '2 hours' }),
    await insertWorkshop(server, { startsIn: '-3 hours' }),
  ];
  const [draft, off] = [await createDraft(), await insertWorkshop(server, { status: 'cancelled' })];
  const own = async (view: string) => {
    const { lines } = await listed(view);
    return lines.map(({ id }) => id).filter((id) => [soon, late, over, draft, off].includes(id));
  };
  expect(await own('coming')).toEqual([soon, late]);
  expect([await own('drafts'), await own('past'), await own('cancelled')]).toEqual([[draft], [over], [off]]);
  for (let n = 0; n < 51; n++) await insertWorkshop(server, { startsIn: `${-100 - n} hours`, title: `Past ${n}` });
  const first = await listed('past');
  const second = await listed('past', first.next);
  expect(first.lines).toHaveLength(50);
  expect(second.next).toBeNull();
  const past = [...first.lines, ...second.lines].filter(({ title }) => title.startsWith('Past'));
  expect(past.map(({ title }) => title)).toEqual(Array.from({ length: 51 }, (_, n) => `Past ${n}`));
});

const actAsCustomer = server.actsAs(undefined, 'workshops/');
const wait = (sessionId: string, cookie: string) => actAsCustomer('wait', { sessionId, mode: 'in_person' }, cookie);
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
async function fullSession(values: object = {}) {
  const sessionId = await insertWorkshop(server, { in_person: 1, ...values });
  const holder = await newCustomer(server);
  const { body } = await register(server, holder.cookie, buildRegistration(sessionId));
  const callOff = async () => {
    expect((await call('payments/cancel', { paymentId: body.paymentId }, holder.cookie)).status).toBe(200);
    await offerSeats(services);
  };
  return { sessionId, callOff };
}

test('the first in line gets a free seat by email and pays as usual', async () => {
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
  expect(await actAsCustomer('leave', { placeId }, people[2].cookie)).toBe('workshops.place_unknown');
  expect(await actAsCustomer('leave', { placeId }, people[1].cookie)).toBe('done');
  expect(await actAsCustomer('leave', { placeId }, people[1].cookie)).toBe('workshops.not_waiting');
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
  const [customer, other] = [await newCustomer(server), await newCustomer(server)];
  expect(await wait(sessionId, customer.cookie)).toBe('workshops.place_free');
  expect(await took(sessionId, customer.cookie)).toBe('place');
  expect(await wait(sessionId, customer.cookie)).toBe('workshops.twice');
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
