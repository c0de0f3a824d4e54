import { beforeEach, expect, test } from 'vitest';
import { bankLine } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import {
  claimedPlace,
  confirmedIn,
  lettersOf,
  localText,
  register,
  registering,
  sessionForm,
  sessionOn,
} from '../../../test/workshops.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { offerPlaces, tellPlaces } from './jobs.ts';

/** What stands at the door, moves and waits is whose it is, once, whoever else knows its number. */
const server = await serverUnderTest();
const { app, call, faults, owner, services } = server;
const { another, rowsOf } = suspicionsOn(server);
const support = await sessionFor(server, 'support');
const finance = await sessionFor(server, 'finance');
beforeEach(() => {
  server.setTime(null);
  faults.splice(0);
});

const act = server.actsAs();
const checkIn = (sessionId: string, code: string, cookie = support) =>
  act('workshopsDesk/checkIn', { sessionId, code }, cookie);
const awardsOf = (userId: string) => rowsOf('select from lgm_awards where user_id = $1', [userId]);
const joined = (...ids: string[]) =>
  owner.query('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);
const get = (url: string, cookie: string) => app.inject({ method: 'GET', url, headers: { cookie } });

test('nobody checks people in but who stands at the door, and nobody another account of theirs', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await confirmedIn(server, sessionId);
  const stranger = await confirmedIn(server, sessionId);
  for (const cookie of [who.cookie, stranger.cookie, finance, (await another('compliance')).cookie])
    expect(await checkIn(sessionId, who.code, cookie)).toBe('staff.not_allowed');
  expect((await call('workshopsDesk/checkIn', { sessionId, code: who.code })).status).toBe(401);
  const teacher = await another('instructor');
  await joined(teacher.id, who.id);
  expect(await checkIn(sessionId, who.code, teacher.cookie)).toBe('approvals.own_matter');
  expect(await awardsOf(who.id)).toEqual([]);
  expect(await checkIn(sessionId, stranger.code, teacher.cookie)).toBe('done');
});

test('what is no code, or another one by a sign, lets nobody in and is no fault', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await confirmedIn(server, sessionId);
  const [head = '', tail = ''] = [who.code.slice(0, -1), who.code.slice(-1)];
  const near = [...'34679ACDEFGHJKMNPQRTVWXY'].filter((sign) => sign !== tail).map((sign) => head + sign);
  const odd = [
    '%',
    '____-___',
    "' or true --",
    '*',
    who.placeId,
    who.id,
    `${who.code}${who.code}`,
    '\u202E',
    `${who.code}%`,
  ];
  for (const code of [...near, ...odd])
    expect([code, await checkIn(sessionId, code)]).toEqual([code, 'workshops.code_unknown']);
  expect(await checkIn(sessionId, '\u0000')).not.toBe('done');
  expect(await awardsOf(who.id)).toEqual([]);
  expect(faults).toEqual([]);
});

test('at two doors at once somebody comes once, and one who is moving is in one place', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await confirmedIn(server, sessionId);
  const twice = await Promise.all([
    ...Array.from({ length: 4 }, () =>
      call<{ before: boolean }>('workshopsDesk/checkIn', { sessionId, code: who.code }, support),
    ),
  ]);
  expect(twice.map(({ body }) => body.before).toSorted()).toEqual([false, true, true, true]);
  expect(await awardsOf(who.id)).toHaveLength(1);
  for (let round = 0; round < 4; round++) {
    const [from, to] = [
      await sessionOn(server, { startsIn: '1 hour' }),
      await sessionOn(server, { startsIn: '2 hours' }),
    ];
    const one = await confirmedIn(server, from);
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

test('whoever has a place in both modes of a session is given coins once', async () => {
  const sessionId = await sessionOn(server, { startsIn: '5 hours' });
  const who = await confirmedIn(server, sessionId);
  const paymentId = await claimedPlace(server, who.cookie, registering(sessionId, { mode: 'online' }));
  const line = bankLine(paymentId, { amount: '4000', payerHolder: 'Ina Brown' });
  expect(await act('paymentsDesk/receive', line, finance)).toBe('done');
  server.setTime(after(new Date(), hours(3)));
  const codes = await rowsOf<{ code: string }>('select code from workshop_registrations where user_id = $1', [who.id]);
  expect(codes).toHaveLength(2);
  expect(await Promise.all(codes.map(({ code }) => checkIn(sessionId, code)))).toEqual(['done', 'done']);
  expect(await awardsOf(who.id)).toHaveLength(1);
});

test('what belongs to another’s place is not there for anybody else: file, receipt, paper, move, leaving', async () => {
  const sessionId = await sessionOn(server);
  const [who, other] = [await confirmedIn(server, sessionId), await newCustomer(server)];
  const to = await sessionOn(server);
  const teacher = await another('instructor');
  for (const cookie of [other.cookie, teacher.cookie, support]) {
    expect((await get(`/api/workshops/${who.placeId}.ics`, cookie)).statusCode).toBe(404);
    const moving = { placeId: who.placeId, sessionId: to, mode: 'in_person' };
    expect(await act('workshops/move', moving, cookie)).toBe('workshops.place_unknown');
    expect(await act('workshops/leave', { placeId: who.placeId }, cookie)).toBe('workshops.place_unknown');
  }
  for (const cookie of [other.cookie, teacher.cookie]) {
    expect((await get(`/api/receipts/${who.paymentId}.pdf`, cookie)).statusCode).toBe(404);
    expect(await act('payments/receipt', { paymentId: who.paymentId }, cookie)).toBe('payments.not_found');
  }
  for (const file of [
    `${who.placeId}`,
    `${who.placeId}.ics.ics`,
    `${who.code}.ics`,
    '..%2f..%2fetc%2fpasswd.ics',
    '%00.ics',
  ])
    expect([file, (await get(`/api/workshops/${file}`, who.cookie)).statusCode < 500]).toEqual([file, true]);
  expect(faults).toEqual([]);
});

test('one offer is one place, in however many tabs; after its time and of another it is none', async () => {
  const sessionId = await sessionOn(server, { in_person: 1 });
  const [has, first, second] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const { body } = await register(server, has.cookie, registering(sessionId));
  for (const { cookie } of [first, second])
    expect(await act('workshops/wait', { sessionId, mode: 'in_person' }, cookie)).toBe('done');
  expect(await act('payments/callOff', { paymentId: body.paymentId }, has.cookie)).toBe('done');
  await Promise.all([offerPlaces(services), offerPlaces(services)]);
  const [offer] = await rowsOf<{ id: string }>(
    `select id from workshop_registrations where session_id = $1 and status = 'offered'`,
    [sessionId],
  );
  expect(await act('workshops/leave', { placeId: offer?.id }, second.cookie)).toBe('workshops.place_unknown');
  const tabs = await Promise.all([
    ...Array.from({ length: 4 }, () => register(server, first.cookie, registering(sessionId))),
    register(server, second.cookie, registering(sessionId)),
    register(server, has.cookie, registering(sessionId)),
  ]);
  expect(tabs.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(tabs.slice(4).every(({ status }) => status !== 200)).toBe(true);
  const [seats] = await rowsOf<{ taken: number; waiting: number }>(
    `select taken, waiting from workshop_seats where session_id = $1 and mode = 'in_person'`,
    [sessionId],
  );
  expect(seats).toEqual({ taken: 1, waiting: 1 });
  // Called off it is offered to the next one; whose time is over has it no more, job or no job.
  const [{ id: paymentId } = { id: '' }] = await rowsOf<{ id: string }>(
    `select id from payments where user_id = $1 and ended is null`,
    [first.id],
  );
  expect(await act('payments/callOff', { paymentId }, first.cookie)).toBe('done');
  await offerPlaces(services);
  server.setTime(after(new Date(), days(1) + minutes(1)));
  expect((await register(server, second.cookie, registering(sessionId))).status).not.toBe(200);
  expect(await rowsOf('select from payments where user_id = $1', [second.id])).toEqual([]);
  expect(faults).toEqual([]);
});

test('line breaks in what a session is called add no line to file, letter, receipt or paper', async () => {
  const evil = 'A\r\nATTENDEE:mailto:x@evil.example\r\nBcc: x@evil.example\u2028BEGIN:VALARM\u0085X';
  const teacher = await another('instructor');
  const form = sessionForm({ title: evil, place: `Road\r\nURL:https://evil.example`, startAt: localText(7, 17) });
  const made = await call<{ sessionId: string }>('workshopsDesk/make', form, teacher.cookie);
  if (made.status !== 200) return expect([400, 422]).toContain(made.status);
  const { sessionId } = made.body;
  expect(await act('workshopsDesk/announce', { sessionId }, teacher.cookie)).toBe('done');
  await lettersOf(server);
  const who = await confirmedIn(server, sessionId);
  const file = (await get(`/api/workshops/${who.placeId}.ics`, who.cookie)).body;
  expect(
    file.split(/\r\n|\r|\n|\u2028|\u0085/).filter((line) => /^(ATTENDEE|URL|BEGIN:VALARM|Bcc)/.test(line)),
  ).toEqual([]);
  await tellPlaces(services);
  for (const letter of await lettersOf(server)) {
    expect(letter.subject).not.toMatch(/[\r\n\u2028\u0085]/);
    expect(Object.values(letter.calendar ?? {}).join('\n')).not.toMatch(/^(ATTENDEE|URL|Bcc)/m);
  }
  expect((await get(`/api/receipts/${who.paymentId}.pdf`, who.cookie)).statusCode).toBe(200);
  const csv = await get('/api/transactions.csv?from=2026-01-01&until=2026-12-31', who.cookie);
  expect(csv.body).not.toMatch(/^(ATTENDEE|Bcc)/m);
  expect(faults).toEqual([]);
});
