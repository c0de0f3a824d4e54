import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { budgets } from '../../src/features/accounts/quotas.ts';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools, createSignInFrom, parseLinkToken } from './account-security.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { submitSignIn, createUser, createUserWithApp, runEmailJob, runTokenJob } = createAccountTools(server);

const thiefPassword = 'Thief-Secret-9081!';
const findAlarmToken = async (email: string) =>
  parseLinkToken((await runEmailJob('accounts.new-device', email))?.links);

const getDeviceCookie = (cookie: string) =>
  cookie
    .split('; ')
    .filter((part) => part.startsWith('device='))
    .join('; ');

const spendTries = (email: string) =>
  owner.query(
    `insert into rate_limits (key, window_start, tries) values ($1, now(), 10)
    on conflict (key) do update set tries = 10, window_start = now()`,
    [hashPersonalParts(`sign-in:account:${email}`)],
  );

async function setUpApp(cookie: string) {
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, cookie)).status).toBe(200);
}

async function resetByEmail(email: string, alarm: string) {
  expect((await call('accounts/thisWasNotMe', { token: alarm })).status).toBe(200);
  await call('accounts/requestPasswordReset', { email });
  const token = parseLinkToken((await runEmailJob('accounts.reset', email))?.links);
  expect((await call('accounts/resetPassword', { token, password: thiefPassword })).status).toBe(200);
  return (await submitSignIn(email, thiefPassword)).body.next;
}

test.each(['finance', 'compliance', 'admin', 'support'])(
  'an email removes no factor of %s, also not one that was set up in that browser',
  async (role) => {
    const { email, id } = await createUser();
    await owner.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role]);
    const cookie = getCookie(await submitSignIn(email));
    const alarm = await findAlarmToken(email);
    await setUpApp(cookie);
    expect(await resetByEmail(email, alarm)).toBe('second_step');
  },
);

test('an email about one browser removes no factor of another known browser', async () => {
  const { email, id } = await createUser();
  const own = getCookie(await submitSignIn(email));
  await submitSignIn(email);
  const alarm = await findAlarmToken(email);
  await setUpApp(own);
  expect(await resetByEmail(email, alarm)).toBe('second_step');
  const { rows } = await owner.query('select from auth.recovery_code where user_id = $1', [id]);
  expect(rows).toHaveLength(10);
});

test('an email removes no factor that is older than the sign-in, also after a new password', async () => {
  const { email, id } = await createUser();
  await setUpApp(getCookie(await submitSignIn(email)));
  await owner.query('delete from auth.known_device where user_id = $1', [id]);
  await owner.query('update auth."user" set second_factor = false where id = $1', [id]);
  await submitSignIn(email);
  const alarm = await findAlarmToken(email);
  await owner.query('update auth."user" set second_factor = true where id = $1', [id]);
  expect(await resetByEmail(email, alarm)).toBe('second_step');
});

async function expectThiefOut(email: string, thief: string, alarm: string) {
  expect(await resetByEmail(email, alarm)).toBe('in');
  expect((await call('accounts/viewer', undefined, thief)).status).not.toBe(200);
}

test.each([2, 6])(
  'a thief with only the password does not keep the account by signing in from %i browsers',
  async (browserCount) => {
    const { email } = await createUser();
    let [thief, first] = ['', ''];
    for (let n = 0; n < browserCount; n++) {
      thief = getCookie(await submitSignIn(email));
      first ||= await findAlarmToken(email);
    }
    await setUpApp(thief);
    await expectThiefOut(email, thief, first);
  },
);

test('a thief in a browser without an email is out, whichever email the owner answers', async () => {
  const { email } = await createUser();
  for (let n = 0; n < 5; n++) await submitSignIn(email);
  const thief = getCookie(await submitSignIn(email));
  await setUpApp(thief);
  server.setTime(new Date(Date.now() + 25 * 3600_000));
  await call('accounts/signOut', undefined, thief);
  await owner.query('update auth."user" set second_factor = false where email = $1', [email]);
  await submitSignIn(email);
  const later = await findAlarmToken(email);
  await owner.query('update auth."user" set second_factor = true where email = $1', [email]);
  server.setTime(null);
  await expectThiefOut(email, thief, later);
});

test('a thief is out when the owner answers the emails from last to first', async () => {
  const { email, id } = await createUser();
  const thief = getCookie(await submitSignIn(email));
  const first = await findAlarmToken(email);
  await submitSignIn(email);
  const second = await findAlarmToken(email);
  await setUpApp(thief);
  expect((await call('accounts/thisWasNotMe', { token: second })).status).toBe(200);
  await expectThiefOut(email, thief, first);
  expect((await owner.query('select from auth.recovery_code where user_id = $1', [id])).rows).toEqual([]);
});

test('an email link works for a week, and once', async () => {
  const { email, id } = await createUser();
  await submitSignIn(email);
  const alarm = await findAlarmToken(email);
  const { rows } = await owner.query(
    'select expires_at - now() <= $2::interval short from auth.one_time_token where user_id = $1',
    [id, '7 days'],
  );
  expect(rows).toEqual([{ short: true }]);
  expect((await call('accounts/thisWasNotMe', { token: alarm })).status).toBe(200);
  expect((await call('accounts/thisWasNotMe', { token: alarm })).body).toMatchObject({
    code: 'accounts.alarm_invalid',
  });
});

test('a new password makes every browser unknown except the one that chose it', async () => {
  const { email } = await createUser();
  const [thief, own] = [getCookie(await submitSignIn(email)), getCookie(await submitSignIn(email))];
  await call('accounts/requestPasswordReset', { email });
  const token = parseLinkToken((await runEmailJob('accounts.reset', email))?.links);
  expect((await call('accounts/resetPassword', { token, password: thiefPassword }, getDeviceCookie(own))).status).toBe(
    200,
  );
  // After ten guesses, strangers cannot sign in; a known browser has its own ten.
  await spendTries(email);
  expect((await submitSignIn(email, thiefPassword, getDeviceCookie(thief))).status).toBe(429);
  expect((await submitSignIn(email, thiefPassword, getDeviceCookie(own))).status).toBe(200);
});

test('a password changed inside makes every other browser unknown', async () => {
  const { email } = await createUser();
  const [thief, own] = [getCookie(await submitSignIn(email)), getCookie(await submitSignIn(email))];
  const change = { email, currentPassword: demoPassword, newPassword: thiefPassword };
  expect((await call('accounts/changePassword', change, own)).status).toBe(200);
  await spendTries(email);
  expect((await submitSignIn(email, thiefPassword, getDeviceCookie(thief))).status).toBe(429);
  expect((await submitSignIn(email, thiefPassword, getDeviceCookie(own))).status).toBe(200);
});

test('wrong codes of a password thief do not lock the owner out', async () => {
  const user = await createUserWithApp();
  const first = await call('accounts/confirmSignIn', { code: user.code(1) }, getCookie(await submitSignIn(user.email)));
  expect(first.status).toBe(200);
  const device = getDeviceCookie(getCookie(first));
  const thief = getCookie(await submitSignIn(user.email));
  for (let n = 0; n < 12; n++) await call('accounts/confirmSignIn', { code: '000000' }, thief);
  // A pending sign-in of a stranger uses half of the strangers' limit.
  const attackerCookie = getCookie(await submitSignIn(user.email));
  expect((await call('accounts/confirmSignIn', { code: user.code(1) }, attackerCookie)).status).toBe(200);
  for (const thiefCookie of [getCookie(await submitSignIn(user.email)), getCookie(await submitSignIn(user.email))])
    for (let n = 0; n < 6; n++) await call('accounts/confirmSignIn', { code: '000000' }, thiefCookie);
  const late = getCookie(await submitSignIn(user.email));
  expect((await call('accounts/confirmSignIn', { code: user.code(1) }, late)).status).toBe(429);
  // The known browser still has its own limit.
  const own = `${getCookie(await submitSignIn(user.email, undefined, device))}; ${device}`;
  expect((await call('accounts/confirmSignIn', { code: user.code() }, own)).status).toBe(200);
});

describe('a stolen password', () => {
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
    'by email': async ({ email }: { email: string }) =>
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
});
