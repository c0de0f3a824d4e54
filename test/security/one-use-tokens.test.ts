import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  consumeAlarm,
  consumeChallenge,
  consumeToken,
  createToken,
  hashToken,
  storeChallenge,
  storeToken,
} from '../../src/features/accounts/token-store.ts';
import { serverUnderTest } from '../worker.ts';
import { createAccountTools } from './account-security.ts';

const server = await serverUnderTest();
const { owner, services } = server;
const db = services.authDb;
const { createUser } = createAccountTools(server);
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
