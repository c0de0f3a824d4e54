import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { deleteOldAttempts } from '../../src/features/accounts/store.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools } from './account-security.ts';

/** Ten guesses per quarter hour open one account in four in 100 days. So wrong codes have a permanent limit. */
const server = await serverUnderTest();
const { call, owner } = server;
const { submitSignIn, findUserId, isSignedIn, createUser, createUserWithApp } = createAccountTools(server);

afterEach(() => server.setTime(null));

const getDeviceCookie = (cookie: string) => cookie.split('; ').find((part) => part.startsWith('device=')) ?? '';
const tryCode = async (pendingCookie: string, code = '000000') =>
  (await call<{ code: string }>('accounts/confirmSignIn', { code }, pendingCookie)).body.code;
const countNotifications = async (email: string) =>
  (
    await owner.query<{ n: number }>(
      `select count(*)::int n from pgboss.job where name = 'accounts.send_email'
         and data->>'email' = $1 and data->>'about' = 'codes_guessed'`,
      [email],
    )
  ).rows[0]?.n;

/** Tries ten wrong codes per quarter of an hour after the right password. Returns how many were checked. */
async function guessInQuarters(device: string, email: string, quarters: number): Promise<number> {
  const startMs = Date.now() + 120_000;
  let wrong = 0;
  for (let quarter = 0; quarter < quarters; quarter++) {
    server.setTime(new Date(startMs + quarter * 901_000));
    const pendingCookie = `${getCookie(await submitSignIn(email, undefined, device))}; ${device}`;
    for (let n = 0; n < 10; n++) if ((await tryCode(pendingCookie)) === 'accounts.factor_wrong') wrong += 1;
  }
  return wrong;
}

test('wrong codes at the second step are limited for good, however slowly a thief guesses', async () => {
  const { email } = await createUserWithApp();
  const startMs = Date.now();
  let wrong = 0;
  for (let quarter = 1; quarter <= 8; quarter++) {
    server.setTime(new Date(startMs + quarter * 901_000));
    for (let session = 0; session < 2; session++) {
      const pendingCookie = getCookie(await submitSignIn(email));
      for (let n = 0; n < 5; n++)
        if ((await call('accounts/confirmSignIn', { code: '000000' }, pendingCookie)).status === 422) wrong += 1;
    }
  }
  // NIST SP 800-63B, 3.2.2 allows at most a hundred failed attempts in a row.
  expect(wrong).toBe(50);
  expect(await countNotifications(email)).toBe(1);
}, 240_000);

test('a browser from before the first factor shares the strangers’ limit, and the owner is notified', async () => {
  const { email } = await createUser();
  const own = getCookie(await submitSignIn(email));
  const device = getDeviceCookie(getCookie(await submitSignIn(email)));
  expect(device).not.toBe('');
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, own);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, own)).status).toBe(200);
  expect([await guessInQuarters(device, email, 12), await countNotifications(email)]).toEqual([50, 1]);
  const { rows } = await owner.query('select from auth.known_device where user_id = $1', [await findUserId(email)]);
  expect(rows).toHaveLength(1);
}, 240_000);

test('a known browser has fifty wrong codes in a row; the owner is notified and uses another browser', async () => {
  const { email, code } = await createUserWithApp();
  const signInWithCode = async () => {
    const pendingCookie = getCookie(await submitSignIn(email));
    const signedIn = await call('accounts/confirmSignIn', { code: code(1) }, pendingCookie);
    expect(signedIn.status).toBe(200);
    return getCookie(signedIn);
  };
  const [device, ownCookie] = [getDeviceCookie(await signInWithCode()), await signInWithCode()];
  const own = getDeviceCookie(ownCookie);
  expect([await guessInQuarters(device, email, 7), await countNotifications(email)]).toEqual([50, 1]);
  expect(await tryCode(`${getCookie(await submitSignIn(email, undefined, device))}; ${device}`)).toBe(
    'accounts.too_many_codes',
  );
  server.setTime(null);
  const signInOwnDevice = async (password = demoPassword) =>
    `${getCookie(await submitSignIn(email, password, own))}; ${own}`;
  expect(await tryCode(await signInOwnDevice())).toBe('accounts.factor_wrong');
  const signedIn = await call('accounts/confirmSignIn', { code: code(40) }, await signInOwnDevice());
  expect([signedIn.status, await isSignedIn(getCookie(signedIn))]).toEqual([200, true]);
  const limitQuery = `select from rate_limits where key like '%:password:device:%' and starts_with(key, $1)`;
  const countDeviceLimits = async () =>
    (await owner.query(limitQuery, [`second-step:${await findUserId(email)}:`])).rows.length;
  expect(await countDeviceLimits()).toBe(1);
  const change = { email, currentPassword: demoPassword, newPassword: 'Canary-Secret-7741!' };
  expect((await call('accounts/changePassword', change, `${getCookie(signedIn)}; ${own}`)).status).toBe(200);
  expect(await countDeviceLimits()).toBe(0);
}, 240_000);

test('fifty wrong codes close the second step until the password changes, even after the daily cleanup', async () => {
  const { email } = await createUserWithApp();
  const id = await findUserId(email);
  // A thief of the password has used up the fifty codes, starting months ago.
  const insertTries = `insert into rate_limits (key, window_start, tries) values ($1, now() - $2::interval, 50)`;
  await owner.query(insertTries, [`second-step:${id}:password`, '300 days']);
  await owner.query(insertTries, [`second-step:${id}:password:device:one`, '300 days']);
  await owner.query(insertTries, [`confirm:${id}:session:one:code`, '6 days']);
  await owner.query(insertTries, [`second-step:${id}`, '25 hours']);
  const tryAfterSignIn = async () => tryCode(getCookie(await submitSignIn(email)));
  expect(await tryAfterSignIn()).toBe('accounts.too_many_codes');
  await deleteOldAttempts(server.services.authDb);
  expect(await tryAfterSignIn()).toBe('accounts.too_many_codes');
  const { rows } = await owner.query(
    `select split_part(key, $1, 1) || '..' || split_part(key, $1, 2) "where" from rate_limits
      where key like '%' || $1 || '%' and window_start < now() - interval '1 day' order by key collate "C"`,
    [id],
  );
  expect(rows.map((row) => row.where)).toEqual([
    'confirm:..:session:one:code',
    'second-step:..:password',
    'second-step:..:password:device:one',
  ]);
}, 240_000);

afterEach(() => server.setTime(null));

type Proof = { code: string } | { password: string };
const reauthenticate = async (proof: Proof, cookie: string) =>
  (await call<{ code?: string }>('accounts/reauthenticate', proof, cookie)).body.code ?? 'right';
const countWarnings = async (email: string) =>
  (
    await owner.query<{ n: number }>(
      `select count(*)::int n from pgboss.job where name = 'accounts.send_email'
         and data->>'email' = $1 and data->>'about' = 'proofs_guessed'`,
      [email],
    )
  ).rows[0]?.n;
const findTries = async (id: string) =>
  (await owner.query('select tries from rate_limits where key = $1', [`second-step:${id}:password`])).rows;

/** Tries ten times per quarter of an hour. Returns the number of responses by code. */
async function guessRepeatedly(proof: Proof, cookie: string, quarters: number): Promise<Record<string, number>> {
  const startMs = Date.now() + 120_000;
  const counts: Record<string, number> = {};
  for (let quarter = 0; quarter < quarters; quarter++) {
    server.setTime(new Date(startMs + quarter * 901_000));
    for (let n = 0; n < 10; n++) {
      const answer = await reauthenticate(proof, cookie);
      counts[answer] = (counts[answer] ?? 0) + 1;
    }
  }
  return counts;
}

test('a thief of a session has thirty codes; then the owner is notified and the session ends', async () => {
  const { email, id, cookie } = await createUserWithApp();
  const counts = await guessRepeatedly({ code: '000000' }, cookie, 5);
  expect(counts).toEqual({ 'accounts.factor_wrong': 30, 'accounts.sign_in_required': 20 });
  expect([await countWarnings(email), await isSignedIn(cookie)]).toEqual([1, false]);
  // These attempts count together with those on the sign-in page.
  expect(await findTries(id)).toEqual([{ tries: 30 }]);
  const { rows } = await owner.query(
    `select after from audit_log where subject_id = $1 and action = 'accounts.session_ended'`,
    [id],
  );
  expect(rows).toEqual([{ after: { wrongProofs: 30 } }]);
}, 240_000);

test('a thief of a session without a second factor has thirty passwords', async () => {
  const { email, cookie } = await createUser();
  const counts = await guessRepeatedly({ password: 'Guess-1234!' }, cookie, 4);
  expect(counts).toEqual({ 'accounts.password_wrong': 30, 'accounts.sign_in_required': 10 });
  expect([await countWarnings(email), (await submitSignIn(email)).status]).toEqual([1, 200]);
}, 240_000);

test('slips before a right proof do not count as guesses', async () => {
  const { email, id, cookie, code } = await createUserWithApp();
  for (let time = 0; time < 5; time++) {
    for (let n = 0; n < 8; n++) expect(await reauthenticate({ code: '000000' }, cookie)).toBe('accounts.factor_wrong');
    expect(await reauthenticate({ code: code(1) }, cookie)).toBe('right');
  }
  expect([await countWarnings(email), await isSignedIn(cookie)]).toEqual([0, true]);
  expect(await findTries(id)).toEqual([]);
}, 240_000);

test('strangers who used up the codes of an account do not keep its sessions from reauthenticating', async () => {
  const { email, id, cookie, code } = await createUserWithApp();
  await owner.query(`insert into rate_limits (key, window_start, tries) values ($1, now(), 50)`, [
    `second-step:${id}:password`,
  ]);
  const pendingCookie = getCookie(await submitSignIn(email));
  const signInAnswer = await call<{ code: string }>('accounts/confirmSignIn', { code: code(1) }, pendingCookie);
  expect(signInAnswer.body.code).toBe('accounts.too_many_codes');
  expect(await reauthenticate({ code: '000000' }, cookie)).toBe('accounts.factor_wrong');
  expect(await reauthenticate({ code: code(1) }, cookie)).toBe('right');
  // A successful proof gives strangers no further attempts: the count grows only by the refused sign-in.
  expect(await findTries(id)).toEqual([{ tries: 51 }]);
}, 240_000);
