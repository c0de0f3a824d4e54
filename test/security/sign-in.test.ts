import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { passwords } from '../../src/platform/password-work.ts';
import { quickPasswords } from '../quick-passwords.ts';
import { signUpFacts } from '../submissions.ts';
import { type Answer, cookieOf, serverWithoutFaults } from '../worker.ts';
import { knockFrom } from './account-security.ts';
import { addPerson, sessionFor } from './actors.ts';

const server = await serverWithoutFaults();
const { app, call, owner, services, faults } = server;
const newPassword = 'Canary-Secret-9081!';
const nobody = 'nobody-canary@nowhere.test';

const quiet = () => owner.query('truncate rate_limits');
const enter = (email: string, password = demoPassword, cookie?: string) =>
  call('accounts/signIn', { email, password }, cookie);
const from = knockFrom(server);
const isIn = async (cookie: string) => (await call('accounts/viewer', undefined, cookie)).status === 200;

/** What a stranger can see of an answer: everything but the address that they typed and what changes every time. */
const seen = ({ status, body, headers }: Answer) => {
  const { date: _date, 'content-length': _length, 'set-cookie': cookies, ...rest } = headers;
  // Each browser gets a word of its own, whichever address it gave.
  const given = [cookies ?? []].flat().map((cookie) => String(cookie).replace(/=[^;]*/, '=-'));
  return { status, body: JSON.stringify(body).replaceAll(/"email":"[^"]*"/g, '"email":"-"'), headers: rest, given };
};

test('an account takes ten guesses in a quarter of an hour, and then not even the right password', async () => {
  await quiet();
  for (let guess = 0; guess < 10; guess++)
    expect((await enter('support@demo.test', 'wrong')).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect(await enter('support@demo.test')).toMatchObject({ status: 429, body: { code: 'accounts.too_many_tries' } });
  expect(await enter(' SUPPORT@demo.TEST ')).toMatchObject({ status: 429 });
  expect((await enter('finance@demo.test')).status).toBe(200);
  server.setTime(new Date(Date.now() + 16 * 60_000));
  expect((await enter('support@demo.test')).status).toBe(200);
  server.setTime(null);
});

test('guesses at the same moment are counted one by one', async () => {
  await quiet();
  const answers = await Promise.all(Array.from({ length: 16 }, () => enter('support@demo.test', 'wrong')));
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(10);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(6);
});

const keyOf = (email: string) => `sign-in:account:${email}`;
const triesOn = async (email: string) =>
  (await owner.query<{ tries: number }>('select tries from rate_limits where key = $1', [keyOf(email)])).rows[0]?.tries;

test('a success is no guess, and hands strangers no new ones', async () => {
  await quiet();
  for (let guess = 0; guess < 5; guess++) await enter('tier1@demo.test', 'wrong');
  expect((await enter('tier1@demo.test')).status).toBe(200);
  expect(await triesOn('tier1@demo.test')).toBe(5);
  const of = "select tries from rate_limits where key = 'sign-in:address:127.0.0.1'";
  expect((await owner.query<{ tries: number }>(of)).rows).toEqual([{ tries: 5 }]);
});

test('a thousand guesses from two hundred addresses are ten, and the owner gets in all the while', async () => {
  await quiet();
  const email = 'enhanced@demo.test';
  const known = String(cookieOf(await enter(email)));
  const device = known.split('; ').find((part) => part.startsWith('device=')) ?? '';
  const answers = [];
  for (let n = 0; n < 1_000; n++) {
    answers.push(await from(`198.51.100.${n % 200}`, { email, password: `Guess-${n}!` }));
    if (n % 250 === 249)
      expect((await from('203.0.113.7', { email, password: demoPassword, cookie: device })).status).toBe(200);
  }
  expect(answers.filter(({ code }) => code === 'accounts.wrong_password')).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(990);
  // Somebody else's device is nobody's here, and the owner's is no way around its own ten.
  const strange = cookieOf(await enter('tier1@demo.test')).split('; ')[1] ?? '';
  expect((await from('203.0.113.7', { email, password: demoPassword, cookie: strange })).status).toBe(429);
  const wrong = [];
  for (let n = 0; n < 12; n++)
    wrong.push((await from('203.0.113.8', { email, password: 'wrong', cookie: device })).status);
  expect(wrong.filter((status) => status === 429)).toHaveLength(2);
}, 240_000);

test('the limit answers the same for an address without an account', async () => {
  await quiet();
  const knocks = async (email: string) => {
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push(await from(`198.51.100.${n}`, { email, password: 'wrong' }));
    return answers;
  };
  expect(await knocks(nobody)).toEqual(await knocks('tier2@demo.test'));
});

test('one connection that guesses over many accounts is stopped, whatever it says of its address', async () => {
  await quiet();
  await owner.query(`insert into rate_limits values ('sign-in:address:127.0.0.1', now(), 100)`);
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  };
  const payload = JSON.stringify({ json: { email: 'tier2@demo.test', password: demoPassword } });
  const answer = await app.inject({ method: 'POST', url: '/api/rpc/accounts/signIn', headers, payload });
  expect(answer.statusCode).toBe(429);
  expect((await owner.query(`select key from rate_limits where key like '%203.0.113.9%'`)).rows).toEqual([]);
  await quiet();
});

test('a browser that one account knows has no more guesses at the others than its connection', async () => {
  await quiet();
  const own = cookieOf(await enter('tier1@demo.test'));
  await quiet();
  await owner.query(`insert into rate_limits values ('sign-in:address:127.0.0.1', now(), 100)`);
  expect((await enter('tier2@demo.test', 'wrong', own)).status).toBe(429);
  expect((await enter('tier1@demo.test', demoPassword, own)).status).toBe(200);
  await quiet();
});

test('a stranger cannot tell an address with an account from one without', async () => {
  await quiet();
  await addPerson(server, 'waiting@demo.test', false);
  for (const [path, fields] of [
    ['accounts/signIn', { password: 'wrong-password' }],
    ['accounts/requestPasswordReset', {}],
    ['accounts/resendVerification', {}],
  ] as const) {
    const answers = [];
    for (const email of ['tier2@demo.test', 'waiting@demo.test', nobody])
      answers.push(seen(await call(path, { email, ...fields })));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  }
  const person = {
    password: newPassword,
    ...signUpFacts,
  };
  const taken = seen(await call('accounts/signUp', { ...person, email: 'tier2@demo.test' }));
  const fresh = seen(await call('accounts/signUp', { ...person, email: 'fresh-canary@nowhere.test' }));
  expect(fresh).toEqual(taken);
  expect(fresh.status).toBe(200);
  expect((await enter('tier2@demo.test')).status).toBe(200);
});

test('limits on mails count unknown addresses like known ones', async () => {
  for (const path of ['accounts/requestPasswordReset', 'accounts/resendVerification']) {
    await quiet();
    const count = async (email: string) => {
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await call(path, { email })).status);
      return statuses;
    };
    expect(await count(nobody)).toEqual(await count('tier2@demo.test'));
  }
  await quiet();
});

/** How surprising it is (in standard deviations) that one list ranks so far from the other: Mann and Whitney's U. */
function rankDistance(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  const u = wins.reduce((sum, win) => sum + win, 0);
  const [n, m] = [one.length, other.length];
  return Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

test('the rank statistic sees a difference and no difference', () => {
  const list = (shift: number) => Array.from({ length: 40 }, (_, n) => ((n * 37) % 41) + shift);
  expect(rankDistance(list(0), list(0))).toBe(0);
  expect(rankDistance(list(0), list(30))).toBeGreaterThan(5);
});

test('an unknown address takes as long as a wrong password', async () => {
  const once = async (email: string) => {
    const start = performance.now();
    await enter(email, 'wrong-password');
    return performance.now() - start;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let n = 0; n < 30; n++) {
    await quiet();
    // By turns, each first as often: what else the machine does falls on both alike.
    if (n % 2 === 0) known.push(await once('enhanced@demo.test'));
    unknown.push(await once(nobody));
    if (n % 2 === 1) known.push(await once('enhanced@demo.test'));
  }
  expect(rankDistance(known, unknown)).toBeLessThan(4);
}, 120_000);

test('an unknown address is the same work: one look, one hash', async () => {
  const fits = vi.spyOn(services.passwords, 'fitting');
  for (const email of ['enhanced@demo.test', 'waiting-not@demo.test', nobody]) await enter(email, 'wrong-password');
  expect(fits).toHaveBeenCalledTimes(3);
  fits.mockRestore();
});

test('the state of an account is told to whoever has its password alone', async () => {
  await quiet();
  expect((await enter('waiting@demo.test', 'wrong')).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await enter('waiting@demo.test')).body).toMatchObject({ code: 'accounts.not_verified' });
});

test('signing in never takes over a session that was brought along', async () => {
  const planted = await sessionFor(server, 'tier1');
  const answer = await enter('tier2@demo.test', demoPassword, planted);
  const fresh = cookieOf(answer);
  expect(fresh).not.toBe(planted);
  const who = async (cookie: string) =>
    (await call<{ email: string }>('accounts/viewer', undefined, cookie)).body.email;
  expect(await who(fresh)).toBe('tier2@demo.test');
  expect(await who(planted)).toBe('tier1@demo.test');
  const invented = 'session=planted-by-a-stranger-0123456789.AAAA';
  expect(cookieOf(await enter('tier2@demo.test', demoPassword, invented))).not.toContain('planted');
});

test('a cookie of old is worth nothing after signing out', async () => {
  const cookie = cookieOf(await enter('tier1@demo.test'));
  expect(await isIn(cookie)).toBe(true);
  const answer = await call('accounts/signOut', undefined, cookie);
  expect(String(answer.headers['set-cookie'])).toMatch(/session=;/);
  expect(answer.headers['clear-site-data']).toBe('"storage"');
  expect(await isIn(cookie)).toBe(false);
});

test.each([
  ['another signature', (cookie: string) => `${cookie.slice(0, -6)}AAAAAA`],
  ['no signature', (cookie: string) => cookie.split('.')[0] ?? ''],
  ['another token', (cookie: string) => cookie.replace('session=', 'session=x')],
  ['a statement in it', () => `session=${signed("x'); select set_config('app.user_id','1',true) --")}`],
  ['an empty token', () => `session=${signed('')}`],
  ['a long token', () => `session=${signed('a'.repeat(3_000))}`],
  ['another name', (cookie: string) => cookie.replace('session=', '__Host-session=')],
])('a cookie with %s opens nothing', async (_what, change) => {
  expect(await isIn(change(await sessionFor(server, 'tier2')))).toBe(false);
});

const signed = (token: string) =>
  encodeURIComponent(`${token}.${createHmac('sha256', services.config.authSecret).update(token).digest('base64')}`);

test('a session ends by itself after seven days and holds at least 128 bits of chance', async () => {
  const cookie = cookieOf(await enter('tier2@demo.test'));
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  expect(token).toMatch(/^[A-Za-z0-9]{32,}$/);
  const { rows } = await owner.query(
    `select extract(epoch from "expiresAt" - now())::int seconds from auth.session where token = $1`,
    [token],
  );
  expect(Math.abs(rows[0].seconds - 7 * 86_400)).toBeLessThan(60);
});

test('the password is kept as a slow hash', async () => {
  await quiet();
  Object.assign(services.passwords, passwords);
  await call('accounts/signUp', { ...signUpFacts, email: 'slow-canary@nowhere.test', password: newPassword });
  Object.assign(services.passwords, quickPasswords);
  const { rows } = await owner.query<{ password: string }>(
    `select password from auth.account a join auth."user" u on u.id = a."userId" where email = 'slow-canary@nowhere.test'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.password).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

test('neither passwords nor addresses stand in a fault that is logged, nor in what is kept of acts', async () => {
  await quiet();
  const before = faults.length;
  const canary = 'CanaryValue9081726354';
  // The database repeats a refused row in its error: the worst case for a log.
  await owner.query(`alter table profiles add constraint nobody_at_all check (occupation <> '${canary}')`);
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
  const told = [faults.at(-1), answer.body].map((value) =>
    JSON.stringify(value, (_key, entry) =>
      entry instanceof Error ? { ...entry, m: entry.message, s: entry.stack } : entry,
    ),
  );
  expect(told.join()).toContain('nobody_at_all');
  expect(told.join()).not.toMatch(/CanaryValue|leak-canary|Canarius|9990001|Canary-Secret/);
  const { rows } = await owner.query(`select before, after from audit_log`);
  expect(JSON.stringify(rows)).not.toMatch(/Canary-Secret|Demo-Pass/);
  faults.length = before;
});
