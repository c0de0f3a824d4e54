import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { passwords } from '../../src/platform/jobs/password-work.ts';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { quickPasswords } from '../quick-passwords.ts';
import { signUpFacts } from '../submissions.ts';
import { type Answer, getCookie, serverWithoutFaults } from '../worker.ts';
import { createSignInFrom } from './account-security.ts';
import { createSession, insertUser } from './actors.ts';

const server = await serverWithoutFaults();
const { app, call, owner, services, faults } = server;
const newPassword = 'Canary-Secret-9081!';
const unknownEmail = 'unknown-canary@nowhere.test';

const clearLimits = () => owner.query('truncate rate_limits');
const signIn = (email: string, password = demoPassword, cookie?: string) =>
  call('accounts/signIn', { email, password }, cookie);
const signInFrom = createSignInFrom(server);
const isSignedIn = async (cookie: string) => (await call('accounts/viewer', undefined, cookie)).status === 200;

/** Parts of a response that could reveal whether an address is known: without the typed address and random values. */
const normalizeAnswer = ({ status, body, headers }: Answer) => {
  const { date: _date, 'content-length': _length, 'set-cookie': cookies, ...rest } = headers;
  const cookieNames = [cookies ?? []].flat().map((cookie) => String(cookie).replace(/=[^;]*/, '=-'));
  return {
    status,
    body: JSON.stringify(body).replaceAll(/"email":"[^"]*"/g, '"email":"-"'),
    headers: rest,
    cookieNames,
  };
};

test('an account allows ten guesses in a quarter of an hour, then refuses even the right password', async () => {
  await clearLimits();
  for (let guess = 0; guess < 10; guess++)
    expect((await signIn('support@demo.test', 'wrong')).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect(await signIn('support@demo.test')).toMatchObject({ status: 429, body: { code: 'accounts.too_many_tries' } });
  expect(await signIn(' SUPPORT@demo.TEST ')).toMatchObject({ status: 429 });
  expect((await signIn('finance@demo.test')).status).toBe(200);
  server.setTime(new Date(Date.now() + 16 * 60_000));
  expect((await signIn('support@demo.test')).status).toBe(200);
  server.setTime(null);
});

test('concurrent guesses are counted one by one', async () => {
  await clearLimits();
  const answers = await Promise.all(Array.from({ length: 16 }, () => signIn('support@demo.test', 'wrong')));
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(10);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(6);
});

const buildLimitKey = (email: string) => hashPersonalParts(`sign-in:account:${email}`);
const findTries = async (email: string) =>
  (await owner.query<{ tries: number }>('select tries from rate_limits where key = $1', [buildLimitKey(email)])).rows[0]
    ?.tries;

test('a success is no guess, and gives strangers no new ones', async () => {
  await clearLimits();
  for (let guess = 0; guess < 5; guess++) await signIn('tier1@demo.test', 'wrong');
  expect((await signIn('tier1@demo.test')).status).toBe(200);
  expect(await findTries('tier1@demo.test')).toBe(5);
  const addressKey = hashPersonalParts('sign-in:address:127.0.0.1');
  const { rows } = await owner.query('select tries from rate_limits where key = $1', [addressKey]);
  expect(rows).toEqual([{ tries: 5 }]);
});

test('four hundred guesses from two hundred addresses count as ten, and the owner gets in', async () => {
  await clearLimits();
  const email = 'enhanced@demo.test';
  const known = String(getCookie(await signIn(email)));
  const device = known.split('; ').find((part) => part.startsWith('device=')) ?? '';
  const answers = [];
  for (let n = 0; n < 400; n++) {
    answers.push(await signInFrom(`198.51.100.${n % 200}`, { email, password: `Guess-${n}!` }));
    if (n % 100 === 99)
      expect((await signInFrom('203.0.113.7', { email, password: demoPassword, cookie: device })).status).toBe(200);
  }
  expect(answers.filter(({ code }) => code === 'accounts.wrong_password')).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(390);
  // A device known to another account counts as unknown, and the owner's device has its own ten guesses.
  const strange = getCookie(await signIn('tier1@demo.test')).split('; ')[1] ?? '';
  expect((await signInFrom('203.0.113.7', { email, password: demoPassword, cookie: strange })).status).toBe(429);
  const wrong = [];
  for (let n = 0; n < 12; n++)
    wrong.push((await signInFrom('203.0.113.8', { email, password: 'wrong', cookie: device })).status);
  expect(wrong.filter((status) => status === 429)).toHaveLength(2);
}, 240_000);

test('the limit answers alike for an unknown address', async () => {
  await clearLimits();
  const signInRepeatedly = async (email: string) => {
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push(await signInFrom(`198.51.100.${n}`, { email, password: 'wrong' }));
    return answers;
  };
  expect(await signInRepeatedly(unknownEmail)).toEqual(await signInRepeatedly('tier2@demo.test'));
});

test('one connection that guesses at many accounts is stopped, even if it claims other addresses', async () => {
  await clearLimits();
  await owner.query('insert into rate_limits values ($1, now(), 100)', [
    hashPersonalParts('sign-in:address:127.0.0.1'),
  ]);
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  };
  const payload = JSON.stringify({ json: { email: 'tier2@demo.test', password: demoPassword } });
  const answer = await app.inject({ method: 'POST', url: '/api/rpc/accounts/signIn', headers, payload });
  expect(answer.statusCode).toBe(429);
  const forged = hashPersonalParts('sign-in:address:203.0.113.9');
  expect((await owner.query('select key from rate_limits where key = $1', [forged])).rows).toEqual([]);
  await clearLimits();
});

test('a browser known to one account has no more guesses at others than its connection', async () => {
  await clearLimits();
  const own = getCookie(await signIn('tier1@demo.test'));
  await clearLimits();
  await owner.query('insert into rate_limits values ($1, now(), 100)', [
    hashPersonalParts('sign-in:address:127.0.0.1'),
  ]);
  expect((await signIn('tier2@demo.test', 'wrong', own)).status).toBe(429);
  expect((await signIn('tier1@demo.test', demoPassword, own)).status).toBe(200);
  await clearLimits();
});

test('a stranger cannot distinguish a known address from an unknown one', async () => {
  await clearLimits();
  await insertUser(server, 'waiting@demo.test', false);
  for (const [path, fields] of [
    ['accounts/signIn', { password: 'wrong-password' }],
    ['accounts/requestPasswordReset', {}],
    ['accounts/resendVerification', {}],
  ] as const) {
    const answers = [];
    for (const email of ['tier2@demo.test', 'waiting@demo.test', unknownEmail])
      answers.push(normalizeAnswer(await call(path, { email, ...fields })));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  }
  const person = { password: newPassword, ...signUpFacts };
  const registered = normalizeAnswer(await call('accounts/signUp', { ...person, email: 'tier2@demo.test' }));
  const fresh = normalizeAnswer(await call('accounts/signUp', { ...person, email: 'fresh-canary@nowhere.test' }));
  expect(fresh).toEqual(registered);
  expect(fresh.status).toBe(200);
  expect((await signIn('tier2@demo.test')).status).toBe(200);
});

test('email limits count unknown addresses like known ones', async () => {
  for (const path of ['accounts/requestPasswordReset', 'accounts/resendVerification']) {
    await clearLimits();
    const requestRepeatedly = async (email: string) => {
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await call(path, { email })).status);
      return statuses;
    };
    expect(await requestRepeatedly(unknownEmail)).toEqual(await requestRepeatedly('tier2@demo.test'));
  }
  await clearLimits();
});

/** Rank difference of two samples: Mann-Whitney U in standard deviations. */
function rankDistance(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  const u = wins.reduce((sum, win) => sum + win, 0);
  const [n, m] = [one.length, other.length];
  return Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

test('the rank statistic detects a difference and its absence', () => {
  const list = (shift: number) => Array.from({ length: 40 }, (_, n) => ((n * 37) % 41) + shift);
  expect(rankDistance(list(0), list(0))).toBe(0);
  expect(rankDistance(list(0), list(30))).toBeGreaterThan(5);
});

test('an unknown address takes as long as a wrong password', async () => {
  const measureSignIn = async (email: string) => {
    const start = performance.now();
    await signIn(email, 'wrong-password');
    return performance.now() - start;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let n = 0; n < 30; n++) {
    await clearLimits();
    // The order alternates, so that load of the machine affects both alike.
    if (n % 2 === 0) known.push(await measureSignIn('enhanced@demo.test'));
    unknown.push(await measureSignIn(unknownEmail));
    if (n % 2 === 1) known.push(await measureSignIn('enhanced@demo.test'));
  }
  expect(rankDistance(known, unknown)).toBeLessThan(4);
}, 120_000);

test('an unknown address does the same work: one lookup, one hash', async () => {
  const verify = vi.spyOn(services.passwords, 'verify');
  for (const email of ['enhanced@demo.test', 'waiting-not@demo.test', unknownEmail])
    await signIn(email, 'wrong-password');
  expect(verify).toHaveBeenCalledTimes(3);
  verify.mockRestore();
});

test('only the right password reveals the state of an account', async () => {
  await clearLimits();
  expect((await signIn('waiting@demo.test', 'wrong')).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await signIn('waiting@demo.test')).body).toMatchObject({ code: 'accounts.not_verified' });
});

test('signing in never takes over an existing session', async () => {
  const planted = await createSession(server, 'tier1');
  const answer = await signIn('tier2@demo.test', demoPassword, planted);
  const fresh = getCookie(answer);
  expect(fresh).not.toBe(planted);
  const getEmail = async (cookie: string) =>
    (await call<{ email: string }>('accounts/viewer', undefined, cookie)).body.email;
  expect(await getEmail(fresh)).toBe('tier2@demo.test');
  expect(await getEmail(planted)).toBe('tier1@demo.test');
  const invented = 'session=planted-by-a-stranger-0123456789.AAAA';
  expect(getCookie(await signIn('tier2@demo.test', demoPassword, invented))).not.toContain('planted');
});

test('an old cookie opens nothing after signing out', async () => {
  const cookie = getCookie(await signIn('tier1@demo.test'));
  expect(await isSignedIn(cookie)).toBe(true);
  const answer = await call('accounts/signOut', undefined, cookie);
  expect(String(answer.headers['set-cookie'])).toMatch(/session=;/);
  expect(answer.headers['clear-site-data']).toBe('"storage"');
  expect(await isSignedIn(cookie)).toBe(false);
});

test.each([
  ['another signature', (cookie: string) => `${cookie.slice(0, -6)}AAAAAA`],
  ['no signature', (cookie: string) => cookie.split('.')[0] ?? ''],
  ['another token', (cookie: string) => cookie.replace('session=', 'session=x')],
  ['a statement in it', () => `session=${signToken("x'); select set_config('app.user_id','1',true) --")}`],
  ['an empty token', () => `session=${signToken('')}`],
  ['a long token', () => `session=${signToken('a'.repeat(3_000))}`],
  ['another name', (cookie: string) => cookie.replace('session=', '__Host-session=')],
])('a cookie with %s opens nothing', async (_what, change) => {
  expect(await isSignedIn(change(await createSession(server, 'tier2')))).toBe(false);
});

const signToken = (token: string) =>
  encodeURIComponent(`${token}.${createHmac('sha256', services.config.authSecret).update(token).digest('base64')}`);

test('a session ends after seven days and holds at least 128 random bits', async () => {
  const cookie = getCookie(await signIn('tier2@demo.test'));
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  expect(token).toMatch(/^[A-Za-z0-9]{32,}$/);
  const { rows } = await owner.query(
    `select extract(epoch from "expiresAt" - now())::int seconds from auth.session where token = $1`,
    [token],
  );
  expect(Math.abs(rows[0].seconds - 7 * 86_400)).toBeLessThan(60);
});

test('the password is stored as a slow hash', async () => {
  await clearLimits();
  Object.assign(services.passwords, passwords);
  await call('accounts/signUp', { ...signUpFacts, email: 'slow-canary@nowhere.test', password: newPassword });
  Object.assign(services.passwords, quickPasswords);
  const { rows } = await owner.query<{ password: string }>(
    `select password from auth.account a join auth."user" u on u.id = a."userId" where email = 'slow-canary@nowhere.test'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.password).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

test('neither passwords nor addresses occur in a logged fault or in the audit log', async () => {
  await clearLimits();
  const before = faults.length;
  const canary = 'CanaryValue9081726354';
  // The error of PostgreSQL contains the refused row, which must not be logged.
  await owner.query(`alter table profiles add constraint refuse_canary check (occupation <> '${canary}')`);
  const answer = await call('accounts/signUp', {
    email: 'leak-canary@nowhere.test',
    password: `${newPassword}leak`,
    ...signUpFacts,
    firstName: 'Canarius',
    phoneNumber: '+18769990001',
    occupation: canary,
  });
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'general.fault', data: { reference: expect.any(String) } },
  });
  expect(faults.length).toBe(before + 1);
  const outputs = [faults.at(-1), answer.body].map((value) =>
    JSON.stringify(value, (_key, entry) =>
      entry instanceof Error ? { ...entry, m: entry.message, s: entry.stack } : entry,
    ),
  );
  expect(outputs.join()).toContain('refuse_canary');
  expect(outputs.join()).not.toMatch(/CanaryValue|leak-canary|Canarius|9990001|Canary-Secret/);
  const { rows } = await owner.query(`select before, after from audit_log`);
  expect(JSON.stringify(rows)).not.toMatch(/Canary-Secret|Demo-Pass/);
  faults.length = before;
});
