import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import {
  buildRegistration,
  claimSeat,
  insertConfirmedSeat,
  insertWorkshop,
  register,
  registerFrom,
} from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { expirePayments } from '../payments/jobs.ts';
import { offerSeats } from './jobs.ts';

const server = await serverWithoutFaults();
const { call, owner, app, faults } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const startedAt = new Date();

const inHours = async (count: number) => {
  server.setTime(after(startedAt, hours(count)));
  await expirePayments(server.services, payables);
};
const placeOf = async (userId: string) =>
  (
    await rowsOf<{ place: string; ended: string | null; pay_in: string }>(
      `select r.status place, p.ended, p.pay_in from workshop_registrations r join payments p on p.payable_id = r.id
        where r.user_id = $1`,
      [userId],
    )
  )[0];
const took = async (sessionId: string, cookie: string) =>
  (await register(server, cookie, buildRegistration(sessionId))).body.code ?? 'place';

test('a payment claim keeps the seat only during the review', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server)];
  const paymentId = await claimSeat(server, customer.cookie, buildRegistration(sessionId));
  await inHours(71);
  expect(await took(sessionId, other.cookie)).toBe('workshops.full');
  await inHours(73);
  expect(await placeOf(customer.id)).toEqual({ place: 'cancelled', ended: 'lapsed', pay_in: 'claimed' });
  expect(await took(sessionId, other.cookie)).toBe('place');
  server.setTime(null);
  const queue = await call<{ lines: { id: string; nextAction: string }[] }>('paymentsDesk/queue', {}, finance);
  expect(queue.body.lines).toContainEqual(expect.objectContaining({ id: paymentId, nextAction: 'check_late_payment' }));
  const line = buildBankReceipt(paymentId, { amount: '4000', payerHolder: 'Ina Brown' });
  expect((await call('paymentsDesk/receive', line, finance)).status).toBe(200);
  expect(await placeOf(customer.id)).toEqual({ place: 'cancelled', ended: 'lapsed', pay_in: 'received' });
  const shown = await call<{ payment: object }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(shown.body.payment).toMatchObject({ nextAction: 'return_money' });
});

test('unpaid seats are released before the session begins', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 2, startsIn: '20 hours' });
  const [claims, waits] = [await newCustomer(server), await newCustomer(server)];
  await claimSeat(server, claims.cookie, buildRegistration(sessionId));
  expect(await took(sessionId, waits.cookie)).toBe('place');
  await inHours(16);
  expect([await placeOf(claims.id), await placeOf(waits.id)]).toMatchObject([{ ended: null }, { ended: null }]);
  await inHours(18);
  expect([await placeOf(claims.id), await placeOf(waits.id)]).toMatchObject([
    { place: 'cancelled', pay_in: 'claimed' },
    { place: 'cancelled', pay_in: 'awaiting' },
  ]);
});

test('ten concurrent requests of one person hold one seat', async () => {
  const sessionId = await insertWorkshop(server);
  const customer = await newCustomer(server);
  const answers = await Promise.all(Array.from({ length: 10 }, () => took(sessionId, customer.cookie)));
  expect(answers.filter((answer) => answer === 'place')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'workshops.twice')).toHaveLength(9);
});

test('moving a session forward shortens unpaid holds and offers', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1, startsIn: '10 days' });
  const [customer, waits] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server)];
  await claimSeat(server, customer.cookie, buildRegistration(sessionId));
  expect((await call('workshops/wait', { sessionId, mode: 'in_person' }, waits.cookie)).status).toBe(200);
  const starts = (span: string) =>
    rowsOf(
      `update workshop_sessions set start_at = now() + $2::interval, end_at = now() + interval '1 day' where id = $1`,
      [sessionId, span],
    );
  await starts('8 hours');
  await inHours(6);
  await offerSeats(server.services);
  await inHours(6);
  expect(await placeOf(customer.id)).toEqual({ place: 'cancelled', ended: 'lapsed', pay_in: 'claimed' });
  await offerSeats(server.services);
  const offered = () =>
    rowsOf('select status, offered_until "until" from workshop_registrations where user_id = $1', [waits.id]);
  expect(await offered()).toEqual([{ status: 'offered', until: expect.any(Date) }]);
  await starts('7 hours');
  await inHours(7.5);
  await offerSeats(server.services);
  expect(await offered()).toMatchObject([{ status: 'lapsed' }]);
});

/** A workshop cannot be kept full with unpaid holds, by one account or several. */

const hold = async (sessionId: string, { cookie }: Customer, ip = '192.0.2.1') => {
  const { status, body } = await registerFrom(server, ip, { cookie, wanted: buildRegistration(sessionId) });
  return status === 200 ? 'place' : body.code;
};
const waits = async (sessionId: string, { cookie }: Customer) => {
  const { status, body } = await call<{ code?: string }>('workshops/wait', { sessionId, mode: 'in_person' }, cookie);
  return status === 200 ? 'waits' : body.code;
};
async function runsOut({ id }: Customer): Promise<void> {
  await owner.query(`update payments set lapses_at = now() - interval '1 minute' where user_id = $1`, [id]);
  await expirePayments(server.services, payables);
}
const paid = ({ id }: Customer) =>
  owner.query(`update workshop_registrations set status = 'confirmed', confirmed_at = now() where user_id = $1`, [id]);

test('a fourth unpaid hold is refused on every account of the person', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1, online: 1 });
  const [holder, alias, newcomer] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  for (let n = 0; n < 3; n++) {
    expect(await hold(sessionId, holder)).toBe('place');
    await runsOut(holder);
  }
  await rowsOf('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [holder.id, alias.id],
    holder.id,
  ]);
  expect([await hold(sessionId, holder), await hold(sessionId, alias)]).toEqual([
    'workshops.held_before',
    'workshops.held_before',
  ]);
  const online = buildRegistration(sessionId, { mode: 'online' });
  expect((await registerFrom(server, '192.0.2.1', { cookie: holder.cookie, wanted: online })).body.code).toBe(
    'workshops.held_before',
  );
  expect(await hold(sessionId, newcomer)).toBe('place');
  expect(await waits(sessionId, holder)).toBe('workshops.held_before');
  expect(await hold(await insertWorkshop(server), holder)).toBe('place');
});

test('the waiting list has priority, and an unused offer counts as a hold', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [has, first] = [await newCustomer(server), await newCustomer(server)];
  expect([await hold(sessionId, has), await waits(sessionId, first)]).toEqual(['place', 'waits']);
  await runsOut(has);
  expect(await hold(sessionId, has)).toBe('workshops.full');
  await offerSeats(server.services);
  for (let n = 0; n < 3; n++) {
    await rowsOf(
      `update workshop_registrations set offered_until = now() - interval '1 minute'
        where user_id = $1 and status = 'offered'`,
      [first.id],
    );
    await offerSeats(server.services);
    if (n === 2) break;
    expect(await hold(sessionId, has)).toBe('place');
    expect(await waits(sessionId, first)).toBe('waits');
    await runsOut(has);
    await offerSeats(server.services);
  }
  expect(await hold(sessionId, first)).toBe('workshops.held_before');
});

test('one connection can hold a third of the seats unpaid, and paid seats do not count', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 21 });
  const people: Customer[] = [];
  for (let n = 0; n < 12; n++) people.push(await newCustomer(server));
  const next = () => people.pop() as Customer;
  const [one, two] = ['2001:db8:9:1::1', '2001:db8:9:2::1'];
  const first = next();
  const outcomes = [await hold(sessionId, first, one)];
  for (let n = 0; n < 6; n++) outcomes.push(await hold(sessionId, next(), one));
  expect(new Set(outcomes)).toEqual(new Set(['place']));
  const late = next();
  expect(await hold(sessionId, late, one)).toBe('workshops.many_from_here');
  // Expired holds of the last week count, or accounts could alternate.
  await runsOut(first);
  expect(await hold(sessionId, late, one)).toBe('workshops.many_from_here');
  expect(await hold(sessionId, late, two)).toBe('place');
  expect(await hold(sessionId, next(), '192.0.2.77')).toBe('place');
  const [paying] = await rowsOf<{ id: string }>(
    `select r.user_id id from workshop_registrations r where r.session_id = $1 and r.status = 'pending'
      order by r.created_at limit 1`,
    [sessionId],
  );
  await paid(paying as Customer);
  expect(await hold(sessionId, next(), one)).toBe('place');
});

test('unpaid holds do not block known customers of the same network', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 15 });
  const mobile = '203.0.113.40';
  for (let n = 0; n < 5; n++) expect(await hold(sessionId, await newCustomer(server), mobile)).toBe('place');
  const [unverified, verified] = [await newCustomer(server), await newCustomer(server)];
  await owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [verified.id]);
  expect(await hold(sessionId, unverified, mobile)).toBe('workshops.many_from_here');
  expect(await hold(sessionId, verified, mobile)).toBe('place');
});

/** Waiting list entries cannot block seats without limit: each entry gets an offer for a day. */

afterEach(() => {
  server.setTime(null);
  expect(faults.splice(0)).toEqual([]);
});

async function waitFor(sessionId: string, { cookie }: Customer, ip: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/rpc/workshops/wait',
    headers: { 'content-type': 'application/json', cookie },
    payload: JSON.stringify({ json: { sessionId, mode: 'in_person' } }),
    remoteAddress: ip,
  });
  return answer.statusCode === 200 ? 'waits' : answer.json().json.code;
}

async function fullSession(startsIn = '7 days') {
  const sessionId = await insertWorkshop(server, { in_person: 1, startsIn });
  const { id: userId } = await newCustomer(server);
  return { sessionId, paid: await insertConfirmedSeat(server, { sessionId, userId, code: randomUUID().slice(0, 8) }) };
}

test('waiting-list entries per connection are limited except for known customers', async () => {
  const { sessionId } = await fullSession();
  const mobile = '203.0.113.40';
  const outcomes: string[] = [];
  for (let n = 0; n < 7; n++) outcomes.push(await waitFor(sessionId, await newCustomer(server), mobile));
  expect(outcomes).toEqual([...Array(5).fill('waits'), 'workshops.many_from_here', 'workshops.many_from_here']);
  expect(await waitFor(sessionId, await newCustomer(server), '198.51.100.9')).toBe('waits');
  const verified = await newCustomer(server);
  await owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [verified.id]);
  expect(await waitFor(sessionId, verified, mobile)).toBe('waits');
});

test('unused offers count for a week', async () => {
  const { sessionId, paid } = await fullSession();
  const mobile = '203.0.113.41';
  for (let n = 0; n < 5; n++) expect(await waitFor(sessionId, await newCustomer(server), mobile)).toBe('waits');
  const newcomer = await newCustomer(server);
  expect(await waitFor(sessionId, newcomer, '198.51.100.10')).toBe('waits');
  await owner.query(`update workshop_registrations set status = 'cancelled' where id = $1`, [paid]);
  for (let n = 0; n < 5; n++) {
    await offerSeats(server.services);
    await owner.query(
      `update workshop_registrations set offered_until = now() - interval '1 minute' where status = 'offered'`,
    );
    expect(await waitFor(sessionId, await newCustomer(server), mobile)).toBe('workshops.many_from_here');
  }
  await offerSeats(server.services);
  const { rows } = await owner.query(
    `select user_id from workshop_registrations where session_id = $1 and status = 'offered'`,
    [sessionId],
  );
  expect(rows).toEqual([{ user_id: newcomer.id }]);
});

test('old waiting-list entries count like new ones', async () => {
  const { sessionId } = await fullSession('60 days');
  const mobile = '203.0.113.42';
  for (let n = 0; n < 5; n++) expect(await waitFor(sessionId, await newCustomer(server), mobile)).toBe('waits');
  server.setTime(after(new Date(), days(15)));
  await offerSeats(server.services);
  expect(await waitFor(sessionId, await newCustomer(server), mobile)).toBe('workshops.many_from_here');
});

test('an offer counts while open and for a week after its end', async () => {
  const { sessionId, paid } = await fullSession('60 days');
  const mobile = '203.0.113.43';
  for (let n = 0; n < 5; n++) expect(await waitFor(sessionId, await newCustomer(server), mobile)).toBe('waits');
  const another = async () => waitFor(sessionId, await newCustomer(server), mobile);
  const inDays = (count: number) => server.setTime(after(new Date(), days(count)));
  inDays(16);
  await owner.query(`update workshop_registrations set status = 'cancelled' where id = $1`, [paid]);
  await offerSeats(server.services);
  expect(await another()).toBe('workshops.many_from_here');
  inDays(17.5);
  await offerSeats(server.services);
  expect(await another()).toBe('workshops.many_from_here');
});
