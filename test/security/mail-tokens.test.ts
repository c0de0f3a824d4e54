import { createHmac, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import {
  consumeAlarm,
  consumeChallenge,
  consumeToken,
  createToken,
  hashToken,
  storeChallenge,
  storeToken,
} from '../../src/features/accounts/token-store.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createSession, insertUser } from './actors.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { runTokenJob, createUser } = createAccountTools(server);
const newPassword = 'Canary-Secret-9081!';
const submitSignIn = (email: string, password = demoPassword) => call('accounts/signIn', { email, password });
const isSignedIn = async (cookie: string) => (await call('accounts/viewer', undefined, cookie)).status === 200;

test('a reset token sets one password, ends every session, and works once', async () => {
  const email = 'reset@demo.test';
  await insertUser(server, email, true);
  const [first, second] = [await createSession(server, email), await createSession(server, email)];
  const token = await runTokenJob('accounts.reset', email);
  expect(token.length).toBeGreaterThanOrEqual(22);
  expect((await call('accounts/resetPassword', { token, password: newPassword })).status).toBe(200);
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, false]);
  const again = await call('accounts/resetPassword', { token, password: 'Another-Secret-1!' });
  expect(again.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
  expect((await submitSignIn(email)).status).toBe(422);
  expect((await submitSignIn(email, newPassword)).status).toBe(200);
});

test('a new password ends the lockout of its owner', async () => {
  const email = 'guessed@demo.test';
  await insertUser(server, email, true);
  for (let guess = 0; guess < 11; guess++) await submitSignIn(email, `Wrong-Guess-${guess}!`);
  expect((await submitSignIn(email)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  const token = await runTokenJob('accounts.reset', email);
  expect((await call('accounts/resetPassword', { token, password: newPassword })).status).toBe(200);
  expect((await submitSignIn(email, newPassword)).status).toBe(200);
});

test('concurrent uses of one token succeed once', async () => {
  const email = 'race@demo.test';
  await insertUser(server, email, true);
  const token = await runTokenJob('accounts.reset', email);
  const passwords = Array.from({ length: 4 }, (_, n) => `Racing-Secret-${n}!`);
  const answers = await Promise.all(passwords.map((password) => call('accounts/resetPassword', { token, password })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});

test('a reset token expires after an hour', async () => {
  const token = await runTokenJob('accounts.reset', 'enhanced@demo.test');
  await owner.query(`update auth.one_time_token set expires_at = expires_at - interval '61 minutes'`);
  const answer = await call('accounts/resetPassword', { token, password: newPassword });
  expect(answer.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
});

test('a verification token signs no one in, works once and expires after a day', async () => {
  const email = 'proof@demo.test';
  await insertUser(server, email, false);
  const token = await runTokenJob('accounts.verification', email);
  const verified = async () =>
    (await owner.query('select "emailVerified" v from auth."user" where email = $1', [email])).rows[0]?.v;
  await owner.query(`update auth.one_time_token set expires_at = expires_at - interval '1441 minutes'`);
  const late = await call('accounts/verifyEmail', { token });
  await owner.query(`update auth.one_time_token set expires_at = expires_at + interval '1441 minutes'`);
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

/** Other encodings of the same signature, because two bits of its last base64 character are unused. */
function buildEquivalentTokens(token: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const index = alphabet.indexOf(token.at(-1) ?? '');
  return [1, 2, 3].map((n) => token.slice(0, -1) + alphabet[(index & ~3) | ((index + n) & 3)]);
}

test('a token of the previous release works once, for a day, and only in its exact form', async () => {
  const email = 'written@demo.test';
  await insertUser(server, email, false);
  const token = signOldToken(email);
  const invalid = { body: { code: 'accounts.link_invalid' } };
  for (const other of buildEquivalentTokens(token))
    expect(await call('accounts/verifyEmail', { token: other })).toMatchObject(invalid);
  server.setTime(new Date(Date.now() + 25 * 3_600_000));
  expect(await call('accounts/verifyEmail', { token })).toMatchObject(invalid);
  server.setTime(null);
  expect((await call('accounts/verifyEmail', { token })).status).toBe(200);
  expect(await call('accounts/verifyEmail', { token })).toMatchObject(invalid);
  // The token does not open an account that gets the address later, either.
  await owner.query('update auth."user" set email = $2 where email = $1', [email, 'gone@demo.test']);
  await insertUser(server, email, false);
  await owner.query(`update auth."user" set "createdAt" = now() + interval '2 seconds' where email = $1`, [email]);
  expect(await call('accounts/verifyEmail', { token })).toMatchObject(invalid);
});

test.each(['thisWasNotMe', 'resetPassword'])(
  'no verification token opens an account after %s, used or not',
  async (act) => {
    const email = `${act.toLowerCase()}@demo.test`;
    await insertUser(server, email, false);
    const used = await runTokenJob('accounts.verification', email);
    const unused = await runTokenJob('accounts.verification', email);
    expect((await call('accounts/verifyEmail', { token: used })).status).toBe(200);
    await storeAlarm(`alarm-of-${act}`, email);
    const reset = { token: await runTokenJob('accounts.reset', email), password: newPassword };
    const input = act === 'resetPassword' ? reset : { token: `alarm-of-${act}` };
    expect((await call(`accounts/${act}`, input)).status).toBe(200);
    for (const token of [used, unused, signOldToken(email)])
      expect((await call('accounts/verifyEmail', { token })).body).toMatchObject({ code: 'accounts.link_invalid' });
  },
);

test('a reset token is stored as a hash, and using a newer one ends every older one', async () => {
  const email = 'older@demo.test';
  await insertUser(server, email, true);
  const [older, newer] = [await runTokenJob('accounts.reset', email), await runTokenJob('accounts.reset', email)];
  const { rows } = await owner.query('select * from auth.one_time_token');
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const token of [older, newer]) expect(JSON.stringify(rows)).not.toContain(token);
  expect((await call('accounts/resetPassword', { token: newer, password: newPassword })).status).toBe(200);
  const late = await call('accounts/resetPassword', { token: older, password: 'Another-Secret-1!' });
  expect(late.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
  expect((await submitSignIn(email, newPassword)).status).toBe(200);
});

test('a changed password ends every reset token', async () => {
  const email = 'changed@demo.test';
  await insertUser(server, email, true);
  const token = await runTokenJob('accounts.reset', email);
  const change = { email, currentPassword: demoPassword, newPassword };
  expect((await call('accounts/changePassword', change, await createSession(server, email))).status).toBe(200);
  const late = await call('accounts/resetPassword', { token, password: 'Another-Secret-1!' });
  expect(late.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
});

test("'This was not me' ends every reset token, also one in use", async () => {
  const email = 'not-me@demo.test';
  await insertUser(server, email, true);
  const [token, other] = [await runTokenJob('accounts.reset', email), await runTokenJob('accounts.reset', email)];
  await storeAlarm('a-token-of-an-alarm-1', email);
  const { passwords } = services;
  const hash = passwords.hash;
  passwords.hash = async (password, queueKeys) => {
    passwords.hash = hash;
    expect((await call('accounts/thisWasNotMe', { token: 'a-token-of-an-alarm-1' })).status).toBe(200);
    return hash(password, queueKeys);
  };
  for (const either of [token, other]) {
    const late = await call('accounts/resetPassword', { token: either, password: newPassword });
    expect(late.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
  }
  expect((await submitSignIn(email, newPassword)).status).toBe(422);
});

test('a token of one kind is invalid as the other, and a foreign token is invalid', async () => {
  const email = 'kinds@demo.test';
  await insertUser(server, email, false);
  const reset = await runTokenJob('accounts.reset', 'enhanced@demo.test');
  const proof = await runTokenJob('accounts.verification', email);
  expect((await call('accounts/verifyEmail', { token: reset })).body).toMatchObject({ code: 'accounts.link_invalid' });
  expect((await call('accounts/resetPassword', { token: proof, password: newPassword })).body).toMatchObject({
    code: 'accounts.reset_link_invalid',
  });
  for (const token of forgeTokens(email))
    expect((await call('accounts/verifyEmail', { token })).body).toMatchObject({ code: 'accounts.link_invalid' });
  const { rows } = await owner.query('select "emailVerified" v from auth."user" where email = $1', [email]);
  expect(rows[0]?.v).toBe(false);
});

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (head: string, body: string, secret: string) =>
  `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`;
const encodeClaims = (email: string) => {
  const iat = Math.floor(Date.now() / 1000);
  return encodePart({ email, iat, exp: iat + 86_400 });
};

const signOldToken = (email: string) =>
  sign(encodePart({ alg: 'HS256' }), encodeClaims(email), services.config.authSecret);

const storeAlarm = (token: string, email: string) =>
  storeToken(services.authDb, email, { purpose: 'not_me', token, about: { signedInAt: new Date(), browser: null } });

/** Forged tokens of the previous release: without a signature, with another secret, and with another time. */
function forgeTokens(email: string): string[] {
  const claims = encodeClaims(email);
  const head = encodePart({ alg: 'HS256' });
  const stale = encodePart({ email, iat: 1, exp: 2 });
  return [
    `${encodePart({ alg: 'none' })}.${claims}.`,
    sign(head, claims, 'another-secret-0123456789abcdef-0123456789'),
    sign(head, claims, ''),
    sign(head, stale, services.config.authSecret),
  ];
}

const db = services.authDb;
const removeVerification = (id: string) =>
  owner.query('update auth."user" set "emailVerified" = false where id = $1', [id]);

type Person = { readonly id: string; readonly email: string };
const about = { signedInAt: new Date('2026-11-22T10:00:00Z'), browser: 'b' };
const createEmailKind = (purpose: 'verify' | 'reset') => ({
  save: (token: string, { email }: Person) => storeToken(db, email, { purpose, token }),
  take: async (token: string, { id }: Person) => (await consumeToken(db, purpose, token))?.userId === id,
});
const createChallengeKind = (purpose: 'register' | 'confirm' | 'sign_in') => {
  const buildChallenge = (challenge: string, { id }: Person) => ({
    challenge,
    purpose,
    userId: purpose === 'sign_in' ? null : id,
  });
  return {
    save: (token: string, person: Person) => storeChallenge(db, buildChallenge(token, person)),
    take: (token: string, person: Person) => consumeChallenge(db, buildChallenge(token, person)),
  };
};
const kinds = {
  verify: createEmailKind('verify'),
  reset: createEmailKind('reset'),
  not_me: {
    save: (token: string, { email }: Person) => storeToken(db, email, { purpose: 'not_me', token, about }),
    take: async (token: string, { id }: Person) =>
      isDeepStrictEqual({ ...(await consumeAlarm(db, token)) }, { userId: id, ...about }),
  },
  register: createChallengeKind('register'),
  confirm: createChallengeKind('confirm'),
  sign_in: createChallengeKind('sign_in'),
};

const limits = {
  verify: '24 hours',
  reset: '1 hour',
  not_me: '7 days',
  register: '5 minutes',
  confirm: '5 minutes',
  sign_in: '5 minutes',
};

describe.each(Object.entries(kinds))('a token to %s', (purpose, { save, take }) => {
  const issueToken = async () => {
    const [person, token] = [await createUser(), createToken()];
    await removeVerification(person.id);
    await save(token, person);
    return { person, token };
  };

  test('is stored as a hash, and only while it is valid', async () => {
    const { person, token } = await issueToken();
    const { rows } = await owner.query(
      `select w::text as text, expires_at - now() <= $2::interval short, expires_at - now() > $2::interval * 0.9 long
         from auth.one_time_token w where hash = $1`,
      [hashToken(token), limits[purpose as keyof typeof limits]],
    );
    expect(rows).toEqual([{ text: expect.not.stringContaining(token), short: true, long: true }]);
    await owner.query('update auth.one_time_token set expires_at = now() where hash = $1', [hashToken(token)]);
    expect(await take(token, person)).toBe(false);
  });

  test('works once, also for concurrent uses, and for no other purpose', async () => {
    const { person, token } = await issueToken();
    for (const [other, kind] of Object.entries(kinds))
      if (other !== purpose) expect([other, await kind.take(token, person)]).toEqual([other, false]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(token, person)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await take(token, person)).toBe(false);
  });
});

test('no token is stored for an unknown address, nor a verification for a verified one', async () => {
  const unknownEmail = `${randomUUID()}@unknown.test`;
  for (const purpose of ['verify', 'reset'] as const)
    expect(await storeToken(db, unknownEmail, { purpose, token: createToken() })).toBe(false);
  const { email } = await createUser();
  expect(await storeToken(db, email, { purpose: 'verify', token: createToken() })).toBe(false);
});
