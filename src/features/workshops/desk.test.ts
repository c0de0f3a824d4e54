import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { bankLine } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { claimedPlace, localText, register, registering, sessionForm, sessionOn } from '../../../test/workshops.ts';
import { atHour, jamaicaDay, shiftDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import type { Participant } from './desk-store.ts';

/** Sessions as staff and instructors make them, and the door. */
const server = await serverWithoutFaults();
const { call } = server;
const { another, rowsOf } = suspicionsOn(server);
const teacher = await another('instructor');
const [finance, support] = [await sessionFor(server, 'finance'), await sessionFor(server, 'support')];

const act = server.actsAs(teacher.cookie, 'workshopsDesk/');
type Shown = { id: string; updatedAt: string; state: string; startAt: string; seats: object[]; link: string | null };
const shownOf = async (sessionId: string, cookie = teacher.cookie) =>
  (await call<{ session: Shown }>('workshopsDesk/session', { sessionId }, cookie)).body.session;
const made = async (wishes: object = {}) =>
  (await call<{ sessionId: string }>('workshopsDesk/make', sessionForm(wishes), teacher.cookie)).body.sessionId;
const confirmed = async (sessionId: string, name = 'Ina Brown') => {
  const who = await newCustomer(server, name);
  const paymentId = await claimedPlace(server, who.cookie, registering(sessionId));
  const line = bankLine(paymentId, { amount: '4000', payerHolder: name });
  expect((await call('paymentsDesk/receive', line, finance)).status).toBe(200);
  const [place] = await rowsOf<{ id: string; code: string }>(
    'select id, code from workshop_registrations where user_id = $1',
    [who.id],
  );
  return { ...who, place: place ?? { id: '', code: '' } };
};

test('an instructor makes a session in Jamaican time, and everybody sees it once it is announced', async () => {
  const sessionId = await made();
  const start = atHour(shiftDay(jamaicaDay(new Date()), 7), 17);
  expect(await shownOf(sessionId)).toMatchObject({ state: 'draft', startAt: start.toISOString() });
  const listed = async () =>
    (await call<{ sessions: { id: string }[] }>('workshops/list')).body.sessions.map(({ id }) => id);
  expect(await listed()).not.toContain(sessionId);
  expect(await act('announce', { sessionId })).toBe('done');
  expect(await listed()).toContain(sessionId);
  expect(await act('announce', { sessionId })).toBe('workshops.not_now');
});

test('what makes no sense is refused: times, seats, a flyer that says nothing or is somebody else’s', async () => {
  const make = (wishes: object) => act('make', sessionForm(wishes));
  expect(await make({ startAt: localText(-1, 9) })).toBe('workshops.times_unsound');
  expect(await make({ endAt: localText(7, 16) })).toBe('workshops.times_unsound');
  expect(await make({ endAt: localText(9, 16) })).toBe('workshops.times_unsound');
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

test('a flyer is a public picture once its session is announced, and no other file is', async () => {
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

test('places that are taken stay, and what somebody else changed is not overwritten', async () => {
  const sessionId = await made({ seatsInPerson: 2 });
  expect(await act('announce', { sessionId })).toBe('done');
  for (let n = 0; n < 2; n++) await register(server, (await newCustomer(server)).cookie, registering(sessionId));
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

test('who comes is known by the name as on a ticket, to those who need it', async () => {
  const sessionId = await sessionOn(server);
  await confirmed(sessionId);
  const { body } = await call<{ lines: Participant[] }>('workshopsDesk/people', { sessionId }, teacher.cookie);
  expect(body.lines).toMatchObject([{ attendee: 'Test Person', mode: 'in_person', status: 'confirmed' }]);
  expect(JSON.stringify(body)).not.toContain('@customer.test');
  expect(await act('people', { sessionId }, finance)).toBe('done');
  expect(await act('checkIn', { sessionId, code: 'AAAA-AAA' }, finance)).toBe('staff.not_allowed');
  const compliance = await sessionFor(server, 'compliance');
  expect(await act('people', { sessionId }, compliance)).toBe('staff.not_allowed');
  expect((await call('identity/customers', {}, teacher.cookie)).status).toBe(403);
  expect((await call('paymentsDesk/queue', {}, teacher.cookie)).status).toBe(403);
});

test('people are checked in by their code, once, near the time, and not by themselves', async () => {
  const sessionId = await sessionOn(server);
  const who = await confirmed(sessionId);
  const code = ` ${who.place.code.toLowerCase().replace('-', ' ')} `;
  expect(await act('checkIn', { sessionId, code })).toBe('workshops.not_the_time');
  server.setTime(after(new Date(), hours(24 * 7 - 1)));
  expect(await act('checkIn', { sessionId, code: 'AAAA-AAA' })).toBe('workshops.code_unknown');
  expect(await act('checkIn', { sessionId: await sessionOn(server), code })).toBe('workshops.other_session');
  const first = await call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code }, teacher.cookie);
  const again = await call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code }, support);
  expect([first.body.before, again.body.before]).toEqual([false, true]);
  expect(await rowsOf('select from workshop_registrations where checked_in_by = $1', [teacher.id])).toHaveLength(1);
  await server.owner.query(`insert into user_roles (user_id, role) values ($1, 'instructor')`, [who.id]);
  expect(await act('checkIn', { sessionId, code }, who.cookie)).toBe('approvals.own_matter');
});

test('whoever did not pay is told from whoever did', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await newCustomer(server);
  await register(server, who.cookie, registering(sessionId));
  const [place] = await rowsOf<{ code: string }>('select code from workshop_registrations where user_id = $1', [
    who.id,
  ]);
  expect(await act('checkIn', { sessionId, code: place?.code ?? '' })).toBe('workshops.not_confirmed');
});

test('sessions are listed by how they stand, page by page', async () => {
  type Listed = { lines: { id: string; title: string }[]; next: object | null };
  /** As a browser sends it: with the kind of what is no plain value. */
  const listed = async (view: string, after: object | null = null): Promise<Listed> => {
    const payload = JSON.stringify({ json: { view, after }, meta: after ? [[1, 'after', 'startAt']] : [] });
    const headers = { cookie: teacher.cookie, 'content-type': 'application/json' };
    const url = '/api/rpc/workshopsDesk/sessions';
    return (await server.app.inject({ method: 'POST', url, headers, payload })).json().json;
  };
  const [soon, late, over] = [
    await sessionOn(server, { startsIn: '1 hour' }),
    await sessionOn(server, { startsIn: '2 hours' }),
    await sessionOn(server, { startsIn: '-3 hours' }),
  ];
  const [draft, off] = [await made(), await sessionOn(server, { status: 'cancelled' })];
  const own = async (view: string) => {
    const { lines } = await listed(view);
    return lines.map(({ id }) => id).filter((id) => [soon, late, over, draft, off].includes(id));
  };
  expect(await own('coming')).toEqual([soon, late]);
  expect([await own('drafts'), await own('past'), await own('cancelled')]).toEqual([[draft], [over], [off]]);
  for (let n = 0; n < 51; n++) await sessionOn(server, { startsIn: `${-100 - n} hours`, title: `Past ${n}` });
  const first = await listed('past');
  const second = await listed('past', first.next);
  expect(first.lines).toHaveLength(50);
  expect(second.next).toBeNull();
  const past = [...first.lines, ...second.lines].filter(({ title }) => title.startsWith('Past'));
  expect(past.map(({ title }) => title)).toEqual(Array.from({ length: 51 }, (_, n) => `Past ${n}`));
});
