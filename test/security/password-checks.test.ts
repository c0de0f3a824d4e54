import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import { buildServer } from '../../src/server.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession } from './actors.ts';
import { createAuthenticator } from './authenticator.ts';

/** Hashing a password takes time, so commands must use the state of the account after it. */
const server = await serverWithoutFaults();
const { call, services } = server;
const { submitSignIn, isSignedIn, findUserId, createUser, runTokenJob, createUserWithApp } = createAccountTools(server);
const { passwords } = services;
const plain = passwords.verify;
afterEach(() => {
  Object.assign(passwords, { verify: plain });
});
const getCode = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : (body as { code?: string }).code;

/** Makes the next password check wait until the returned function is called. */
function pausePasswordCheck() {
  let release: () => void = () => undefined;
  let markStarted: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  const started = new Promise<void>((done) => {
    markStarted = done;
  });
  const pausedVerify: typeof plain = async (...args) => {
    const isMatch = await plain.apply(passwords, args);
    markStarted();
    await released;
    return isMatch;
  };
  Object.assign(passwords, { verify: pausedVerify });
  return { release, started };
}

/** Pool of a simulated second process. Within one process, proofs of a user would wait for each other. */
const otherPool = openPool({ url: services.appUrl, role: 'cryptocommerce_app', isOwnLogin: true, max: 4 });
const otherServer = await buildServer({
  ...services,
  ...{ pool: otherPool, db: createKysely(otherPool), passwords: { ...passwords } },
});
afterAll(async () => {
  await otherServer.close();
  await otherPool.end();
});

async function setUpApp(cookie: string) {
  const sendCommand = async (path: string, input: object | undefined) => {
    const headers = { 'content-type': 'application/json', cookie };
    const payload = JSON.stringify({ json: input });
    const { statusCode, body } = await otherServer.inject({
      method: 'POST',
      url: `/api/rpc/accounts/${path}`,
      headers,
      payload,
    });
    return { status: statusCode, body: JSON.parse(body || '{}').json };
  };
  const { body } = await sendCommand('startAuthenticator', undefined);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect(getCode(await sendCommand('confirmAuthenticator', { code }))).toBe('done');
}

test('signing in by password while the first factor is added requires the factor', async () => {
  const owner = await createUser();
  const check = pausePasswordCheck();
  const signingIn = submitSignIn(owner.email);
  await check.started;
  await setUpApp(owner.cookie);
  check.release();
  const signedIn = await signingIn;
  const thief = getCookie(signedIn);
  expect([signedIn.body.next, await isSignedIn(thief)]).not.toEqual(['in', true]);
  expect(getCode(await call('accounts/removeAuthenticator', undefined, thief))).not.toBe('done');
});

test('reauthenticating by password while the first factor is added proves nothing', async () => {
  const owner = await createUser();
  const thief = await createSession(server, owner.email);
  const check = pausePasswordCheck();
  const proving = call('accounts/reauthenticate', { password: demoPassword }, thief);
  await check.started;
  await setUpApp(owner.cookie);
  check.release();
  await proving;
  for (const path of ['accounts/createRecoveryCodes', 'accounts/removeAuthenticator'])
    expect([path, getCode(await call(path, undefined, thief))]).not.toEqual([path, 'done']);
});

test('changing the password from a session without a factor requires a factor that was added meanwhile', async () => {
  const owner = await createUser();
  const thief = await createSession(server, owner.email);
  const check = pausePasswordCheck();
  const newPassword = 'Canary-Secret-9081!';
  const changing = call(
    'accounts/changePassword',
    { email: owner.email, currentPassword: demoPassword, newPassword },
    thief,
  );
  await check.started;
  await setUpApp(owner.cookie);
  check.release();
  expect(getCode(await changing)).not.toBe('done');
});

test('signing in during a password change or account closure is refused', async () => {
  const owner = await createUser();
  const check = pausePasswordCheck();
  const signingIn = submitSignIn(owner.email);
  await check.started;
  Object.assign(passwords, { verify: plain });
  const newPassword = 'Canary-Secret-9081!';
  const change = { email: owner.email, currentPassword: demoPassword, newPassword };
  expect(getCode(await call('accounts/changePassword', change, owner.cookie))).toBe('done');
  check.release();
  expect(getCode(await signingIn)).toBe('accounts.wrong_password');
  const neighbour = await createUser();
  const again = pausePasswordCheck();
  const late = submitSignIn(neighbour.email);
  await again.started;
  Object.assign(passwords, { verify: plain });
  const close = { email: neighbour.email, password: demoPassword, confirmed: true };
  expect(getCode(await call('accounts/closeAccount', close, neighbour.cookie))).toBe('done');
  again.release();
  expect(getCode(await late)).not.toBe('done');
});

test('closing an account from a session that ended meanwhile closes nothing', async () => {
  const owner = await createUser();
  const thief = await createSession(server, owner.email);
  const check = pausePasswordCheck();
  const closing = call('accounts/closeAccount', { email: owner.email, password: demoPassword, confirmed: true }, thief);
  await check.started;
  Object.assign(passwords, { verify: plain });
  expect(getCode(await call('accounts/endOtherSessions', undefined, owner.cookie))).toBe('done');
  check.release();
  expect(getCode(await closing)).not.toBe('done');
  expect(await isSignedIn(owner.cookie)).toBe(true);
});

test('closing an account by password alone is refused when a factor was added meanwhile', async () => {
  const owner = await createUser();
  const thief = await createSession(server, owner.email);
  const check = pausePasswordCheck();
  const closing = call('accounts/closeAccount', { email: owner.email, password: demoPassword, confirmed: true }, thief);
  await check.started;
  await setUpApp(owner.cookie);
  check.release();
  expect(getCode(await closing)).not.toBe('done');
});

test('adding a passkey while another session adds the first app requires a code of that app', async () => {
  const failures: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const owner = await createUser();
    const thief = await createSession(server, owner.email);
    const appStart = await call<{ text: string }>('accounts/startAuthenticator', undefined, owner.cookie);
    const registration = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, thief);
    const passkey = createAuthenticator(services.config.origin);
    const answer = passkey.register(registration.body.challenge, { format: 'none', statement: () => new Map() });
    const code = new TOTP({ secret: Secret.fromBase32(appStart.body.text) }).generate();
    const order: string[] = [];
    const recordOrder = (name: string) => (done: { status: number; body: unknown }) => {
      order.push(`${name} ${getCode(done)}`);
      return done;
    };
    const confirming = call<{ codes: string[] }>('accounts/confirmAuthenticator', { code }, owner.cookie).then(
      recordOrder('owner'),
    );
    const registering = new Promise((done) => setTimeout(done, 40 + round * 40)).then(() =>
      call('accounts/registerPasskey', { name: 'Phone', answer }, thief).then(recordOrder('thief')),
    );
    const [confirmed] = await Promise.all([confirming, registering]);
    if (order[0] !== 'owner done' || order[1] !== 'thief done') continue;
    // The owner was first, so later requests need a code of the app.
    const options = await call<{ challenge: string }>('accounts/passkeyOptions');
    const signedIn = await call('accounts/signInWithPasskey', { passkey: passkey.sign(options.body.challenge) });
    const codes = (confirmed as { body: { codes: string[] } }).body.codes;
    const pendingCookie = getCookie(await submitSignIn(owner.email));
    const ownAnswer = await call('accounts/confirmSignIn', { code: codes[0] }, pendingCookie);
    failures.push([round, 'the thief comes in', getCode(signedIn), 'with their codes the owner', getCode(ownAnswer)]);
  }
  expect(failures).toEqual([]);
});

/** Hash format of the previous sign-in library, for the demo password. */
const oldHash =
  'f18b51e440536036ecb70a90c1cbfb9b:' +
  '102f086be17e3628b8cc9f7a4b40b67509eeaf67bb955ae8021733c5610d88379882fe4705bf0742df04b87ec678acff27a50f455183b1cde6bc1ffae35acb0d';

const findPasswordHash = async (id: string): Promise<string> =>
  (await server.owner.query('select password from auth.account where "userId" = $1', [id])).rows[0].password;

const storeOldHash = (id: string) =>
  server.owner.query('update auth.account set password = $2 where "userId" = $1', [id, oldHash]);

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
  passwords.verify = async (...args) => {
    const result = await plain.apply(passwords, args);
    await server.owner.query('update auth.account set password = null where "userId" = $1', [id]);
    return result;
  };
  const answer = await submitSignIn(email);
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
