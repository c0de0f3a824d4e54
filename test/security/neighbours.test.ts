import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf, knockFrom } from './account-security.ts';

const server = await serverUnderTest();
const { owner } = server;
const { enter } = accountsOf(server);
const from = knockFrom(server);
const quiet = () => owner.query('truncate rate_limits');

test('a hundred wrong passwords from one address lock out no browser that an account knows behind it', async () => {
  await quiet();
  const ip = '192.0.2.10';
  const email = 'tier1@demo.test';
  const device = cookieOf(await enter(email)).split('; ')[1] ?? '';
  for (let n = 0; n < 101; n++) await from(ip, { email: `nobody-${n}@nowhere.test`, password: 'wrong' });
  expect((await from(ip, { email: 'tier2@demo.test', password: demoPassword })).status).toBe(429);
  expect((await from(ip, { email, password: demoPassword, cookie: device })).status).toBe(200);
}, 120_000);

test('whoever wanders through the addresses of one IPv6 network is one connection', async () => {
  await quiet();
  await owner.query(`insert into rate_limits values ('sign-in:address:2001:db8:1:2::/64', now(), 100)`);
  const knock = { email: 'tier2@demo.test', password: demoPassword };
  expect((await from('2001:db8:1:2:3:4:5:6', knock)).status).toBe(429);
  expect((await from('2001:db8:1:3::1', knock)).status).toBe(200);
});
