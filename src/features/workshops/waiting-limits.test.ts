import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { insertConfirmedSeat, insertWorkshop } from '../../../test/workshops.ts';
import { after, days } from '../../kernel/clock.ts';
import { offerSeats } from './jobs.ts';

/** Waiting list entries cannot block seats without limit: each entry gets an offer for a day. */
const server = await serverUnderTest();
const { app, owner, faults } = server;
afterEach(() => {
  server.setTime(null);
  expect(faults.splice(0)).toEqual([]);
});

async function waits(sessionId: string, { cookie }: Customer, ip: string): Promise<string> {
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
  const said: string[] = [];
  for (let n = 0; n < 7; n++) said.push(await waits(sessionId, await newCustomer(server), mobile));
  expect(said).toEqual([...Array(5).fill('waits'), 'workshops.many_from_here', 'workshops.many_from_here']);
  expect(await waits(sessionId, await newCustomer(server), '198.51.100.9')).toBe('waits');
  const verified = await newCustomer(server);
  await owner.query(`insert into kyc_submissions (user_id, tier, status) values ($1, 1, 'approved')`, [verified.id]);
  expect(await waits(sessionId, verified, mobile)).toBe('waits');
});

test('unused offers count for a week', async () => {
  const { sessionId, paid } = await fullSession();
  const mobile = '203.0.113.41';
  for (let n = 0; n < 5; n++) expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('waits');
  const comes = await newCustomer(server);
  expect(await waits(sessionId, comes, '198.51.100.10')).toBe('waits');
  await owner.query(`update workshop_registrations set status = 'cancelled' where id = $1`, [paid]);
  for (let n = 0; n < 5; n++) {
    await offerSeats(server.services);
    await owner.query(
      `update workshop_registrations set offered_until = now() - interval '1 minute' where status = 'offered'`,
    );
    expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('workshops.many_from_here');
  }
  await offerSeats(server.services);
  const { rows } = await owner.query(
    `select user_id from workshop_registrations where session_id = $1 and status = 'offered'`,
    [sessionId],
  );
  expect(rows).toEqual([{ user_id: comes.id }]);
});

test('old waiting-list entries count like new ones', async () => {
  const { sessionId } = await fullSession('60 days');
  const mobile = '203.0.113.42';
  for (let n = 0; n < 5; n++) expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('waits');
  server.setTime(after(new Date(), days(15)));
  await offerSeats(server.services);
  expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('workshops.many_from_here');
});

test('an offer counts while open and for a week after its end', async () => {
  const { sessionId, paid } = await fullSession('60 days');
  const mobile = '203.0.113.43';
  for (let n = 0; n < 5; n++) expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('waits');
  const another = async () => waits(sessionId, await newCustomer(server), mobile);
  const inDays = (count: number) => server.setTime(after(new Date(), days(count)));
  inDays(16);
  await owner.query(`update workshop_registrations set status = 'cancelled' where id = $1`, [paid]);
  await offerSeats(server.services);
  expect(await another()).toBe('workshops.many_from_here');
  inDays(17.5);
  await offerSeats(server.services);
  expect(await another()).toBe('workshops.many_from_here');
});
