import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { wasSent } from '../orders.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf, tokenIn, tokenOf } from './account-security.ts';
import { sessionFor } from './actors.ts';
import { commands } from './commands.ts';

const newPassword = 'Canary-Secret-9081!';
const server = await serverWithoutFaults();
const { call, owner } = server;
const { enter, isIn, somebody, withApp, letterOf, age } = accountsOf(server);

test('the right password of an account with an app opens nothing before the code', async () => {
  const person = await withApp();
  expect(person.uri).toMatch(/^otpauth:\/\/totp\/Cryptocommerce:/);
  const first = await enter(person.email);
  expect(first.body.next).toBe('second_step');
  const waiting = cookieOf(first);
  expect(await isIn(waiting)).toBe(false);
  expect((await call('accounts/security', undefined, waiting)).status).toBe(401);
  expect((await call('accounts/secondStep', undefined, waiting)).body).toEqual({ app: true, passkey: null });
  expect((await call('accounts/confirmSignIn', { code: '000000' }, waiting)).body).toMatchObject({
    code: 'accounts.factor_wrong',
  });
  const second = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
  expect(second.status).toBe(200);
  const open = cookieOf(second);
  expect(tokenOf(open)).not.toBe(tokenOf(waiting));
  expect([await isIn(open), await isIn(waiting)]).toEqual([true, false]);
  const again = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
  expect(again.body).toMatchObject({ code: 'accounts.second_step_over' });
});

test('a code is taken once, also by two at the same moment', async () => {
  const person = await withApp();
  const used = person.code(1);
  const waiting = await Promise.all([enter(person.email), enter(person.email), enter(person.email)]);
  const answers = await Promise.all(
    waiting.map((answer) => call('accounts/confirmSignIn', { code: used }, cookieOf(answer))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = await call('accounts/confirmSignIn', { code: used }, cookieOf(await enter(person.email)));
  expect(late.body).toMatchObject({ code: 'accounts.factor_wrong' });
});

test('a recovery code opens once, however it is written, and is kept as a slow hash', async () => {
  const { email, codes, id } = await withApp();
  expect(new Set(codes).size).toBe(10);
  const { rows } = await owner.query<{ hash: string }>('select hash from auth.recovery_code where user_id = $1', [id]);
  expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  const typed = ` ${(codes[3] ?? '').toLowerCase().replaceAll('-', ' ')} `;
  const open = await call('accounts/confirmSignIn', { code: typed }, cookieOf(await enter(email)));
  expect(open.status).toBe(200);
  const again = await call('accounts/confirmSignIn', { code: codes[3] }, cookieOf(await enter(email)));
  expect(again.body).toMatchObject({ code: 'accounts.factor_wrong' });
  expect((await call<{ codes: number }>('accounts/security', undefined, cookieOf(open))).body.codes).toBe(9);
});

test('the secret of the app is sealed in the database', async () => {
  const { id } = await withApp();
  const { rows } = await owner.query<{ sealed: Buffer; key_id: string }>(
    'select sealed, key_id from auth.authenticator where user_id = $1',
    [id],
  );
  expect(rows[0]?.sealed.length).toBe(12 + 16 + 20);
  expect(rows[0]?.key_id).toMatch(/^[0-9a-f]{16}$/);
});

test('guesses at the second step end after five in a session, after ten in all', async () => {
  const person = await withApp();
  const guess = async () => {
    const waiting = cookieOf(await enter(person.email));
    const answers = [];
    for (let n = 0; n < 6; n++)
      answers.push((await call('accounts/confirmSignIn', { code: '000000' }, waiting)).status);
    return answers;
  };
  expect(await guess()).toEqual([...Array(5).fill(422), 429]);
  expect(await guess()).toEqual([...Array(5).fill(422), 429]);
  expect(await guess()).toEqual(Array(6).fill(429));
});

test('a new password by mail does not get around the app', async () => {
  const { email } = await withApp();
  await call('accounts/requestPasswordReset', { email });
  const token = tokenIn((await letterOf('accounts.reset', email))?.links);
  expect((await call('accounts/resetPassword', { token, password: newPassword })).status).toBe(200);
  const answer = await enter(email, newPassword);
  expect(answer.body.next).toBe('second_step');
  expect(await isIn(cookieOf(answer))).toBe(false);
});

test('what needs a person who is there is refused later, and goes on once they prove it', async () => {
  const { email, cookie } = await somebody();
  await age(cookie, 'confirmed_at', '11 minutes');
  for (const path of ['accounts/startAuthenticator', 'accounts/newPasskeyOptions', 'accounts/exportData'])
    expect((await call(path, undefined, cookie)).body).toMatchObject({ code: 'accounts.confirm_needed' });
  expect((await call('accounts/confirmAgain', { password: 'wrong' }, cookie)).body).toMatchObject({
    code: 'accounts.password_wrong',
  });
  expect((await call('accounts/startAuthenticator', undefined, cookie)).status).toBe(403);
  expect((await call('accounts/confirmWays', undefined, cookie)).body).toMatchObject({ password: true, app: false });
  expect((await call('accounts/confirmAgain', { password: demoPassword }, cookie)).status).toBe(200);
  expect((await call('accounts/startAuthenticator', undefined, cookie)).status).toBe(200);
  expect(email).toBeTruthy();
});

test('with an app the password alone proves nothing', async () => {
  const { cookie, code } = await withApp();
  await age(cookie, 'confirmed_at', '11 minutes');
  expect((await call('accounts/confirmAgain', { password: demoPassword }, cookie)).status).toBe(422);
  expect((await call('accounts/confirmAgain', { code: code(1) }, cookie)).status).toBe(200);
});

test('placing orders and the desk ask for a proof of half an hour', async () => {
  const [customer, finance] = [await sessionFor(server, 'tier2'), await sessionFor(server, 'finance')];
  const money = { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', amount: '3000' };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', money, customer);
  const place = {
    key: randomUUID(),
    quoteId: quote.id,
    network: 'bitcoin',
    walletAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    sourceOfFunds: null,
    sourceOfFundsFile: null,
    another: true,
  };
  await age(customer, 'confirmed_at', '31 minutes');
  await age(finance, 'confirmed_at', '31 minutes');
  expect((await call('trading/placeBuyOrder', place, customer)).body).toMatchObject({
    code: 'accounts.confirm_needed',
  });
  await call('accounts/confirmAgain', { password: demoPassword }, customer);
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', place, customer);
  expect(placed.status).toBe(200);
  const { orderId } = placed.body;
  for (const [path, more] of [
    ['desk/preparePayout', {}],
    ['desk/approvePayout', {}],
    ['desk/recordSent', wasSent(orderId, 'a'.repeat(64))],
    ['desk/prepareReturn', { movementId: orderId, reasonCode: 'order_stopped' }],
    ['desk/approveReturn', {}],
    ['desk/recordReturned', wasSent(orderId, 'BACK-1')],
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

test('people prove to be there within the minutes of the row of their act, and for nothing else', async () => {
  const asks = async (path: string, role: string, minutes: number) => {
    const cookie = await sessionFor(server, role);
    await age(cookie, 'confirmed_at', `${minutes} minutes`);
    return (await call<{ code?: string }>(path, undefined, cookie)).body.code === 'accounts.confirm_needed';
  };
  for (const { path, act } of commands) {
    if (!act) continue;
    const role = act.roles[0] ?? 'tier2';
    const within = act.stepUp ?? 999;
    expect([path, await asks(path, role, within - 1), await asks(path, role, within + 1)]).toEqual([
      path,
      false,
      act.stepUp !== undefined,
    ]);
  }
});
