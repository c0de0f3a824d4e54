import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { perConnection } from '../../src/features/accounts/sign-in-tries.ts';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf, knockFrom } from './account-security.ts';

/** How many wrong passwords may be tried from where, and what counting them leaves behind. */
const server = await serverUnderTest();
const { owner } = server;
const { enter, somebody } = accountsOf(server);
const from = knockFrom(server);
const quiet = () => owner.query('truncate rate_limits');

test('a network has a door too, and leaves no rows of those before it; a known browser stands outside', async () => {
  await quiet();
  const email = 'tier1@demo.test';
  const at = (n: number) => `2001:db8:5:${n}::1`;
  const device = String(cookieOf(await enter(email)))
    .split('; ')
    .find((part) => part.startsWith('device='));
  await quiet();
  const most = perConnection.network;
  await owner.query(`insert into rate_limits values ('sign-in:network:2001:db8:5::/48', now(), $1)`, [most - 2]);
  const codes = [];
  for (let n = 0; n < 4; n++)
    codes.push((await from(at(n), { email: `invented${n}@door.test`, password: 'wrong' })).code);
  const [wrong, shut] = ['accounts.wrong_password', 'accounts.too_many_tries'];
  expect(codes).toEqual([wrong, wrong, shut, shut]);
  const { rows } = await owner.query('select key, tries from rate_limits order by key collate "C"');
  expect(rows).toEqual([
    { key: 'sign-in:account-day:invented0@door.test', tries: 1 },
    { key: 'sign-in:account-day:invented1@door.test', tries: 1 },
    { key: 'sign-in:account:invented0@door.test', tries: 1 },
    { key: 'sign-in:account:invented1@door.test', tries: 1 },
    { key: 'sign-in:address:2001:db8:5:1::/64', tries: 1 },
    { key: 'sign-in:address:2001:db8:5::/64', tries: 1 },
    { key: 'sign-in:network:2001:db8:5::/48', tries: most + 2 },
  ]);
  expect((await from(at(9), { email, password: demoPassword, cookie: device })).status).toBe(200);
  expect((await from('2001:db8:6::1', { email, password: demoPassword })).status).toBe(200);
  await quiet();
});

test('who signs in at once leaves no try behind, and no row of none', async () => {
  await quiet();
  expect((await enter('tier1@demo.test')).status).toBe(200);
  const { rows } = await owner.query(`select key from rate_limits where key like 'sign-in:%'`);
  expect(rows).toEqual([]);
});

test('two hundred networks have a hundred guesses a day at a password, and keep its owner out of nothing', async () => {
  await quiet();
  const { email, cookie } = await somebody();
  const known = cookieOf(await enter(email))
    .split('; ')
    .find((part) => part.startsWith('device='));
  await quiet();
  let wrong = 0;
  const began = Date.now();
  for (let quarter = 0; quarter < 14; quarter++) {
    server.setTime(new Date(began + quarter * 901_000));
    for (let n = 0; n < 12; n++) {
      const network = quarter * 12 + n;
      const { code } = await from(`2001:db8:${network.toString(16)}::1`, { email, password: `Guess-${network}!` });
      if (code === 'accounts.wrong_password') wrong += 1;
    }
  }
  expect(wrong).toBe(100);
  const right = { email, password: demoPassword };
  expect((await from('203.0.113.9', right)).code).toBe('accounts.too_many_tries');
  // In a browser of theirs the owner comes in all the while, and in any other one with a new password.
  expect((await from('203.0.113.9', { ...right, cookie: known ?? '' })).status).toBe(200);
  const { rows } = await owner.query(
    `select count(*)::int told from pgboss.job where name = 'accounts.letter'
       and data->>'email' = $1 and data->>'about' = 'passwords_guessed'`,
    [email],
  );
  expect(rows).toEqual([{ told: 1 }]);
  const newPassword = 'Canary-Secret-9081!';
  const change = { email, currentPassword: demoPassword, newPassword };
  expect((await server.call('accounts/changePassword', change, cookie)).status).toBe(200);
  expect((await from('203.0.113.10', { email, password: newPassword })).status).toBe(200);
  server.setTime(null);
}, 240_000);
