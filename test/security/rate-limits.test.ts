import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { connectionLimit } from '../../src/features/accounts/sign-in-limits.ts';
import { storeChallenge } from '../../src/features/accounts/token-store.ts';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { requestFileUrl, upload } from '../orders.ts';
import { subscribe } from '../payments.ts';
import { until } from '../reliability/until.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { buildRegistration, insertWorkshop, register } from '../workshops.ts';
import { createAccountTools, createSignInFrom } from './account-security.ts';

const server = await serverUnderTest();
const { owner, app, call, services } = server;
const { submitSignIn, createUser } = createAccountTools(server);
const signInFrom = createSignInFrom(server);
const clearLimits = () => owner.query('truncate rate_limits');

test('a network has its own limit and stores no rows of refused attempts; a known browser is exempt', async () => {
  await clearLimits();
  const email = 'tier1@demo.test';
  const buildIp = (n: number) => `2001:db8:5:${n}::1`;
  const device = String(getCookie(await submitSignIn(email)))
    .split('; ')
    .find((part) => part.startsWith('device='));
  await clearLimits();
  const maxTries = connectionLimit.network;
  await owner.query(`insert into rate_limits values ($2, now(), $1)`, [
    maxTries - 2,
    hashPersonalParts('sign-in:network:2001:db8:5::/48'),
  ]);
  const codes = [];
  for (let n = 0; n < 4; n++)
    codes.push((await signInFrom(buildIp(n), { email: `invented${n}@limits.test`, password: 'wrong' })).code);
  const [wrong, blocked] = ['accounts.wrong_password', 'accounts.too_many_tries'];
  expect(codes).toEqual([wrong, wrong, blocked, blocked]);
  const { rows } = await owner.query('select key, tries from rate_limits');
  const expectedRows = [
    { key: 'sign-in:account-day:invented0@limits.test', tries: 1 },
    { key: 'sign-in:account-day:invented1@limits.test', tries: 1 },
    { key: 'sign-in:account:invented0@limits.test', tries: 1 },
    { key: 'sign-in:account:invented1@limits.test', tries: 1 },
    { key: 'sign-in:address:2001:db8:5:1::/64', tries: 1 },
    { key: 'sign-in:address:2001:db8:5::/64', tries: 1 },
    { key: 'sign-in:network:2001:db8:5::/48', tries: maxTries + 2 },
  ].map((row) => ({ ...row, key: hashPersonalParts(row.key) }));
  expect(rows).toHaveLength(expectedRows.length);
  expect(rows).toEqual(expect.arrayContaining(expectedRows));
  expect(JSON.stringify(rows)).not.toMatch(/@|2001:db8/);
  expect((await signInFrom(buildIp(9), { email, password: demoPassword, cookie: device })).status).toBe(200);
  expect((await signInFrom('2001:db8:6::1', { email, password: demoPassword })).status).toBe(200);
  await clearLimits();
});

test('a successful sign-in leaves no attempt and no empty row', async () => {
  await clearLimits();
  expect((await submitSignIn('tier1@demo.test')).status).toBe(200);
  const { rows } = await owner.query(`select key from rate_limits where key like 'sign-in:%'`);
  expect(rows).toEqual([]);
});

test('two hundred networks have a hundred guesses a day at a password, and never lock its owner out', async () => {
  await clearLimits();
  const { email, cookie } = await createUser();
  const known = getCookie(await submitSignIn(email))
    .split('; ')
    .find((part) => part.startsWith('device='));
  await clearLimits();
  let wrong = 0;
  const began = Date.now();
  for (let quarter = 0; quarter < 14; quarter++) {
    server.setTime(new Date(began + quarter * 901_000));
    for (let n = 0; n < 12; n++) {
      const network = quarter * 12 + n;
      const { code } = await signInFrom(`2001:db8:${network.toString(16)}::1`, {
        email,
        password: `Guess-${network}!`,
      });
      if (code === 'accounts.wrong_password') wrong += 1;
    }
  }
  expect(wrong).toBe(100);
  const right = { email, password: demoPassword };
  expect((await signInFrom('203.0.113.9', right)).code).toBe('accounts.too_many_tries');
  expect((await signInFrom('203.0.113.9', { ...right, cookie: known ?? '' })).status).toBe(200);
  const { rows } = await owner.query(
    `select count(*)::int n from pgboss.job where name = 'accounts.send_email'
       and data->>'email' = $1 and data->>'about' = 'passwords_guessed'`,
    [email],
  );
  expect(rows).toEqual([{ n: 1 }]);
  const newPassword = 'Canary-Secret-9081!';
  const change = { email, currentPassword: demoPassword, newPassword };
  expect((await server.call('accounts/changePassword', change, cookie)).status).toBe(200);
  expect((await signInFrom('203.0.113.10', { email, password: newPassword })).status).toBe(200);
  server.setTime(null);
}, 240_000);

const { rowsOf } = setUpSuspicions(server);
const fetchStatus = async (url: string, cookie: string) =>
  (await app.inject({ method: 'GET', url, headers: { cookie } })).statusCode;
const countByCode = (codes: readonly number[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));

test('thirty documents a minute, found or missing, concurrent or in sequence; others continue', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const fetchReceipt = (cookie: string) => fetchStatus(`/api/receipts/${randomUUID()}.pdf`, cookie);
  const codes = await Promise.all(Array.from({ length: 40 }, () => fetchReceipt(one.cookie)));
  expect(countByCode(codes)).toEqual({ 404: 30, 429: 10 });
  expect([await fetchReceipt(one.cookie), await fetchReceipt(other.cookie)]).toEqual([429, 404]);
});

test('twenty files a minute, tables and calendars together; others continue', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const day = '2026-11-01';
  const fetchTable = (cookie: string) => fetchStatus(`/api/transactions.csv?from=${day}&until=${day}`, cookie);
  const fetchCalendar = (cookie: string) => fetchStatus(`/api/workshops/${randomUUID()}.ics`, cookie);
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? fetchTable(one.cookie) : fetchCalendar(one.cookie))),
  );
  expect(codes.filter((code) => code === 429)).toHaveLength(10);
  expect([await fetchTable(one.cookie), await fetchCalendar(one.cookie), await fetchTable(other.cookie)]).toEqual([
    429, 429, 200,
  ]);
});

test('ten payments a day, for plans and seats together, in any number of tabs', async () => {
  const user = await newCustomer(server, 'Ina Brown');
  const sessions = await Promise.all(Array.from({ length: 8 }, () => insertWorkshop(server)));
  const inputs = sessions.flatMap((id) =>
    (['in_person', 'online'] as const).map((mode) => buildRegistration(id, { mode })),
  );
  const answers = await Promise.all([
    ...inputs.map((input) => register(server, user.cookie, input)),
    subscribe(server, user.cookie),
  ]);
  expect(countByCode(answers.map(({ status }) => status))).toEqual({ 200: 10, 422: 7 });
  expect(await rowsOf('select from payments where user_id = $1', [user.id])).toHaveLength(10);
  const held = await rowsOf(`select from workshop_registrations where user_id = $1 and status = 'pending'`, [user.id]);
  expect(held.length).toBeLessThanOrEqual(10);
});

test('joining and leaving the waiting list is limited', async () => {
  const sessionId = await insertWorkshop(server, { in_person: 1 });
  const holder = await newCustomer(server);
  expect((await register(server, holder.cookie, buildRegistration(sessionId))).status).toBe(200);
  const user = await newCustomer(server);
  let refused = 0;
  for (let n = 0; n < 60 && refused === 0; n++) {
    const { status, body } = await call<{ placeId: string }>(
      'workshops/wait',
      { sessionId, mode: 'in_person' },
      user.cookie,
    );
    if (status !== 200) refused = status;
    else await call('workshops/leave', { placeId: body.placeId }, user.cookie);
  }
  expect(refused).not.toBe(0);
});

test('receipts and card pages are limited like documents', async () => {
  const user = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, user.cookie, { method: 'card' })).body;
  const isLimited = async (path: string, input: object) => {
    for (let n = 0; n < 250; n++) if ((await call(path, input, user.cookie)).status === 429) return true;
    return false;
  };
  expect({
    receipt: await isLimited('payments/receipt', { paymentId }),
    page: await isLimited('cards/start', { kind: 'payment', id: paymentId }),
  }).toEqual({ receipt: true, page: true });
});

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
