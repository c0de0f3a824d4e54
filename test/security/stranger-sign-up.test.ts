import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { submitSignIn, runTokenJob } = createAccountTools(server);

const strangerPassword = 'Blue-Mountain-2256!';
const ownerPassword = 'Green-Valley-9081!';
const buildForm = (email: string) => ({
  ...{ email, password: strangerPassword, firstName: 'Nia', lastName: 'Brown', phoneNumber: '+18765550100' },
  ...{ dateOfBirth: '1990-04-12', countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher' },
  ...{ isPep: false, agreed: true },
});

async function signUp() {
  const email = `${randomUUID().slice(0, 8)}@somewhere.test`;
  const answer = await call('accounts/signUp', buildForm(email));
  expect(answer.status).toBe(200);
  return { email, browser: getCookie(answer), token: await runTokenJob('accounts.verification', email) };
}

test('a role is never granted to an unverified address', async () => {
  const { email } = await signUp();
  const change = { email, role: 'finance', act: 'grant', why: 'Starts on Monday' };
  const proposed = await call('roles/propose', change, await createSession(server, 'admin'));
  expect(proposed.body).toMatchObject({ code: 'roles.person_unknown' });
});

const verify = (input: { token: string; password?: string }, browser?: string) =>
  call<{ next: string; token: string | null; code?: string }>('accounts/verifyEmail', input, browser);

test('verifying in another browser asks for the password and changes nothing', async () => {
  const { email, token, browser } = await signUp();
  const rows = () =>
    owner.query(
      `select u."emailVerified", u.signed_up_in, a.password, w.hash from auth."user" u
         join auth.account a on a."userId" = u.id left join auth.one_time_token w on w.user_id = u.id
        where u.email = $1`,
      [email],
    );
  const before = (await rows()).rows;
  // A mail scanner may follow the link repeatedly.
  for (let n = 0; n < 3; n++) expect((await verify({ token })).body).toEqual({ next: 'password', token: null });
  expect((await rows()).rows).toEqual(before);
  expect((await submitSignIn(email, strangerPassword)).body).toMatchObject({ code: 'accounts.not_verified' });
  expect((await verify({ token }, browser)).body.next).toBe('sign_in');
  expect((await submitSignIn(email, strangerPassword)).status).toBe(200);
});

test('in another browser the sign-up password verifies, a wrong one does not', async () => {
  const { email, token } = await signUp();
  const wrong = await verify({ token, password: ownerPassword });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'accounts.sign_up_password_wrong' } });
  expect((await verify({ token, password: strangerPassword })).body).toEqual({ next: 'sign_in', token: null });
  expect((await submitSignIn(email, strangerPassword)).status).toBe(200);
  expect((await verify({ token, password: strangerPassword })).body).toMatchObject({ code: 'accounts.link_invalid' });
});

test('wrong passwords with the link count as wrong sign-ins', async () => {
  const { email, token } = await signUp();
  for (let n = 0; n < 10; n++) await verify({ token, password: `${ownerPassword}${n}` });
  expect((await verify({ token, password: strangerPassword })).body).toMatchObject({ code: 'accounts.too_many_tries' });
  expect((await submitSignIn(email, strangerPassword)).body).toMatchObject({ code: 'accounts.too_many_tries' });
});

test('a forgotten sign-up password is replaced by e-mail, which verifies the address', async () => {
  const { email, token } = await signUp();
  await verify({ token });
  const chosen = { token: await runTokenJob('accounts.reset', email), password: ownerPassword };
  expect((await call('accounts/resetPassword', chosen)).status).toBe(200);
  expect((await submitSignIn(email, strangerPassword)).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await submitSignIn(email, ownerPassword)).status).toBe(200);
});

test('in the browser that signed up the link verifies', async () => {
  const { email, token, browser } = await signUp();
  expect((await verify({ token }, browser)).body).toEqual({ next: 'sign_in', token: null });
  expect((await submitSignIn(email, strangerPassword)).status).toBe(200);
});

test('between the link and the password choice every sign-in is refused', async () => {
  const { email } = await signUp();
  // In the previous release a process could stop between these two steps.
  await owner.query('update auth."user" set "emailVerified" = true where email = $1', [email]);
  expect((await submitSignIn(email, strangerPassword)).body).toMatchObject({ code: 'accounts.not_verified' });
});

test('when a stranger signed up later, the reader of the e-mail still chooses a password', async () => {
  const { email, token, browser } = await signUp();
  await call('accounts/signUp', { ...buildForm(email), password: ownerPassword });
  const verified = await verify({ token }, browser);
  expect(verified.body.next).toBe('choose');
  const chosen = await call('accounts/resetPassword', { token: verified.body.token, password: ownerPassword });
  expect(chosen.status).toBe(200);
  expect((await submitSignIn(email, ownerPassword)).status).toBe(200);
});
