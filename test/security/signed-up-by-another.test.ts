import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';

/** Anybody can type the address of somebody else into the form of the sign-up. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { enter, mailedToken } = accountsOf(server);

const strangers = 'Blue-Mountain-2256!';
const owners = 'Green-Valley-9081!';
const form = (email: string) => ({
  ...{ email, password: strangers, firstName: 'Nia', lastName: 'Brown', phoneNumber: '+18765550100' },
  ...{ dateOfBirth: '1990-04-12', countryOfResidence: 'JM', nationality: 'JM', occupation: 'Teacher' },
  ...{ isPep: false, agreed: true },
});

async function signedUp() {
  const email = `${randomUUID().slice(0, 8)}@somewhere.test`;
  const answer = await call('accounts/signUp', form(email));
  expect(answer.status).toBe(200);
  return { email, browser: cookieOf(answer), token: await mailedToken('accounts.verification', email) };
}

test('a role is given to nobody whose address was never proved', async () => {
  const { email } = await signedUp();
  const change = { email, role: 'finance', act: 'grant', why: 'Starts on Monday' };
  const proposed = await call('roles/propose', change, await sessionFor(server, 'admin'));
  expect(proposed.body).toMatchObject({ code: 'roles.person_unknown' });
});

test('whoever presses the button in our mail chooses the password, not the stranger who signed up', async () => {
  const { email, token } = await signedUp();
  const verified = await call<{ choose: string }>('accounts/verifyEmail', { token });
  expect(verified.status).toBe(200);
  expect((await enter(email, strangers)).body).toMatchObject({ code: 'accounts.wrong_password' });
  const chosen = await call('accounts/resetPassword', { token: verified.body.choose, password: owners });
  expect(chosen.status).toBe(200);
  expect((await enter(email, strangers)).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await enter(email, owners)).status).toBe(200);
});

test('in the browser that signed up the password stands', async () => {
  const { email, token, browser } = await signedUp();
  expect((await call('accounts/verifyEmail', { token }, browser)).body).toMatchObject({ verified: true, choose: null });
  expect((await enter(email, strangers)).status).toBe(200);
});

test('between the link and the choice nobody comes in', async () => {
  const { email } = await signedUp();
  // The release before could stop between the two.
  await owner.query('update auth."user" set "emailVerified" = true where email = $1', [email]);
  expect((await enter(email, strangers)).body).toMatchObject({ code: 'accounts.not_verified' });
});

test('where a stranger signed up after them, the reader of the mail chooses a password too', async () => {
  const { email, token, browser } = await signedUp();
  await call('accounts/signUp', { ...form(email), password: owners });
  const verified = await call<{ choose: string }>('accounts/verifyEmail', { token }, browser);
  const chosen = await call('accounts/resetPassword', { token: verified.body.choose, password: owners });
  expect(chosen.status).toBe(200);
  expect((await enter(email, owners)).status).toBe(200);
});
