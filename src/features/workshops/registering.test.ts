import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { setCards } from '../../../test/cards.ts';
import { upload } from '../../../test/orders.ts';
import { bankLine } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { claimedPlace, register, registerFrom, registering, sessionOn } from '../../../test/workshops.ts';
import { after, hours } from '../../kernel/clock.ts';
import { payables } from '../../payables.ts';
import { lapsePayments } from '../payments/jobs.ts';
import type { OwnPlace } from './store.ts';

/** A place in a workshop from the wish to the money. */
const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');

const line = (paymentId: string, more: object = {}) => bankLine(paymentId, { amount: '4000', ...more });
const act = server.actsAs(finance);
const ownOf = async (cookie: string) =>
  (await call<{ places: OwnPlace[] }>('workshops/own', undefined, cookie)).body.places;
const seatsOf = async (sessionId: string) =>
  (
    await rowsOf<{ taken: number; waiting: number }>(
      `select taken, waiting from workshop_seats where session_id = $1 and mode = 'in_person'`,
      [sessionId],
    )
  )[0];
const leftOf = async (sessionId: string) => {
  const { body } = await call<{ sessions: { id: string; seats: { mode: string; left: number }[] }[] }>(
    'workshops/list',
  );
  return body.sessions.find(({ id }) => id === sessionId)?.seats.find(({ mode }) => mode === 'in_person')?.left;
};

test('a place is held while its payment is open and confirmed by its money; the link is for whoever paid', async () => {
  const sessionId = await sessionOn(server);
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlace(server, who.cookie, registering(sessionId, { mode: 'online' }));
  expect(await ownOf(who.cookie)).toMatchObject([{ status: 'pending', paymentId, link: null }]);
  const shown = await call<{ payment: object }>('payments/showOwn', { paymentId }, who.cookie);
  expect(shown.body.payment).toMatchObject({ title: 'Workshop: First wallet, online', nextAction: 'confirm_payment' });
  expect(await act('paymentsDesk/receive', line(paymentId))).toBe('done');
  expect(await ownOf(who.cookie)).toMatchObject([
    { status: 'confirmed', link: 'https://meet.example/first-wallet', place: '12 Hope Road, Kingston' },
  ]);
  const { body } = await call('workshops/list');
  expect(JSON.stringify(body)).not.toContain('meet.example');
});

test('visitors see what is announced, with places left and the price, and no drafts', async () => {
  const [sessionId, draft] = [await sessionOn(server), await sessionOn(server, { status: 'draft', title: 'Not yet' })];
  const { body } = await call<{ sessions: { id: string }[]; price: number }>('workshops/list');
  expect(body.price).toBe(4000);
  expect(body.sessions.map(({ id }) => id)).toContain(sessionId);
  expect(body.sessions.map(({ id }) => id)).not.toContain(draft);
  const who = await newCustomer(server);
  expect((await register(server, who.cookie, registering(draft))).body.code).toBe('workshops.not_open');
});

test('what has begun is announced until it is over', async () => {
  const [runs, over] = [
    await sessionOn(server, { startsIn: '-1 hour' }),
    await sessionOn(server, { startsIn: '-3 hours' }),
  ];
  const { body } = await call<{ sessions: { id: string; open: boolean }[] }>('workshops/list');
  expect(body.sessions).toContainEqual(expect.objectContaining({ id: runs, open: false }));
  expect(body.sessions.map(({ id }) => id)).not.toContain(over);
});

test('a second place in a mode is refused in the documented words; the other mode is another place', async () => {
  const sessionId = await sessionOn(server);
  const who = await newCustomer(server);
  expect((await register(server, who.cookie, registering(sessionId))).status).toBe(200);
  const { body, status } = await register(server, who.cookie, registering(sessionId));
  expect([status, body.code]).toEqual([409, 'workshops.twice']);
  expect(JSON.stringify(body)).toContain(
    'You already have a pending/confirmed registration for this workshop in this mode.',
  );
  expect((await register(server, who.cookie, registering(sessionId, { mode: 'online' }))).status).toBe(200);
  expect(
    await server.owner
      .query(
        `insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code,
          payment_method, created_at) values ($1, $2, 'in_person', 'pending', 'x', $3, 'card', now())`,
        [sessionId, who.id, randomUUID()],
      )
      .catch((error: { constraint: string }) => error.constraint),
  ).toBe('registration_once');
});

test('one request is one place; another price, a begun session and a closed way of paying are refused', async () => {
  const sessionId = await sessionOn(server);
  const who = await newCustomer(server);
  const wanted = registering(sessionId);
  const [one, same] = await Promise.all([register(server, who.cookie, wanted), register(server, who.cookie, wanted)]);
  expect([one.status, same.body.paymentId]).toEqual([200, one.body.paymentId]);
  expect((await register(server, who.cookie, { ...wanted, mode: 'online' })).body.code).toBe('general.key_reused');
  const other = await newCustomer(server);
  const asked = async (wish: object) => (await register(server, other.cookie, registering(sessionId, wish))).body.code;
  expect(await asked({ price: 40 })).toBe('workshops.price_changed');
  await setCards(server, { forEverythingElse: 'closed' });
  expect(await asked({ method: 'card' })).toBe('payments.method_closed');
  await setCards(server, { forEverythingElse: 'open' });
  expect(await asked({ sessionId: await sessionOn(server, { startsIn: '-1 hour' }) })).toBe('workshops.not_open');
  expect(await asked({ sessionId: randomUUID() })).toBe('workshops.not_open');
  expect((await seatsOf(sessionId))?.taken).toBe(1);
});

test('a place is free again when its payment lapses, is called off or rejected', async () => {
  const sessionId = await sessionOn(server, { in_person: 1 });
  const [who, other] = [await newCustomer(server), await newCustomer(server)];
  const { body } = await register(server, who.cookie, registering(sessionId));
  expect((await register(server, other.cookie, registering(sessionId))).body.code).toBe('workshops.full');
  expect(await leftOf(sessionId)).toBe(0);
  expect(await act('payments/callOff', { paymentId: body.paymentId }, who.cookie)).toBe('done');
  expect(await leftOf(sessionId)).toBe(1);
  const next = (await register(server, other.cookie, registering(sessionId))).body.paymentId;
  expect(await act('paymentsDesk/reject', { paymentId: next, reasonCode: 'not_found', note: '' })).toBe('done');
  expect(await rowsOf(`select status from workshop_registrations where user_id = $1`, [other.id])).toEqual([
    { status: 'rejected' },
  ]);
  expect((await register(server, who.cookie, registering(sessionId))).status).toBe(200);
  server.setTime(after(new Date(), hours(73)));
  expect(await lapsePayments(server.services, payables)).toBeGreaterThan(0);
  server.setTime(null);
  expect((await seatsOf(sessionId))?.taken).toBe(0);
});

test('the proof of a workshop is a proof of its own', async () => {
  const who = await newCustomer(server);
  const { body } = await register(server, who.cookie, registering(await sessionOn(server)));
  const { body: file } = await upload(server, who.cookie, 'subscription-proof');
  const claim = { paymentId: body.paymentId, proofFile: file.id };
  expect(await act('payments/claim', claim, who.cookie)).toBe('payments.proof_missing');
});

test('nobody is confirmed without money, and a customer writes nothing else about a place', async () => {
  const who = await newCustomer(server);
  await register(server, who.cookie, registering(await sessionOn(server)));
  const client = await server.services.pool.connect();
  const tried = async (context: object, sql: string) => {
    await client.query('begin');
    try {
      for (const [name, value] of Object.entries({ 'app.user_id': who.id, ...context }))
        await client.query('select set_config($1, $2, true)', [name, value]);
      return (await client.query(sql)).rowCount;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query('rollback');
    }
  };
  const own = `update workshop_registrations set`;
  const mine = `where user_id = '${who.id}'`;
  try {
    expect(await tried({ 'app.user_id': '', 'app.sees_all': 'yes' }, `${own} status = 'confirmed' ${mine}`)).toBe(
      '23514',
    );
    expect(await tried({}, `${own} status = 'confirmed' ${mine}`)).toBe('23514');
    expect(await tried({}, `${own} checked_in_at = now(), checked_in_by = user_id ${mine}`)).toBe('42501');
    expect(
      await tried({ 'app.roles': 'instructor' }, `${own} checked_in_at = now(), checked_in_by = user_id ${mine}`),
    ).toBe('42501');
    expect(await tried({}, `${own} told_at = now() ${mine}`)).toBe('42501');
    expect(await tried({}, `${own} status = 'cancelled' ${mine}`)).toBe(1);
    expect(
      await tried({ 'app.roles': 'instructor', 'app.user_id': randomUUID() }, `${own} status = 'cancelled' ${mine}`),
    ).toBe('42501');
    expect(await tried({}, `update workshop_seats set seats = 900`)).toBe(0);
    expect(await tried({ 'app.roles': 'admin', 'app.sees_all': 'yes' }, `update workshop_seats set taken = 0`)).toBe(
      '42501',
    );
  } finally {
    client.release();
  }
});

test('five hundred ask for the last twenty places at once: twenty have one', { timeout: 120_000 }, async () => {
  const sessionId = await sessionOn(server, { in_person: 20 });
  const crowd = await Promise.all(Array.from({ length: 500 }, () => newCustomer(server)));
  // From everywhere: over one connection not all twenty would be held.
  const from = (n: number) => `198.${18 + Math.floor(n / 250)}.${n % 250}.1`;
  const answers = await Promise.all(
    crowd.map(({ cookie }, n) => registerFrom(server, from(n), { cookie, wanted: registering(sessionId) })),
  );
  const tally = Object.groupBy(answers, ({ status, body }) => (status === 200 ? 'place' : String(body.code)));
  expect(Object.fromEntries(Object.entries(tally).map(([code, all]) => [code, all?.length]))).toEqual({
    place: 20,
    'workshops.full': 480,
  });
  expect(await seatsOf(sessionId)).toEqual({ taken: 20, waiting: 0 });
  const held = `select from workshop_registrations where session_id = $1 and status = 'pending'`;
  expect(await rowsOf(held, [sessionId])).toHaveLength(20);
  const due = await rowsOf(
    `select from payments p join workshop_registrations r on r.id = p.payable_id
    where r.session_id = $1 and p.ended is null`,
    [sessionId],
  );
  expect(due).toHaveLength(20);
});
