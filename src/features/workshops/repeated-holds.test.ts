import { expect, test } from 'vitest';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { buildRegistration, insertWorkshop, registerFrom } from '../../../test/workshops.ts';
import { payables } from '../../fulfilment.ts';
import { expirePayments } from '../payments/jobs.ts';
import { offerSeats } from './jobs.ts';

/** A workshop cannot be kept full with unpaid holds, by one account or several. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);

const took = async (sessionId: string, { cookie }: Customer, ip = '192.0.2.1') => {
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
  const [keeps, again, comes] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  for (let n = 0; n < 3; n++) {
    expect(await took(sessionId, keeps)).toBe('place');
    await runsOut(keeps);
  }
  await rowsOf('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [keeps.id, again.id],
    keeps.id,
  ]);
  expect([await took(sessionId, keeps), await took(sessionId, again)]).toEqual([
    'workshops.held_before',
    'workshops.held_before',
  ]);
  const online = buildRegistration(sessionId, { mode: 'online' });
  expect((await registerFrom(server, '192.0.2.1', { cookie: keeps.cookie, wanted: online })).body.code).toBe(
    'workshops.held_before',
  );
  expect(await took(sessionId, comes)).toBe('place');
  expect(await waits(sessionId, keeps)).toBe('workshops.held_before');
  expect(await took(await insertWorkshop(server), keeps)).toBe('place');
});

test('the waiting list has priority, and an unused offer counts as a hold', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const [has, first] = [await newCustomer(server), await newCustomer(server)];
  expect([await took(sessionId, has), await waits(sessionId, first)]).toEqual(['place', 'waits']);
  await runsOut(has);
  expect(await took(sessionId, has)).toBe('workshops.full');
  await offerSeats(server.services);
  for (let n = 0; n < 3; n++) {
    await rowsOf(
      `update workshop_registrations set offered_until = now() - interval '1 minute'
        where user_id = $1 and status = 'offered'`,
      [first.id],
    );
    await offerSeats(server.services);
    if (n === 2) break;
    expect(await took(sessionId, has)).toBe('place');
    expect(await waits(sessionId, first)).toBe('waits');
    await runsOut(has);
    await offerSeats(server.services);
  }
  expect(await took(sessionId, first)).toBe('workshops.held_before');
});

test('one connection can hold a third of the seats unpaid, and paid seats do not count', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 21 });
  const people: Customer[] = [];
  for (let n = 0; n < 12; n++) people.push(await newCustomer(server));
  const next = () => people.pop() as Customer;
  const [one, two] = ['2001:db8:9:1::1', '2001:db8:9:2::1'];
  const first = next();
  const said = [await took(sessionId, first, one)];
  for (let n = 0; n < 6; n++) said.push(await took(sessionId, next(), one));
  expect(new Set(said)).toEqual(new Set(['place']));
  const late = next();
  expect(await took(sessionId, late, one)).toBe('workshops.many_from_here');
  // Expired holds of the last week count, or accounts could alternate.
  await runsOut(first);
  expect(await took(sessionId, late, one)).toBe('workshops.many_from_here');
  expect(await took(sessionId, late, two)).toBe('place');
  expect(await took(sessionId, next(), '192.0.2.77')).toBe('place');
  const [paying] = await rowsOf<{ id: string }>(
    `select r.user_id id from workshop_registrations r where r.session_id = $1 and r.status = 'pending'
      order by r.created_at limit 1`,
    [sessionId],
  );
  await paid(paying as Customer);
  expect(await took(sessionId, next(), one)).toBe('place');
});

test('unpaid holds do not block known customers of the same network', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 15 });
  const mobile = '203.0.113.40';
  for (let n = 0; n < 5; n++) expect(await took(sessionId, await newCustomer(server), mobile)).toBe('place');
  const [stranger, verified] = [await newCustomer(server), await newCustomer(server)];
  await owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [verified.id]);
  expect(await took(sessionId, stranger, mobile)).toBe('workshops.many_from_here');
  expect(await took(sessionId, verified, mobile)).toBe('place');
});
