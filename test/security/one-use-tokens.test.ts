import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  keepChallenge,
  keepToken,
  newToken,
  ownerOfReset,
  takeAlarm,
  takeChallenge,
  takeToken,
  tokenHash,
} from '../../src/features/accounts/token-store.ts';
import { kyselyOn } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { freshDatabase } from '../reliability/fresh-database.ts';
import { serverUnderTest } from '../worker.ts';
import { accountsOf } from './account-security.ts';

const server = await serverUnderTest();
const { owner, services } = server;
const db = services.authDb;
const { somebody } = accountsOf(server);
const unverified = (id: string) => owner.query('update auth."user" set "emailVerified" = false where id = $1', [id]);

type Person = { readonly id: string; readonly email: string };
const about = { signedInAt: new Date('2026-11-22T10:00:00Z'), browser: 'b' };
const mailed = (purpose: 'verify' | 'reset') => ({
  keep: (token: string, { email }: Person) => keepToken(db, email, { purpose, token }),
  take: async (token: string, { id }: Person) => (await takeToken(db, purpose, token))?.userId === id,
});
const signed = (purpose: 'register' | 'confirm' | 'sign_in') => {
  const asked = (challenge: string, { id }: Person) => ({
    challenge,
    purpose,
    userId: purpose === 'sign_in' ? null : id,
  });
  return {
    keep: (token: string, person: Person) => keepChallenge(db, asked(token, person)),
    take: (token: string, person: Person) => takeChallenge(db, asked(token, person)),
  };
};
const kinds = {
  verify: mailed('verify'),
  reset: mailed('reset'),
  not_me: {
    keep: (token: string, { email }: Person) => keepToken(db, email, { purpose: 'not_me', token, about }),
    take: async (token: string, { id }: Person) =>
      isDeepStrictEqual({ ...(await takeAlarm(db, token)) }, { userId: id, ...about }),
  },
  register: signed('register'),
  confirm: signed('confirm'),
  sign_in: signed('sign_in'),
};

const limits = {
  verify: '24 hours',
  reset: '1 hour',
  not_me: '7 days',
  register: '5 minutes',
  confirm: '5 minutes',
  sign_in: '5 minutes',
};

describe.each(Object.entries(kinds))('a token to %s', (purpose, { keep, take }) => {
  const drawn = async () => {
    const [person, token] = [await somebody(), newToken()];
    await unverified(person.id);
    await keep(token, person);
    return { person, token };
  };

  test('is kept by its hash alone, for as long as it is good and no longer', async () => {
    const { person, token } = await drawn();
    const { rows } = await owner.query(
      `select w::text as text, expires_at - now() <= $2::interval short, expires_at - now() > $2::interval * 0.9 long
         from auth.one_use_word w where hash = $1`,
      [tokenHash(token), limits[purpose as keyof typeof limits]],
    );
    expect(rows).toEqual([{ text: expect.not.stringContaining(token), short: true, long: true }]);
    await owner.query('update auth.one_use_word set expires_at = now() where hash = $1', [tokenHash(token)]);
    expect(await take(token, person)).toBe(false);
  });

  test('is good once, also for many at the same moment, and for nothing else', async () => {
    const { person, token } = await drawn();
    for (const [other, kind] of Object.entries(kinds))
      if (other !== purpose) expect([other, await kind.take(token, person)]).toEqual([other, false]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(token, person)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await take(token, person)).toBe(false);
  });
});

test('no token is kept for an address without an account, nor one to verify what is verified', async () => {
  const nobody = `${randomUUID()}@nobody.test`;
  for (const purpose of ['verify', 'reset'] as const)
    expect(await keepToken(db, nobody, { purpose, token: newToken() })).toBe(false);
  const { email } = await somebody();
  expect(await keepToken(db, email, { purpose: 'verify', token: newToken() })).toBe(false);
});

test('what was outstanding in the release before goes on, each once', async () => {
  const { url, owner: old } = await freshDatabase('empty');
  const before = mkdtempSync(join(tmpdir(), 'cryptocommerce-migrations-'));
  for (const name of readdirSync('db/migrations'))
    if (name < '0091') cpSync(join('db/migrations', name), join(before, name));
  await migrate(url, before);
  const { rows } = await old.query(
    `insert into auth."user" (name, email) values ('Ann Brown', 'ann@brown.test') returning id`,
  );
  const id: string = rows[0].id;
  await old.query(
    `insert into auth.account ("accountId", "providerId", "userId", password) values ($1::text, 'credential', $1::uuid, 'x:y')`,
    [id],
  );
  const soon = `now() + interval '5 minutes'`;
  const [reset, late, alarm, used, challenge] = [newToken(), newToken(), newToken(), newToken(), newToken()];
  await old.query(
    `insert into auth.verification (identifier, value, "expiresAt")
     values ('reset:' || $1::text, $3, ${soon}), ('reset:' || $2::text, $3, now())`,
    [tokenHash(reset), tokenHash(late), id],
  );
  await old.query(
    `insert into auth.alarm (hash, user_id, signed_in_at, device_hash, expires_at, used_at)
     values ($1, $3, $4, 'b', ${soon}, null), ($2, $3, $4, 'b', ${soon}, now())`,
    [tokenHash(alarm), tokenHash(used), id, about.signedInAt],
  );
  await old.query(
    `insert into auth.challenge (hash, purpose, user_id, expires_at) values ($1, 'confirm', $2, ${soon})`,
    [tokenHash(challenge), id],
  );
  await migrate(url);
  const now = kyselyOn(old);
  expect(await ownerOfReset(now, reset)).toEqual({ userId: id, email: 'ann@brown.test' });
  expect((await takeToken(now, 'reset', reset))?.userId).toBe(id);
  expect(await takeAlarm(now, alarm)).toEqual({ userId: id, ...about });
  expect(await takeChallenge(now, { challenge, purpose: 'confirm', userId: id })).toBe(true);
  for (const gone of [reset, late]) expect(await takeToken(now, 'reset', gone)).toBeUndefined();
  for (const gone of [alarm, used]) expect(await takeAlarm(now, gone)).toBeUndefined();
  const kept = await old.query('select "userId", password from auth.account');
  expect(kept.rows).toEqual([{ userId: id, password: 'x:y' }]);
}, 120_000);
