import { expect, test } from 'vitest';
import { storeChallenge } from '../../src/features/accounts/token-store.ts';
import { requestFileUrl, upload } from '../orders.ts';
import { until } from '../reliability/until.ts';
import { serverUnderTest } from '../worker.ts';

const server = await serverUnderTest();
const { app, owner, services } = server;

const sendCommand = async (command: string, from: string) => {
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, payload: '{}' };
  return (await app.inject({ ...request, headers: { 'content-type': 'application/json' } })).statusCode;
};

test.each([
  ['settings/publicTerms', 600],
  ['prices/refresh', 120],
])('%s: limited per minute and connection; others continue', async (command, maxRequests) => {
  for (let n = 0; n < maxRequests; n++) await sendCommand(command, '203.0.113.9');
  expect(await sendCommand(command, '203.0.113.9')).toBe(429);
  expect(await sendCommand(command, '203.0.113.10')).not.toBe(429);
});

test('exporting one’s own data is limited per minute; others continue', async () => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const fetchStatus = async (cookie: string) => (await server.call('accounts/exportData', undefined, cookie)).status;
  for (let n = 0; n < 20; n++) expect(await fetchStatus(one)).toBe(200);
  expect(await fetchStatus(one)).toBe(429);
  expect(await fetchStatus(another)).toBe(200);
});

test('exporting one’s own data runs once at a time; an export of another user runs in parallel', async () => {
  const [one, another] = [await server.signIn('enhanced'), await server.signIn('finance')];
  const fetchStatus = async (cookie: string) => (await server.call('accounts/exportData', undefined, cookie)).status;
  for (const cookie of [one, another]) expect(await fetchStatus(cookie)).toBe(200);
  const client = await owner.connect();
  await client.query('begin');
  await client.query('lock table scam_drafts in access exclusive mode');
  const countWaiting = async () =>
    (await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount;
  const first = fetchStatus(one);
  await until('the first to wait', async () => (await countWaiting()) === 1);
  expect(await fetchStatus(one)).toBe(429);
  const others = fetchStatus(another);
  await until('the other to wait', async () => (await countWaiting()) === 2);
  await client.query('rollback');
  client.release();
  expect(await Promise.all([first, others])).toEqual([200, 200]);
  expect(await fetchStatus(one)).toBe(200);
});

test('sending a file is limited per minute, also for HEAD requests', async () => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const file = await upload(server, one);
  const others = await upload(server, another);
  const fetchStatus = async (method: 'GET' | 'HEAD', cookie: string, fileId: string) =>
    (await app.inject({ method, url: await requestFileUrl(server, cookie, fileId), headers: { cookie } })).statusCode;
  expect(await fetchStatus('HEAD', one, file.body.id)).toBe(404);
  for (let n = 0; n < 240; n++) expect(await fetchStatus('GET', one, file.body.id)).toBe(200);
  expect(await fetchStatus('GET', one, file.body.id)).toBe(429);
  expect(await fetchStatus('GET', another, others.body.id)).toBe(200);
});

test('one account has at most ten pending challenges, the newest', async () => {
  const { rows } = await owner.query(`select id from profiles where email = 'tier1@demo.test'`);
  const userId: string = rows[0].id;
  for (let n = 0; n < 30; n++)
    await storeChallenge(services.authDb, { challenge: `word ${n}`, purpose: 'confirm', userId });
  await storeChallenge(services.authDb, { challenge: 'other', purpose: 'register', userId });
  const stored = await owner.query(
    'select purpose, count(*)::int n from auth.one_time_token where user_id = $1 group by 1',
    [userId],
  );
  expect(stored.rows).toEqual(
    expect.arrayContaining([
      { purpose: 'confirm', n: 10 },
      { purpose: 'register', n: 1 },
    ]),
  );
});
