import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import { buildServer } from '../../src/server.ts';
import { buildSent } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools, getSessionToken, parseLinkToken } from './account-security.ts';
import { createSession } from './actors.ts';
import { commands } from './commands.ts';

const newPassword = 'Canary-Secret-9081!';
const server = await serverWithoutFaults();
const { call, owner } = server;
const { submitSignIn, isSignedIn, createUser, createUserWithApp, runEmailJob, backdateSession } =
  createAccountTools(server);

test('the right password of an account with an app opens nothing before the code', async () => {
  const user = await createUserWithApp();
  expect(user.uri).toMatch(/^otpauth:\/\/totp\/Cryptocommerce:/);
  const first = await submitSignIn(user.email);
  expect(first.body.next).toBe('second_step');
  const pendingCookie = getCookie(first);
  expect(await isSignedIn(pendingCookie)).toBe(false);
  expect((await call('accounts/security', undefined, pendingCookie)).status).toBe(401);
  expect((await call('accounts/secondStep', undefined, pendingCookie)).body).toEqual({ app: true, passkey: null });
  expect((await call('accounts/confirmSignIn', { code: '000000' }, pendingCookie)).body).toMatchObject({
    code: 'accounts.factor_wrong',
  });
  const second = await call('accounts/confirmSignIn', { code: user.code(1) }, pendingCookie);
  expect(second.status).toBe(200);
  const open = getCookie(second);
  expect(getSessionToken(open)).not.toBe(getSessionToken(pendingCookie));
  expect([await isSignedIn(open), await isSignedIn(pendingCookie)]).toEqual([true, false]);
  const repeated = await call('accounts/confirmSignIn', { code: user.code(1) }, pendingCookie);
  expect(repeated.body).toMatchObject({ code: 'accounts.second_step_over' });
});

test('a code works once, also for two concurrent uses', async () => {
  const user = await createUserWithApp();
  const used = user.code(1);
  const pendingCookie = await Promise.all([
    submitSignIn(user.email),
    submitSignIn(user.email),
    submitSignIn(user.email),
  ]);
  const answers = await Promise.all(
    pendingCookie.map((answer) => call('accounts/confirmSignIn', { code: used }, getCookie(answer))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = await call('accounts/confirmSignIn', { code: used }, getCookie(await submitSignIn(user.email)));
  expect(late.body).toMatchObject({ code: 'accounts.factor_wrong' });
});

test('a recovery code works once in any spelling, and is stored as a slow hash', async () => {
  const { email, codes, id } = await createUserWithApp();
  expect(new Set(codes).size).toBe(10);
  const { rows } = await owner.query<{ hash: string }>('select hash from auth.recovery_code where user_id = $1', [id]);
  expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  const typed = ` ${(codes[3] ?? '').toLowerCase().replaceAll('-', ' ')} `;
  const open = await call('accounts/confirmSignIn', { code: typed }, getCookie(await submitSignIn(email)));
  expect(open.status).toBe(200);
  const repeated = await call('accounts/confirmSignIn', { code: codes[3] }, getCookie(await submitSignIn(email)));
  expect(repeated.body).toMatchObject({ code: 'accounts.factor_wrong' });
  expect((await call<{ codes: number }>('accounts/security', undefined, getCookie(open))).body.codes).toBe(9);
});

test('the secret of the app is encrypted in the database', async () => {
  const { id } = await createUserWithApp();
  const { rows } = await owner.query<{ encrypted: Buffer; key_id: string }>(
    'select secret_encrypted encrypted, key_id from auth.authenticator where user_id = $1',
    [id],
  );
  expect(rows[0]?.encrypted.length).toBe(12 + 16 + 20);
  expect(rows[0]?.key_id).toMatch(/^[0-9a-f]{16}$/);
});

test('guesses at the second step end after five per session and ten in all', async () => {
  const user = await createUserWithApp();
  const guessInSession = async () => {
    const pendingCookie = getCookie(await submitSignIn(user.email));
    const answers = [];
    for (let n = 0; n < 6; n++)
      answers.push((await call('accounts/confirmSignIn', { code: '000000' }, pendingCookie)).status);
    return answers;
  };
  expect(await guessInSession()).toEqual([...Array(5).fill(422), 429]);
  expect(await guessInSession()).toEqual([...Array(5).fill(422), 429]);
  expect(await guessInSession()).toEqual(Array(6).fill(429));
});

test('a new password by email does not bypass the app', async () => {
  const { email } = await createUserWithApp();
  await call('accounts/requestPasswordReset', { email });
  const token = parseLinkToken((await runEmailJob('accounts.reset', email))?.links);
  expect((await call('accounts/resetPassword', { token, password: newPassword })).status).toBe(200);
  const answer = await submitSignIn(email, newPassword);
  expect(answer.body.next).toBe('second_step');
  expect(await isSignedIn(getCookie(answer))).toBe(false);
});

test('a command that requires reauthentication is refused, and succeeds after it', async () => {
  const { email, cookie } = await createUser();
  await backdateSession(cookie, 'confirmed_at', '11 minutes');
  for (const path of ['accounts/startAuthenticator', 'accounts/newPasskeyOptions', 'accounts/exportData'])
    expect((await call(path, undefined, cookie)).body).toMatchObject({ code: 'accounts.confirm_needed' });
  expect((await call('accounts/reauthenticate', { password: 'wrong' }, cookie)).body).toMatchObject({
    code: 'accounts.password_wrong',
  });
  expect((await call('accounts/startAuthenticator', undefined, cookie)).status).toBe(403);
  expect((await call('accounts/reauthMethods', undefined, cookie)).body).toMatchObject({ password: true, app: false });
  expect((await call('accounts/reauthenticate', { password: demoPassword }, cookie)).status).toBe(200);
  expect((await call('accounts/startAuthenticator', undefined, cookie)).status).toBe(200);
  expect(email).toBeTruthy();
});

test('with an app the password alone proves nothing', async () => {
  const { cookie, code } = await createUserWithApp();
  await backdateSession(cookie, 'confirmed_at', '11 minutes');
  expect((await call('accounts/reauthenticate', { password: demoPassword }, cookie)).status).toBe(422);
  expect((await call('accounts/reauthenticate', { code: code(1) }, cookie)).status).toBe(200);
});

test('placing orders and staff commands require reauthentication within half an hour', async () => {
  const [customer, finance] = [await createSession(server, 'tier2'), await createSession(server, 'finance')];
  const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', money, customer);
  const orderInput = {
    key: randomUUID(),
    quoteId: quote.id,
    network: 'bitcoin',
    walletAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    sourceOfFunds: null,
    sourceOfFundsFile: null,
    another: true,
  };
  await backdateSession(customer, 'confirmed_at', '31 minutes');
  await backdateSession(finance, 'confirmed_at', '31 minutes');
  expect((await call('trading/placeBuyOrder', orderInput, customer)).body).toMatchObject({
    code: 'accounts.confirm_needed',
  });
  await call('accounts/reauthenticate', { password: demoPassword }, customer);
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', orderInput, customer);
  expect(placed.status).toBe(200);
  const { orderId } = placed.body;
  for (const [path, more] of [
    ['desk/preparePayout', {}],
    ['desk/approvePayout', {}],
    ['desk/recordSent', buildSent(orderId, 'a'.repeat(64))],
    ['desk/prepareReturn', { movementId: orderId, reasonCode: 'order_stopped' }],
    ['desk/approveReturn', {}],
    ['desk/recordReturned', buildSent(orderId, 'BACK-1')],
    [
      'desk/prepareUndo',
      { proposalId: orderId, reasonCode: 'never_sent', evidence: 'The account shows no such line.' },
    ],
    ['desk/approveUndo', {}],
  ] as const)
    expect([path, (await call(path, { orderId, note: '', ...more }, finance)).body]).toMatchObject([
      path,
      { code: 'accounts.confirm_needed' },
    ]);
});

test('reauthentication holds for the minutes of its permission, and for nothing else', async () => {
  const needsReauthentication = async (path: string, role: string, minutes: number) => {
    const cookie = await createSession(server, role);
    await backdateSession(cookie, 'confirmed_at', `${minutes} minutes`);
    return (await call<{ code?: string }>(path, undefined, cookie)).body.code === 'accounts.confirm_needed';
  };
  for (const { path, act } of commands) {
    if (!act) continue;
    const role = act.roles[0] ?? 'tier2';
    const within = act.stepUp ?? 999;
    expect([
      path,
      await needsReauthentication(path, role, within - 1),
      await needsReauthentication(path, role, within + 1),
    ]).toEqual([path, false, act.stepUp !== undefined]);
  }
});

/** The server with the pool of production, where staff have no roles until they use a second factor. */
const pool = openPool({ url: server.services.appUrl, pipeline: true, max: 6, staffRequireMfa: true });
const productionApp = await buildServer({ ...server.services, pool, db: createKysely(pool) });
afterAll(async () => {
  await productionApp.close();
  await pool.end();
});

type Answer = { code?: string; text: string; proposalId: string };

async function callProduction(path: string, input: unknown, cookie: string) {
  const answer = await productionApp.inject({
    method: 'POST',
    url: `/api/rpc/${path}`,
    headers: { 'content-type': 'application/json', cookie },
    payload: JSON.stringify({ json: input }),
  });
  return { status: answer.statusCode, body: answer.json<{ json: Answer }>().json };
}

async function setUpApp(cookie: string) {
  const { body } = await callProduction('accounts/startAuthenticator', undefined, cookie);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await callProduction('accounts/confirmAuthenticator', { code }, cookie)).status).toBe(200);
}

test('a first second factor ends the sessions opened with the password alone', async () => {
  const { email, id } = await createUser();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [id]);
  const own = getCookie(await submitSignIn(email));
  const thief = getCookie(await submitSignIn(email));
  expect((await callProduction('identity/queue', {}, thief)).body.code).toBe('staff.factor_needed');
  await setUpApp(own);
  expect((await callProduction('identity/queue', {}, own)).status).toBe(200);
  expect((await callProduction('identity/queue', {}, thief)).status).toBe(401);
});

test('staff cannot remove their last second factor', async () => {
  const { email, id } = await createUser();
  const own = getCookie(await submitSignIn(email));
  await setUpApp(own);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [id]);
  expect((await callProduction('accounts/removeAuthenticator', undefined, own)).body.code).toBe(
    'accounts.staff_need_factor',
  );
  expect((await callProduction('identity/queue', {}, own)).status).toBe(200);
});

test('granting a role to an account without a second factor is refused', async () => {
  const [admin, compliance] = [await createSession(server, 'admin'), await createSession(server, 'compliance')];
  await owner.query(`update auth."user" set second_factor = true where id in (select user_id from user_roles)`);
  const accountOwner = await newCustomer(server);
  const grant = { email: accountOwner.email, role: 'finance', act: 'grant', why: 'Starts on Monday' };
  const { body } = await callProduction('roles/propose', grant, admin);
  const approval = { proposalId: body.proposalId, decision: 'approve', reason: '' };
  expect((await callProduction('roles/decide', approval, compliance)).body.code).toBe('roles.factor_missing');
  await setUpApp(accountOwner.cookie);
  expect((await callProduction('roles/decide', approval, compliance)).status).toBe(200);
});
