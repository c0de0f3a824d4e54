import { expect, test } from 'vitest';
import { keepChallenge } from '../../src/features/accounts/token-store.ts';
import { linkTo, upload } from '../orders.ts';
import { until } from '../reliability/patience.ts';
import { serverUnderTest } from '../worker.ts';

/** What anybody may ask for without an account comes to an end, for their connection alone. */
const server = await serverUnderTest();
const { app, owner, services } = server;

const asks = async (command: string, from: string) => {
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, payload: '{}' };
  return (await app.inject({ ...request, headers: { 'content-type': 'application/json' } })).statusCode;
};

test.each([
  ['settings/publicTerms', 600],
  ['prices/refresh', 120],
])('%s: so many in a minute from one connection, and others go on', async (command, most) => {
  for (let n = 0; n < most; n++) await asks(command, '203.0.113.9');
  expect(await asks(command, '203.0.113.9')).toBe(429);
  expect(await asks(command, '203.0.113.10')).not.toBe(429);
});

test("one's own record, which is long where there was much: so often in a minute, and others go on", async () => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const takes = async (cookie: string) => (await server.call('accounts/exportData', undefined, cookie)).status;
  for (let n = 0; n < 20; n++) expect(await takes(one)).toBe(200);
  expect(await takes(one)).toBe(429);
  expect(await takes(another)).toBe(200);
});

test("one's own record is made once at a time, and another's beside it", async () => {
  const [one, another] = [await server.signIn('enhanced'), await server.signIn('finance')];
  const takes = async (cookie: string) => (await server.call('accounts/exportData', undefined, cookie)).status;
  for (const cookie of [one, another]) expect(await takes(cookie)).toBe(200);
  // The first is made, and waits for one of its tables.
  const elsewhere = await owner.connect();
  await elsewhere.query('begin');
  await elsewhere.query('lock table scam_drafts in access exclusive mode');
  const waiting = async () =>
    (await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount;
  const first = takes(one);
  await until('the first to wait', async () => (await waiting()) === 1);
  expect(await takes(one)).toBe(429);
  const others = takes(another);
  await until('the other to wait', async () => (await waiting()) === 2);
  await elsewhere.query('rollback');
  elsewhere.release();
  expect(await Promise.all([first, others])).toEqual([200, 200]);
  expect(await takes(one)).toBe(200);
});

test('a file is brought out so often in a minute, and never for its head alone', async () => {
  const [one, another] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const file = await upload(server, one);
  const others = await upload(server, another);
  const takes = async (method: 'GET' | 'HEAD', cookie: string, fileId: string) =>
    (await app.inject({ method, url: await linkTo(server, cookie, fileId), headers: { cookie } })).statusCode;
  expect(await takes('HEAD', one, file.body.id)).toBe(404);
  for (let n = 0; n < 240; n++) expect(await takes('GET', one, file.body.id)).toBe(200);
  expect(await takes('GET', one, file.body.id)).toBe(429);
  expect(await takes('GET', another, others.body.id)).toBe(200);
});

test('of one account ten challenges wait at the most, the newest', async () => {
  const { rows } = await owner.query(`select id from profiles where email = 'tier1@demo.test'`);
  const userId: string = rows[0].id;
  for (let n = 0; n < 30; n++)
    await keepChallenge(services.authDb, { challenge: `word ${n}`, purpose: 'confirm', userId });
  await keepChallenge(services.authDb, { challenge: 'other', purpose: 'register', userId });
  const kept = await owner.query(
    'select purpose, count(*)::int n from auth.one_use_word where user_id = $1 group by 1',
    [userId],
  );
  expect(kept.rows).toEqual(
    expect.arrayContaining([
      { purpose: 'confirm', n: 10 },
      { purpose: 'register', n: 1 },
    ]),
  );
});
