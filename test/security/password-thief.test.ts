import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { budgets } from '../../src/features/accounts/quotas.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools, createSignInFrom } from './account-security.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { createUserWithApp, submitSignIn, runTokenJob } = createAccountTools(server);
const signInFrom = createSignInFrom(server);
afterEach(() => server.setTime(null));

/** Creates a user with a known browser, and lets a thief with the password reach the hourly limit. */
async function createAttackedUser() {
  const user = await createUserWithApp();
  const pendingCookie = getCookie(await submitSignIn(user.email));
  const done = await call('accounts/confirmSignIn', { code: user.code(1) }, pendingCookie);
  expect(done.status).toBe(200);
  const device = getCookie(done)
    .split('; ')
    .find((part) => part.startsWith('device='));
  server.setTime(null);
  const signInAsThief = (n: number) => signInFrom(`198.51.100.${n}`, { email: user.email, password: demoPassword });
  expect((await signInAsThief(0)).status).toBe(200);
  const { tries } = budgets.signedIn;
  await owner.query('update rate_limits set tries = $2 where key = $1', [`signed-in:${user.id}`, tries]);
  expect((await signInAsThief(1)).code).toBe('accounts.too_many_tries');
  return { ...user, device };
}

test('a thief uses up no sign-in of a known browser, which has its own limit', async () => {
  const { id, email, device } = await createAttackedUser();
  expect((await submitSignIn(email, demoPassword, device)).body).toMatchObject({ next: 'second_step' });
  const deviceQuery = `update rate_limits set tries = $2 where key like $1 || ':device:%'`;
  await owner.query(deviceQuery, [`signed-in:${id}`, budgets.signedIn.tries]);
  expect((await submitSignIn(email, demoPassword, device)).body).toMatchObject({ code: 'accounts.too_many_tries' });
});

const password = 'Canary-Secret-9081!';
const passwordChanges = {
  'by e-mail': async ({ email }: { email: string }) =>
    call('accounts/resetPassword', { token: await runTokenJob('accounts.reset', email), password }),
  'while signed in': ({ email, cookie }: { email: string; cookie: string }) =>
    call('accounts/changePassword', { email, currentPassword: demoPassword, newPassword: password }, cookie),
};

test.each(Object.entries(passwordChanges))(
  'a thief uses up no sign-in of any browser once the owner chose another password %s',
  async (_, choose) => {
    const user = await createAttackedUser();
    expect((await choose(user)).status).toBe(200);
    expect((await submitSignIn(user.email, password)).body).toMatchObject({ next: 'second_step' });
  },
);

test('a thief does not end the owner’s session that awaits its second step', async () => {
  const user = await createUserWithApp();
  const pendingCookie = getCookie(await submitSignIn(user.email));
  for (let n = 0; n < 21; n++) await signInFrom(`198.51.100.${n}`, { email: user.email, password: demoPassword });
  const done = await call('accounts/confirmSignIn', { code: user.code(1) }, pendingCookie);
  expect(done.body).toMatchObject({ email: user.email });
});
