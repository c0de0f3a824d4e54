import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools, createSignInFrom } from './account-security.ts';

const server = await serverUnderTest();
const { owner } = server;
const { submitSignIn } = createAccountTools(server);
const signInFrom = createSignInFrom(server);
const clearLimits = () => owner.query('truncate rate_limits');

test('a hundred wrong passwords from one address lock out no known browser behind it', async () => {
  await clearLimits();
  const ip = '192.0.2.10';
  const email = 'tier1@demo.test';
  const device = getCookie(await submitSignIn(email)).split('; ')[1] ?? '';
  for (let n = 0; n < 101; n++) await signInFrom(ip, { email: `unknown-${n}@nowhere.test`, password: 'wrong' });
  expect((await signInFrom(ip, { email: 'tier2@demo.test', password: demoPassword })).status).toBe(429);
  expect((await signInFrom(ip, { email, password: demoPassword, cookie: device })).status).toBe(200);
}, 120_000);

test('all addresses of one IPv6 network count as one connection', async () => {
  await clearLimits();
  const network = hashPersonalParts('sign-in:address:2001:db8:1:2::/64');
  await owner.query('insert into rate_limits values ($1, now(), 100)', [network]);
  const attempt = { email: 'tier2@demo.test', password: demoPassword };
  expect((await signInFrom('2001:db8:1:2:3:4:5:6', attempt)).status).toBe(429);
  expect((await signInFrom('2001:db8:1:3::1', attempt)).status).toBe(200);
});
