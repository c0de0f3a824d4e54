import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { keepToken } from '../../src/features/accounts/token-store.ts';
import { serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { addPerson, sessionFor } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { mailedToken } = accountsOf(server);
const newPassword = 'Canary-Secret-9081!';
const enter = (email: string, password = demoPassword) => call('accounts/signIn', { email, password });
const isIn = async (cookie: string) => (await call('accounts/viewer', undefined, cookie)).status === 200;

test('the token of a reset letter sets one password, ends every session, and is used up', async () => {
  const email = 'reset@demo.test';
  await addPerson(server, email, true);
  const [before, beside] = [await sessionFor(server, email), await sessionFor(server, email)];
  const token = await mailedToken('accounts.reset', email);
  expect(token.length).toBeGreaterThanOrEqual(22);
  expect((await call('accounts/resetPassword', { token, password: newPassword })).status).toBe(200);
  expect([await isIn(before), await isIn(beside)]).toEqual([false, false]);
  const again = await call('accounts/resetPassword', { token, password: 'Another-Secret-1!' });
  expect(again.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
  expect((await enter(email)).status).toBe(422);
  expect((await enter(email, newPassword)).status).toBe(200);
});

test('who was locked out by guesses is let in again by a new password', async () => {
  const email = 'guessed@demo.test';
  await addPerson(server, email, true);
  for (let guess = 0; guess < 11; guess++) await enter(email, `Wrong-Guess-${guess}!`);
  expect((await enter(email)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  const token = await mailedToken('accounts.reset', email);
  expect((await call('accounts/resetPassword', { token, password: newPassword })).status).toBe(200);
  expect((await enter(email, newPassword)).status).toBe(200);
});

test('of a token used many times at once one use counts', async () => {
  const email = 'race@demo.test';
  await addPerson(server, email, true);
  const token = await mailedToken('accounts.reset', email);
  const passwords = Array.from({ length: 4 }, (_, n) => `Racing-Secret-${n}!`);
  const answers = await Promise.all(passwords.map((password) => call('accounts/resetPassword', { token, password })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});

test('a reset token dies after an hour', async () => {
  const token = await mailedToken('accounts.reset', 'enhanced@demo.test');
  await owner.query(`update auth.one_use_word set expires_at = expires_at - interval '61 minutes'`);
  const answer = await call('accounts/resetPassword', { token, password: newPassword });
  expect(answer.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
});

test('a verification token signs nobody in, does nothing the second time and dies after a day', async () => {
  const email = 'proof@demo.test';
  await addPerson(server, email, false);
  const token = await mailedToken('accounts.verification', email);
  const verified = async () =>
    (await owner.query('select "emailVerified" v from auth."user" where email = $1', [email])).rows[0]?.v;
  await owner.query(`update auth.one_use_word set expires_at = expires_at - interval '1441 minutes'`);
  const late = await call('accounts/verifyEmail', { token });
  await owner.query(`update auth.one_use_word set expires_at = expires_at + interval '1441 minutes'`);
  expect(late.body).toMatchObject({ code: 'accounts.link_invalid' });
  expect(await verified()).toBe(false);
  const answer = await call('accounts/verifyEmail', { token });
  expect(answer.status).toBe(200);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await verified()).toBe(true);
  await owner.query('update auth."user" set name = $2 where email = $1', [email, 'Unchanged']);
  await call('accounts/verifyEmail', { token });
  const { rows } = await owner.query('select name from auth."user" where email = $1', [email]);
  expect(rows[0]).toEqual({ name: 'Unchanged' });
});

/** The texts that carry the same signature as a token: two bits of its last letter mean nothing. */
function writtenOtherwise(token: string): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const at = letters.indexOf(token.at(-1) ?? '');
  return [1, 2, 3].map((n) => token.slice(0, -1) + letters[(at & ~3) | ((at + n) & 3)]);
}

test('a token that the release before signed is good once, for its day, and only as it was written', async () => {
  const email = 'written@demo.test';
  await addPerson(server, email, false);
  const token = signedBefore(email);
  const invalid = { body: { code: 'accounts.link_invalid' } };
  for (const other of writtenOtherwise(token))
    expect(await call('accounts/verifyEmail', { token: other })).toMatchObject(invalid);
  server.setTime(new Date(Date.now() + 25 * 3_600_000));
  expect(await call('accounts/verifyEmail', { token })).toMatchObject(invalid);
  server.setTime(null);
  expect((await call('accounts/verifyEmail', { token })).status).toBe(200);
  expect(await call('accounts/verifyEmail', { token })).toMatchObject(invalid);
  // Nor does it open the account of whoever comes later with the same address.
  await owner.query('update auth."user" set email = $2 where email = $1', [email, 'gone@demo.test']);
  await addPerson(server, email, false);
  await owner.query(`update auth."user" set "createdAt" = now() + interval '2 seconds' where email = $1`, [email]);
  expect(await call('accounts/verifyEmail', { token })).toMatchObject(invalid);
});

test.each(['thisWasNotMe', 'resetPassword'])(
  'no verification token opens an account after %s, used or not',
  async (act) => {
    const email = `${act.toLowerCase()}@demo.test`;
    await addPerson(server, email, false);
    const used = await mailedToken('accounts.verification', email);
    const unused = await mailedToken('accounts.verification', email);
    expect((await call('accounts/verifyEmail', { token: used })).status).toBe(200);
    await keepAlarm(`alarm-of-${act}`, email);
    const reset = { token: await mailedToken('accounts.reset', email), password: newPassword };
    const input = act === 'resetPassword' ? reset : { token: `alarm-of-${act}` };
    expect((await call(`accounts/${act}`, input)).status).toBe(200);
    for (const token of [used, unused, signedBefore(email)])
      expect((await call('accounts/verifyEmail', { token })).body).toMatchObject({ code: 'accounts.link_invalid' });
  },
);

test('a reset token is kept by hash, and every older one ends with the use of a newer one', async () => {
  const email = 'older@demo.test';
  await addPerson(server, email, true);
  const [older, newer] = [await mailedToken('accounts.reset', email), await mailedToken('accounts.reset', email)];
  const { rows } = await owner.query('select * from auth.one_use_word');
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const token of [older, newer]) expect(JSON.stringify(rows)).not.toContain(token);
  expect((await call('accounts/resetPassword', { token: newer, password: newPassword })).status).toBe(200);
  const late = await call('accounts/resetPassword', { token: older, password: 'Another-Secret-1!' });
  expect(late.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
  expect((await enter(email, newPassword)).status).toBe(200);
});

test('a changed password ends every reset token', async () => {
  const email = 'changed@demo.test';
  await addPerson(server, email, true);
  const token = await mailedToken('accounts.reset', email);
  const change = { email, currentPassword: demoPassword, newPassword };
  expect((await call('accounts/changePassword', change, await sessionFor(server, email))).status).toBe(200);
  const late = await call('accounts/resetPassword', { token, password: 'Another-Secret-1!' });
  expect(late.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
});

test("'This was not me' ends every reset token, also one that is being used", async () => {
  const email = 'not-me@demo.test';
  await addPerson(server, email, true);
  const [token, other] = [await mailedToken('accounts.reset', email), await mailedToken('accounts.reset', email)];
  await keepAlarm('a-token-of-an-alarm-1', email);
  const { passwords } = services;
  const real = passwords.hash;
  passwords.hash = async (password, whose) => {
    passwords.hash = real;
    expect((await call('accounts/thisWasNotMe', { token: 'a-token-of-an-alarm-1' })).status).toBe(200);
    return real(password, whose);
  };
  for (const either of [token, other]) {
    const late = await call('accounts/resetPassword', { token: either, password: newPassword });
    expect(late.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
  }
  expect((await enter(email, newPassword)).status).toBe(422);
});

test('a token of one kind is no token of the other, and a foreign one none at all', async () => {
  const email = 'kinds@demo.test';
  await addPerson(server, email, false);
  const reset = await mailedToken('accounts.reset', 'enhanced@demo.test');
  const proof = await mailedToken('accounts.verification', email);
  expect((await call('accounts/verifyEmail', { token: reset })).body).toMatchObject({ code: 'accounts.link_invalid' });
  expect((await call('accounts/resetPassword', { token: proof, password: newPassword })).body).toMatchObject({
    code: 'accounts.reset_link_invalid',
  });
  for (const token of forged(email))
    expect((await call('accounts/verifyEmail', { token })).body).toMatchObject({ code: 'accounts.link_invalid' });
  const { rows } = await owner.query('select "emailVerified" v from auth."user" where email = $1', [email]);
  expect(rows[0]?.v).toBe(false);
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (head: string, body: string, secret: string) =>
  `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`;
const claimsOf = (email: string) => {
  const iat = Math.floor(Date.now() / 1000);
  return part({ email, iat, exp: iat + 86_400 });
};

/** A verification token as the sign-in library of the release before wrote them. */
const signedBefore = (email: string) => sign(part({ alg: 'HS256' }), claimsOf(email), services.config.authSecret);

const keepAlarm = (token: string, email: string) =>
  keepToken(services.authDb, email, { purpose: 'not_me', token, about: { signedInAt: new Date(), browser: null } });

/** Words in the shape of those of before: without a signature, with another secret's, and with another time. */
function forged(email: string): string[] {
  const claims = claimsOf(email);
  const head = part({ alg: 'HS256' });
  const stale = part({ email, iat: 1, exp: 2 });
  return [
    `${part({ alg: 'none' })}.${claims}.`,
    sign(head, claims, 'another-secret-0123456789abcdef-0123456789'),
    sign(head, claims, ''),
    sign(head, stale, services.config.authSecret),
  ];
}
