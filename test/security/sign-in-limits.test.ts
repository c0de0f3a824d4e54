import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { connectionLimit } from '../../src/features/accounts/sign-in-limits.ts';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools, createSignInFrom } from './account-security.ts';

const server = await serverUnderTest();
const { owner } = server;
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
