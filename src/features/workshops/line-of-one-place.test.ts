import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { confirmedPlace, sessionOn } from '../../../test/workshops.ts';
import { after, days } from '../../kernel/clock.ts';
import { offerPlaces } from './jobs.ts';

/** A line that is nobody's to fill: whoever stands in it is offered each place that becomes free, for a day. */
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

/** A session whose only place is paid for: its id, and the id of that place. */
async function fullSession(startsIn = '7 days') {
  const sessionId = await sessionOn(server, { in_person: 1, startsIn });
  const { id: userId } = await newCustomer(server);
  return { sessionId, paid: await confirmedPlace(server, { sessionId, userId, code: randomUUID().slice(0, 8) }) };
}

test('over one connection as few stand in line as hold places unpaid, and whoever is known to us stands there all the same', async () => {
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

test('offers that nobody took count for a week: accounts in turns keep no place empty', async () => {
  const { sessionId, paid } = await fullSession();
  const mobile = '203.0.113.41';
  for (let n = 0; n < 5; n++) expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('waits');
  const comes = await newCustomer(server);
  expect(await waits(sessionId, comes, '198.51.100.10')).toBe('waits');
  await owner.query(`update workshop_registrations set status = 'cancelled' where id = $1`, [paid]);
  for (let n = 0; n < 5; n++) {
    await offerPlaces(server.services);
    await owner.query(
      `update workshop_registrations set offered_until = now() - interval '1 minute' where status = 'offered'`,
    );
    expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('workshops.many_from_here');
  }
  await offerPlaces(server.services);
  const { rows } = await owner.query(
    `select user_id from workshop_registrations where session_id = $1 and status = 'offered'`,
    [sessionId],
  );
  expect(rows).toEqual([{ user_id: comes.id }]);
});

test('who has waited for weeks is counted like who came today: that alone makes no line longer', async () => {
  const { sessionId } = await fullSession('60 days');
  const mobile = '203.0.113.42';
  for (let n = 0; n < 5; n++) expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('waits');
  server.setTime(after(new Date(), days(15)));
  await offerPlaces(server.services);
  expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('workshops.many_from_here');
});

test('an offer counts while it stands, and for a week from its end, however long its holder had waited', async () => {
  const { sessionId, paid } = await fullSession('60 days');
  const mobile = '203.0.113.43';
  for (let n = 0; n < 5; n++) expect(await waits(sessionId, await newCustomer(server), mobile)).toBe('waits');
  const another = async () => waits(sessionId, await newCustomer(server), mobile);
  const inDays = (count: number) => server.setTime(after(new Date(), days(count)));
  inDays(16);
  await owner.query(`update workshop_registrations set status = 'cancelled' where id = $1`, [paid]);
  await offerPlaces(server.services);
  expect(await another()).toBe('workshops.many_from_here');
  inDays(17.5);
  await offerPlaces(server.services);
  expect(await another()).toBe('workshops.many_from_here');
});
