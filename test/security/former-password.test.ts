import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';

/** Passwords as the sign-in library of before kept them; this is the demo's. */
const ofBefore =
  'f18b51e440536036ecb70a90c1cbfb9b:' +
  '102f086be17e3628b8cc9f7a4b40b67509eeaf67bb955ae8021733c5610d88379882fe4705bf0742df04b87ec678acff27a50f455183b1cde6bc1ffae35acb0d';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { enter, idOf, somebody, mailedToken, withApp } = accountsOf(server);

const keptOf = async (id: string): Promise<string> =>
  (await owner.query('select password from auth.account where "userId" = $1', [id])).rows[0].password;

const keepAsBefore = (id: string) =>
  owner.query('update auth.account set password = $2 where "userId" = $1', [id, ofBefore]);

test('whoever signs in has their password kept in today’s form from then on, and ends no token by it', async () => {
  const { id, email } = await somebody();
  await keepAsBefore(id);
  const reset = await mailedToken('accounts.reset', email);
  expect((await enter(email, 'Wrong-Pass-2026!')).status).toBe(422);
  expect(await keptOf(id)).toBe(ofBefore);
  expect((await enter(email)).status).toBe(200);
  const anew = await keptOf(id);
  expect(anew).toMatch(/^\$argon2id\$/);
  expect((await enter(email)).status).toBe(200);
  expect((await enter(email, 'Wrong-Pass-2026!')).status).toBe(422);
  expect(await keptOf(id)).toBe(anew);
  const chosen = await server.call('accounts/resetPassword', { token: reset, password: 'Canary-Secret-9081!' });
  expect(chosen.status).toBe(200);
});

test('so does whoever still owes a second step', async () => {
  const { id, email } = await withApp();
  await keepAsBefore(id);
  expect((await enter(email)).body).toMatchObject({ next: 'second_step' });
  expect(await keptOf(id)).toMatch(/^\$argon2id\$/);
});

test('of many who sign in at once each comes in', async () => {
  const { id, email } = await somebody();
  await keepAsBefore(id);
  const answers = await Promise.all([1, 2, 3, 4].map(() => enter(email)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a password that was taken away meanwhile does not come back with its newer form', async () => {
  const { id, email } = await somebody();
  await keepAsBefore(id);
  const { passwords } = services;
  const real = passwords.fitting;
  passwords.fitting = async (...given) => {
    const anew = await real(...given);
    await owner.query('update auth.account set password = null where "userId" = $1', [id]);
    return anew;
  };
  const answer = await enter(email);
  passwords.fitting = real;
  expect(answer.body).toMatchObject({ code: 'accounts.wrong_password' });
  expect(await keptOf(await idOf(email))).toBeNull();
});

test('the password of before changes, confirms and closes as any other', async () => {
  const { id, email, cookie } = await somebody();
  await keepAsBefore(id);
  expect((await server.call('accounts/confirmAgain', { password: demoPassword }, cookie)).status).toBe(200);
  const newPassword = 'Canary-Secret-9081!';
  const change = { email, currentPassword: demoPassword, newPassword };
  expect((await server.call('accounts/changePassword', change, cookie)).status).toBe(200);
  expect((await enter(email, newPassword)).status).toBe(200);
});
