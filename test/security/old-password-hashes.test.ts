import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';

/** Hash format of the previous sign-in library, for the demo password. */
const oldHash =
  'f18b51e440536036ecb70a90c1cbfb9b:' +
  '102f086be17e3628b8cc9f7a4b40b67509eeaf67bb955ae8021733c5610d88379882fe4705bf0742df04b87ec678acff27a50f455183b1cde6bc1ffae35acb0d';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { submitSignIn, findUserId, createUser, runTokenJob, createUserWithApp } = createAccountTools(server);

const findPasswordHash = async (id: string): Promise<string> =>
  (await owner.query('select password from auth.account where "userId" = $1', [id])).rows[0].password;

const storeOldHash = (id: string) =>
  owner.query('update auth.account set password = $2 where "userId" = $1', [id, oldHash]);

test('signing in rehashes an old password and ends no token', async () => {
  const { id, email } = await createUser();
  await storeOldHash(id);
  const token = await runTokenJob('accounts.reset', email);
  expect((await submitSignIn(email, 'Wrong-Pass-2026!')).status).toBe(422);
  expect(await findPasswordHash(id)).toBe(oldHash);
  expect((await submitSignIn(email)).status).toBe(200);
  const newHash = await findPasswordHash(id);
  expect(newHash).toMatch(/^\$argon2id\$/);
  expect((await submitSignIn(email)).status).toBe(200);
  expect((await submitSignIn(email, 'Wrong-Pass-2026!')).status).toBe(422);
  expect(await findPasswordHash(id)).toBe(newHash);
  const answer = await server.call('accounts/resetPassword', { token: token, password: 'Canary-Secret-9081!' });
  expect(answer.status).toBe(200);
});

test('signing in before the second step rehashes an old password', async () => {
  const { id, email } = await createUserWithApp();
  await storeOldHash(id);
  expect((await submitSignIn(email)).body).toMatchObject({ next: 'second_step' });
  expect(await findPasswordHash(id)).toMatch(/^\$argon2id\$/);
});

test('many concurrent sign-ins with an old password all succeed', async () => {
  const { id, email } = await createUser();
  await storeOldHash(id);
  const answers = await Promise.all([1, 2, 3, 4].map(() => submitSignIn(email)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a password that was removed meanwhile is not restored by rehashing', async () => {
  const { id, email } = await createUser();
  await storeOldHash(id);
  const { passwords } = services;
  const verify = passwords.verify;
  passwords.verify = async (...args) => {
    const result = await verify(...args);
    await owner.query('update auth.account set password = null where "userId" = $1', [id]);
    return result;
  };
  const answer = await submitSignIn(email);
  passwords.verify = verify;
  expect(answer.body).toMatchObject({ code: 'accounts.wrong_password' });
  expect(await findPasswordHash(await findUserId(email))).toBeNull();
});

test('a password in the old format changes, confirms and closes like any other', async () => {
  const { id, email, cookie } = await createUser();
  await storeOldHash(id);
  expect((await server.call('accounts/reauthenticate', { password: demoPassword }, cookie)).status).toBe(200);
  const newPassword = 'Canary-Secret-9081!';
  const change = { email, currentPassword: demoPassword, newPassword };
  expect((await server.call('accounts/changePassword', change, cookie)).status).toBe(200);
  expect((await submitSignIn(email, newPassword)).status).toBe(200);
});
