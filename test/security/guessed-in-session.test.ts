import { afterEach, expect, test } from 'vitest';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools } from './account-security.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { submitSignIn, isSignedIn, createUser, createUserWithApp } = createAccountTools(server);
afterEach(() => server.setTime(null));

type Proof = { code: string } | { password: string };
const reauthenticate = async (proof: Proof, cookie: string) =>
  (await call<{ code?: string }>('accounts/reauthenticate', proof, cookie)).body.code ?? 'right';
const countNotifications = async (email: string) =>
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
  expect([await countNotifications(email), await isSignedIn(cookie)]).toEqual([1, false]);
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
  expect([await countNotifications(email), (await submitSignIn(email)).status]).toEqual([1, 200]);
}, 240_000);

test('slips before a right proof do not count as guesses', async () => {
  const { email, id, cookie, code } = await createUserWithApp();
  for (let time = 0; time < 5; time++) {
    for (let n = 0; n < 8; n++) expect(await reauthenticate({ code: '000000' }, cookie)).toBe('accounts.factor_wrong');
    expect(await reauthenticate({ code: code(1) }, cookie)).toBe('right');
  }
  expect([await countNotifications(email), await isSignedIn(cookie)]).toEqual([0, true]);
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
