import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { upload } from '../orders.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf, tokenOf } from './account-security.ts';
import { sessionFor } from './actors.ts';

/** What of a step that was begun still opens something after everything around it changed. */
const newPassword = 'Canary-Secret-9081!';
const server = await serverWithoutFaults();
const { call, owner, app, signIn } = server;
const { enter, isIn, somebody, withApp, mailedToken } = accountsOf(server);
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

test('a second step that waits is over once the password changed, or its person was signed out', async () => {
  const compliance = await signIn('compliance');
  const ways = {
    change: async (p: { email: string; cookie: string }) =>
      call('accounts/changePassword', { email: p.email, currentPassword: demoPassword, newPassword }, p.cookie),
    reset: async (p: { email: string }) =>
      call('accounts/resetPassword', { token: await mailedToken('accounts.reset', p.email), password: newPassword }),
    staff: async (p: { id: string }) => call('accounts/endCustomerSessions', { userId: p.id }, compliance),
    others: async (p: { cookie: string }) => call('accounts/endOtherSessions', undefined, p.cookie),
    closed: async (p: { email: string; cookie: string }) =>
      call('accounts/closeAccount', { email: p.email, password: demoPassword, confirmed: true }, p.cookie),
  };
  const left: unknown[] = [];
  for (const [name, act] of Object.entries(ways)) {
    const person = await withApp();
    const waiting = cookieOf(await enter(person.email));
    const done = await act(person as never);
    if (done.status !== 200) left.push([name, done.status, done.body]);
    const answer = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
    if (answer.status === 200 || codeOf(answer) !== 'accounts.second_step_over')
      left.push([name, answer.status, answer.body]);
    server.setTime(null);
  }
  expect(left).toEqual([]);
});

test('a cookie that waits for its second step opens no command, no file, no export and no live line', async () => {
  const person = await withApp();
  server.setTime(null);
  const { body: file } = await upload(server, person.cookie);
  const { body: link } = await call<{ url: string }>('documents/link', { fileId: file.id }, person.cookie);
  const waiting = cookieOf(await enter(person.email));
  const got = [];
  for (const url of [link.url, '/api/transactions.csv?from=2026-01-01&until=2026-12-31', '/api/account-data.json'])
    got.push((await app.inject({ url, headers: { cookie: waiting } })).statusCode);
  expect(got.filter((status) => status === 200)).toEqual([]);
  for (const path of ['accounts/confirmWays', 'accounts/security', 'accounts/startAuthenticator', 'accounts/newCodes'])
    expect((await call(path, undefined, waiting)).status).toBe(401);
  expect((await call('accounts/confirmAgain', { code: person.code(1) }, waiting)).status).toBe(401);
});

test('a proof of presence is of one session and does not come along to another', async () => {
  const person = await somebody();
  const other = await sessionFor(server, person.email);
  await owner.query(`update auth.session set confirmed_at = now() - interval '2 days' where token = $1`, [
    tokenOf(other),
  ]);
  expect((await call('accounts/confirmAgain', { password: demoPassword }, person.cookie)).status).toBe(200);
  expect(codeOf(await call('accounts/startAuthenticator', undefined, other))).toBe('accounts.confirm_needed');
});

test('a proof by password alone does not outlive that an app was set up in another session', async () => {
  const person = await somebody();
  const thief = await sessionFor(server, person.email);
  expect((await call('accounts/confirmAgain', { password: demoPassword }, thief)).status).toBe(200);
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, person.cookie);
  const { Secret, TOTP } = await import('otpauth');
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, person.cookie)).status).toBe(200);
  // Whoever proved themselves with the password, before there was an app, has not shown it.
  const taken = ['newCodes', 'removeAuthenticator'] as const;
  const answers = [];
  for (const act of taken) answers.push(codeOf(await call(`accounts/${act}`, undefined, thief)));
  expect(answers.filter((code) => !/confirm_needed|sign_in_required/.test(code ?? ''))).toEqual([]);
});

test('the secret that one session began to set up is not confirmed by the code of another', async () => {
  const person = await somebody();
  const thief = await sessionFor(server, person.email);
  const { Secret, TOTP } = await import('otpauth');
  const code = (text: string) => new TOTP({ secret: Secret.fromBase32(text) }).generate();
  const mine = await call<{ text: string }>('accounts/startAuthenticator', undefined, person.cookie);
  const theirs = await call<{ text: string }>('accounts/startAuthenticator', undefined, thief);
  const late = await call('accounts/confirmAuthenticator', { code: code(mine.body.text) }, person.cookie);
  expect(codeOf(late)).toBe('accounts.factor_wrong');
  expect(theirs.status).toBe(200);
});

test('of two apps begun at once the one whose code was shown is the one that stands', async () => {
  const { Secret, TOTP } = await import('otpauth');
  const code = (text: string) => new TOTP({ secret: Secret.fromBase32(text) }).generate();
  const wrong: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    const person = await somebody();
    const thief = await sessionFor(server, person.email);
    const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, person.cookie);
    const confirmed = call('accounts/confirmAuthenticator', { code: code(body.text) }, person.cookie);
    const starts = (async () => {
      const answers = [];
      for (let n = 0; n < 40; n += 1)
        answers.push(await call<{ text?: string }>('accounts/startAuthenticator', undefined, thief));
      return answers;
    })();
    const done = await confirmed;
    await starts;
    if (done.status !== 200) continue;
    const waiting = cookieOf(await enter(person.email));
    server.setTime(new Date(Date.now() + 30_000));
    const later = new TOTP({ secret: Secret.fromBase32(body.text) }).generate({ timestamp: Date.now() + 30_000 });
    const answer = await call('accounts/confirmSignIn', { code: later }, waiting);
    server.setTime(null);
    if (answer.status !== 200) wrong.push([round, answer.status, codeOf(answer)]);
  }
  expect(wrong).toEqual([]);
});

test('a reset token of before does nothing once the account is closed, nor does a verification', async () => {
  const person = await somebody();
  const token = await mailedToken('accounts.reset', person.email);
  const closed = await call(
    'accounts/closeAccount',
    { email: person.email, password: demoPassword, confirmed: true },
    person.cookie,
  );
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  expect(await isIn(person.cookie)).toBe(false);
  const spent = { token, password: newPassword };
  expect(codeOf(await call('accounts/resetPassword', spent))).toBe('accounts.reset_link_invalid');
});

test('whoever loses a role, or is frozen, reaches nothing of the desk by the session of before', async () => {
  const person = await somebody();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [person.id]);
  expect((await call('accounts/confirmAgain', { password: demoPassword }, person.cookie)).status).toBe(200);
  const customer = await somebody();
  const { body: file } = await upload(server, customer.cookie);
  const link = await call<{ url?: string }>('documents/link', { fileId: file.id }, person.cookie);
  expect(link.status).toBe(200);
  const look = async () =>
    (await app.inject({ url: link.body.url ?? '', headers: { cookie: person.cookie } })).statusCode;
  expect(await look()).toBe(200);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [person.id]);
  expect(await look()).not.toBe(200);
  expect((await call('desk/queue', {}, person.cookie)).status).not.toBe(200);
  await owner
    .query(`update account_freezes set lifted_at = now() where user_id = $1`, [person.id])
    .catch(() => undefined);
  await owner.query('delete from account_freezes where user_id = $1', [person.id]);
  expect(await look()).toBe(200);
  await owner.query('delete from user_roles where user_id = $1', [person.id]);
  expect(await look()).not.toBe(200);
});
