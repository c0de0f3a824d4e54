import { expect, test } from 'vitest';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { registerFrom, registering, sessionOn } from '../../../test/workshops.ts';
import { payables } from '../../payables.ts';
import { lapsePayments } from '../payments/jobs.ts';
import { offerPlaces } from './jobs.ts';

/** Nobody keeps a workshop full without paying: not by holding a place again and again, nor by accounts in turns. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = suspicionsOn(server);

const took = async (sessionId: string, { cookie }: Customer, ip = '192.0.2.1') => {
  const { status, body } = await registerFrom(server, ip, { cookie, wanted: registering(sessionId) });
  return status === 200 ? 'place' : body.code;
};
const waits = async (sessionId: string, { cookie }: Customer) => {
  const { status, body } = await call<{ code?: string }>('workshops/wait', { sessionId, mode: 'in_person' }, cookie);
  return status === 200 ? 'waits' : body.code;
};
/** The time to pay for all that somebody holds is over. */
async function runsOut({ id }: Customer): Promise<void> {
  await owner.query(`update payments set lapses_at = now() - interval '1 minute' where user_id = $1`, [id]);
  await lapsePayments(server.services, payables);
}
const paid = ({ id }: Customer) =>
  owner.query(`update workshop_registrations set status = 'confirmed', confirmed_at = now() where user_id = $1`, [id]);

test('who held a place three times and did not pay has it no fourth time, on no account of theirs', async () => {
  const sessionId = await sessionOn(server, { in_person: 1, online: 1 });
  const [keeps, again, comes] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  for (let n = 0; n < 3; n++) {
    expect(await took(sessionId, keeps)).toBe('place');
    await runsOut(keeps);
  }
  await rowsOf('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [keeps.id, again.id],
    keeps.id,
  ]);
  expect([await took(sessionId, keeps), await took(sessionId, again)]).toEqual([
    'workshops.held_before',
    'workshops.held_before',
  ]);
  const online = registering(sessionId, { mode: 'online' });
  expect((await registerFrom(server, '192.0.2.1', { cookie: keeps.cookie, wanted: online })).body.code).toBe(
    'workshops.held_before',
  );
  expect(await took(sessionId, comes)).toBe('place');
  expect(await waits(sessionId, keeps)).toBe('workshops.held_before');
  // Another workshop is open to them.
  expect(await took(await sessionOn(server), keeps)).toBe('place');
});

test('the line is served first, and an offer that nobody took counts as a place that was kept', async () => {
  const sessionId = await sessionOn(server, { in_person: 1 });
  const [has, first] = [await newCustomer(server), await newCustomer(server)];
  expect([await took(sessionId, has), await waits(sessionId, first)]).toEqual(['place', 'waits']);
  await runsOut(has);
  expect(await took(sessionId, has)).toBe('workshops.full');
  await offerPlaces(server.services);
  for (let n = 0; n < 3; n++) {
    await rowsOf(
      `update workshop_registrations set offered_until = now() - interval '1 minute'
        where user_id = $1 and status = 'offered'`,
      [first.id],
    );
    await offerPlaces(server.services);
    if (n === 2) break;
    expect(await took(sessionId, has)).toBe('place');
    expect(await waits(sessionId, first)).toBe('waits');
    await runsOut(has);
    await offerPlaces(server.services);
  }
  expect(await took(sessionId, first)).toBe('workshops.held_before');
});

test('over one connection a third of the seats is held unpaid; what is paid for counts no more', async () => {
  const sessionId = await sessionOn(server, { in_person: 21 });
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
  // What lapsed within the week is counted as well: else accounts would take turns.
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

test('accounts that pay nothing shut no network to customers whose identity we know, or who paid before', async () => {
  const sessionId = await sessionOn(server, { in_person: 15 });
  const mobile = '203.0.113.40';
  for (let n = 0; n < 5; n++) expect(await took(sessionId, await newCustomer(server), mobile)).toBe('place');
  const [stranger, verified] = [await newCustomer(server), await newCustomer(server)];
  await owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [verified.id]);
  expect(await took(sessionId, stranger, mobile)).toBe('workshops.many_from_here');
  expect(await took(sessionId, verified, mobile)).toBe('place');
});
