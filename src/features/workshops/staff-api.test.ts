import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import {
  buildRegistration,
  claimSeat,
  formatLocalTime,
  insertWorkshop,
  register,
  sessionForm,
} from '../../../test/workshops.ts';
import { addDays, atHour, jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import type { Participant } from './staff-store.ts';

const server = await serverWithoutFaults();
const { call } = server;
const { another, rowsOf } = setUpSuspicions(server);
const teacher = await another('instructor');
const [finance, support] = [await createSession(server, 'finance'), await createSession(server, 'support')];

const act = server.actsAs(teacher.cookie, 'workshopsDesk/');
type Shown = { id: string; updatedAt: string; state: string; startAt: string; seats: object[]; link: string | null };
const shownOf = async (sessionId: string, cookie = teacher.cookie) =>
  (await call<{ session: Shown }>('workshopsDesk/session', { sessionId }, cookie)).body.session;
const made = async (wishes: object = {}) =>
  (await call<{ sessionId: string }>('workshopsDesk/make', sessionForm(wishes), teacher.cookie)).body.sessionId;
const confirmed = async (sessionId: string, name = 'Ina Brown') => {
  const who = await newCustomer(server, name);
  const paymentId = await claimSeat(server, who.cookie, buildRegistration(sessionId));
  const line = buildBankReceipt(paymentId, { amount: '4000', payerHolder: name });
  expect((await call('paymentsDesk/receive', line, finance)).status).toBe(200);
  const [place] = await rowsOf<{ id: string; code: string }>(
    'select id, code from workshop_registrations where user_id = $1',
    [who.id],
  );
  return { ...who, place: place ?? { id: '', code: '' } };
};

test('a session in Jamaican time is public once announced', async () => {
  const sessionId = await made();
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
  const make = (wishes: object) => act('make', sessionForm(wishes));
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
  const sessionId = await made({ flyerFile: file.id, flyerAlt: 'A phone' });
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
  const sessionId = await made({ seatsInPerson: 2 });
  expect(await act('announce', { sessionId })).toBe('done');
  for (let n = 0; n < 2; n++) await register(server, (await newCustomer(server)).cookie, buildRegistration(sessionId));
  const change = async (wishes: object, readAt?: string) =>
    act('change', {
      sessionId,
      readAt: readAt ?? (await shownOf(sessionId)).updatedAt,
      ...sessionForm(wishes),
    });
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
  await confirmed(sessionId);
  const { body } = await call<{ lines: Participant[] }>('workshopsDesk/people', { sessionId }, teacher.cookie);
  expect(body.lines).toMatchObject([{ attendee: 'Test Person', mode: 'in_person', status: 'confirmed' }]);
  expect(JSON.stringify(body)).not.toContain('@customer.test');
  expect(await act('people', { sessionId }, finance)).toBe('done');
  expect(await act('checkIn', { sessionId, code: 'AAAA-AAA' }, finance)).toBe('staff.not_allowed');
  const compliance = await createSession(server, 'compliance');
  expect(await act('people', { sessionId }, compliance)).toBe('staff.not_allowed');
  expect((await call('identity/customers', {}, teacher.cookie)).status).toBe(403);
  expect((await call('paymentsDesk/queue', {}, teacher.cookie)).status).toBe(403);
});

test('attendees are checked in once by code, near the time and by another person', async () => {
  const sessionId = await insertWorkshop(server);
  const who = await confirmed(sessionId);
  const code = ` ${who.place.code.toLowerCase().replace('-', ' ')} `;
  expect(await act('checkIn', { sessionId, code })).toBe('workshops.not_the_time');
  server.setTime(after(new Date(), hours(24 * 7 - 1)));
  expect(await act('checkIn', { sessionId, code: 'AAAA-AAA' })).toBe('workshops.code_unknown');
  expect(await act('checkIn', { sessionId: await insertWorkshop(server), code })).toBe('workshops.other_session');
  const first = await call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code }, teacher.cookie);
  const again = await call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code }, support);
  expect([first.body.before, again.body.before]).toEqual([false, true]);
  expect(await rowsOf('select from workshop_registrations where checked_in_by = $1', [teacher.id])).toHaveLength(1);
  await server.owner.query(`insert into user_roles (user_id, role) values ($1, 'instructor')`, [who.id]);
  expect(await act('checkIn', { sessionId, code }, who.cookie)).toBe('approvals.own_matter');
});

test('unpaid seats are distinguished at check-in', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const who = await newCustomer(server);
  await register(server, who.cookie, buildRegistration(sessionId));
  const [place] = await rowsOf<{ code: string }>('select code from workshop_registrations where user_id = $1', [
    who.id,
  ]);
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
  const [draft, off] = [await made(), await insertWorkshop(server, { status: 'cancelled' })];
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
