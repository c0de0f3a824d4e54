import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { upload } from '../orders.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools, getSessionToken } from './account-security.ts';
import { createSession } from './actors.ts';

const newPassword = 'Canary-Secret-9081!';
const server = await serverWithoutFaults();
const { call, owner, app, signIn } = server;
const { submitSignIn, isSignedIn, createUser, createUserWithApp, runTokenJob } = createAccountTools(server);
const getCode = ({ body }: { body: unknown }) => (body as { code?: string }).code;

test('a pending second step ends when the password changes or the user is signed out', async () => {
  const compliance = await signIn('compliance');
  const endings = {
    change: async (user: { email: string; cookie: string }) =>
      call('accounts/changePassword', { email: user.email, currentPassword: demoPassword, newPassword }, user.cookie),
    reset: async (user: { email: string }) =>
      call('accounts/resetPassword', { token: await runTokenJob('accounts.reset', user.email), password: newPassword }),
    staff: async (user: { id: string }) => call('accounts/endCustomerSessions', { userId: user.id }, compliance),
    others: async (user: { cookie: string }) => call('accounts/endOtherSessions', undefined, user.cookie),
    closed: async (user: { email: string; cookie: string }) =>
      call('accounts/closeAccount', { email: user.email, password: demoPassword, confirmed: true }, user.cookie),
  };
  const failures: unknown[] = [];
  for (const [name, end] of Object.entries(endings)) {
    const user = await createUserWithApp();
    const pendingCookie = getCookie(await submitSignIn(user.email));
    const done = await end(user as never);
    if (done.status !== 200) failures.push([name, done.status, done.body]);
    const answer = await call('accounts/confirmSignIn', { code: user.code(1) }, pendingCookie);
    if (answer.status === 200 || getCode(answer) !== 'accounts.second_step_over')
      failures.push([name, answer.status, answer.body]);
    server.setTime(null);
  }
  expect(failures).toEqual([]);
});

test('a cookie that awaits its second step opens no command, file, export or live stream', async () => {
  const user = await createUserWithApp();
  server.setTime(null);
  const { body: file } = await upload(server, user.cookie);
  const { body: link } = await call<{ url: string }>('documents/link', { fileId: file.id }, user.cookie);
  const pendingCookie = getCookie(await submitSignIn(user.email));
  const statuses = [];
  for (const url of [link.url, '/api/transactions.csv?from=2026-01-01&until=2026-12-31', '/api/account-data.json'])
    statuses.push((await app.inject({ url, headers: { cookie: pendingCookie } })).statusCode);
  expect(statuses.filter((status) => status === 200)).toEqual([]);
  for (const path of [
    'accounts/reauthMethods',
    'accounts/security',
    'accounts/startAuthenticator',
    'accounts/createRecoveryCodes',
  ])
    expect((await call(path, undefined, pendingCookie)).status).toBe(401);
  expect((await call('accounts/reauthenticate', { code: user.code(1) }, pendingCookie)).status).toBe(401);
});

test('reauthentication belongs to one session', async () => {
  const user = await createUser();
  const other = await createSession(server, user.email);
  await owner.query(`update auth.session set confirmed_at = now() - interval '2 days' where token = $1`, [
    getSessionToken(other),
  ]);
  expect((await call('accounts/reauthenticate', { password: demoPassword }, user.cookie)).status).toBe(200);
  expect(getCode(await call('accounts/startAuthenticator', undefined, other))).toBe('accounts.confirm_needed');
});

test('reauthentication by password alone ends when another session adds an app', async () => {
  const user = await createUser();
  const thief = await createSession(server, user.email);
  expect((await call('accounts/reauthenticate', { password: demoPassword }, thief)).status).toBe(200);
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, user.cookie);
  const { Secret, TOTP } = await import('otpauth');
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, user.cookie)).status).toBe(200);
  // A reauthentication by password from before the app does not count as a proof of the app.
  const commands = ['createRecoveryCodes', 'removeAuthenticator'] as const;
  const answers = [];
  for (const end of commands) answers.push(getCode(await call(`accounts/${end}`, undefined, thief)));
  expect(answers.filter((code) => !/confirm_needed|sign_in_required/.test(code ?? ''))).toEqual([]);
});

test('the secret that one session began to set up is not confirmed from another', async () => {
  const user = await createUser();
  const thief = await createSession(server, user.email);
  const { Secret, TOTP } = await import('otpauth');
  const code = (text: string) => new TOTP({ secret: Secret.fromBase32(text) }).generate();
  const own = await call<{ text: string }>('accounts/startAuthenticator', undefined, user.cookie);
  const ofThief = await call<{ text: string }>('accounts/startAuthenticator', undefined, thief);
  const late = await call('accounts/confirmAuthenticator', { code: code(own.body.text) }, user.cookie);
  expect(getCode(late)).toBe('accounts.factor_wrong');
  expect(ofThief.status).toBe(200);
});

test('of two apps begun concurrently the confirmed one remains', async () => {
  const { Secret, TOTP } = await import('otpauth');
  const code = (text: string) => new TOTP({ secret: Secret.fromBase32(text) }).generate();
  const failures: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    const user = await createUser();
    const thief = await createSession(server, user.email);
    const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, user.cookie);
    const confirmed = call('accounts/confirmAuthenticator', { code: code(body.text) }, user.cookie);
    const thiefRequests = (async () => {
      const answers = [];
      for (let n = 0; n < 40; n += 1)
        answers.push(await call<{ text?: string }>('accounts/startAuthenticator', undefined, thief));
      return answers;
    })();
    const done = await confirmed;
    await thiefRequests;
    if (done.status !== 200) continue;
    const pendingCookie = getCookie(await submitSignIn(user.email));
    server.setTime(new Date(Date.now() + 30_000));
    const later = new TOTP({ secret: Secret.fromBase32(body.text) }).generate({ timestamp: Date.now() + 30_000 });
    const answer = await call('accounts/confirmSignIn', { code: later }, pendingCookie);
    server.setTime(null);
    if (answer.status !== 200) failures.push([round, answer.status, getCode(answer)]);
  }
  expect(failures).toEqual([]);
});

test('an old reset or verification token does nothing after the account is closed', async () => {
  const user = await createUser();
  const token = await runTokenJob('accounts.reset', user.email);
  const closed = await call(
    'accounts/closeAccount',
    { email: user.email, password: demoPassword, confirmed: true },
    user.cookie,
  );
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  expect(await isSignedIn(user.cookie)).toBe(false);
  const reset = { token, password: newPassword };
  expect(getCode(await call('accounts/resetPassword', reset))).toBe('accounts.reset_link_invalid');
});

test('after losing a role or a freeze, an open session reaches no staff command', async () => {
  const user = await createUser();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [user.id]);
  expect((await call('accounts/reauthenticate', { password: demoPassword }, user.cookie)).status).toBe(200);
  const customer = await createUser();
  const { body: file } = await upload(server, customer.cookie);
  const link = await call<{ url?: string }>('documents/link', { fileId: file.id }, user.cookie);
  expect(link.status).toBe(200);
  const viewFile = async () =>
    (await app.inject({ url: link.body.url ?? '', headers: { cookie: user.cookie } })).statusCode;
  expect(await viewFile()).toBe(200);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [user.id]);
  expect(await viewFile()).not.toBe(200);
  expect((await call('desk/queue', {}, user.cookie)).status).not.toBe(200);
  await owner
    .query(`update account_freezes set lifted_at = now() where user_id = $1`, [user.id])
    .catch(() => undefined);
  await owner.query('delete from account_freezes where user_id = $1', [user.id]);
  expect(await viewFile()).toBe(200);
  await owner.query('delete from user_roles where user_id = $1', [user.id]);
  expect(await viewFile()).not.toBe(200);
});

const attackerPassword = 'Blue-Mountain-2256!';
const ownerPassword = 'Green-Valley-9081!';
const buildForm = (email: string) => ({
  ...{ email, password: attackerPassword, firstName: 'Nia', lastName: 'Brown', phoneNumber: '+18765550100' },
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
  expect((await submitSignIn(email, attackerPassword)).body).toMatchObject({ code: 'accounts.not_verified' });
  expect((await verify({ token }, browser)).body.next).toBe('signed_in');
  expect((await submitSignIn(email, attackerPassword)).status).toBe(200);
});

test('in another browser the sign-up password verifies, a wrong one does not', async () => {
  const { email, token } = await signUp();
  const wrong = await verify({ token, password: ownerPassword });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'accounts.sign_up_password_wrong' } });
  const verified = await verify({ token, password: attackerPassword });
  expect(verified.body).toEqual({ next: 'sign_in', token: null });
  expect(verified.headers['set-cookie']).toBeUndefined();
  expect((await submitSignIn(email, attackerPassword)).status).toBe(200);
  expect((await verify({ token, password: attackerPassword })).body).toMatchObject({ code: 'accounts.link_invalid' });
});

test('wrong passwords with the link count as wrong sign-ins', async () => {
  const { email, token } = await signUp();
  for (let n = 0; n < 10; n++) await verify({ token, password: `${ownerPassword}${n}` });
  expect((await verify({ token, password: attackerPassword })).body).toMatchObject({ code: 'accounts.too_many_tries' });
  expect((await submitSignIn(email, attackerPassword)).body).toMatchObject({ code: 'accounts.too_many_tries' });
});

test('a forgotten sign-up password is replaced by email, which verifies the address', async () => {
  const { email, token } = await signUp();
  await verify({ token });
  const chosen = { token: await runTokenJob('accounts.reset', email), password: ownerPassword };
  expect((await call('accounts/resetPassword', chosen)).status).toBe(200);
  expect((await submitSignIn(email, attackerPassword)).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await submitSignIn(email, ownerPassword)).status).toBe(200);
});

test('in the browser that signed up the link verifies and signs in, once', async () => {
  const { email, token, browser } = await signUp();
  const verified = await verify({ token }, browser);
  expect(verified.body).toEqual({ next: 'signed_in', token: null });
  expect((await call('accounts/viewer', undefined, getCookie(verified))).body).toMatchObject({ email });
  expect((await verify({ token }, browser)).body).toMatchObject({ code: 'accounts.link_invalid' });
});

test('a day after the sign-up its browser verifies without signing in', async () => {
  const { email, token, browser } = await signUp();
  await owner.query(`update auth."user" set "createdAt" = now() - interval '25 hours' where email = $1`, [email]);
  const verified = await verify({ token }, browser);
  expect(verified.body).toEqual({ next: 'sign_in', token: null });
  expect(verified.headers['set-cookie']).toBeUndefined();
});

test('between the link and the password choice every sign-in is refused', async () => {
  const { email } = await signUp();
  // In the previous release a process could stop between these two steps.
  await owner.query('update auth."user" set "emailVerified" = true where email = $1', [email]);
  expect((await submitSignIn(email, attackerPassword)).body).toMatchObject({ code: 'accounts.not_verified' });
});

test('when a stranger signed up later, the reader of the email still chooses a password', async () => {
  const { email, token, browser } = await signUp();
  await call('accounts/signUp', { ...buildForm(email), password: ownerPassword });
  const verified = await verify({ token }, browser);
  expect(verified.body.next).toBe('choose');
  const chosen = await call('accounts/resetPassword', { token: verified.body.token, password: ownerPassword });
  expect(chosen.status).toBe(200);
  expect((await submitSignIn(email, ownerPassword)).status).toBe(200);
});
