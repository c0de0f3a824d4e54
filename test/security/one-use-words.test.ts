import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  keepChallenge,
  keepWord,
  newWord,
  ownerOfReset,
  takeAlarm,
  takeChallenge,
  takeWord,
  wordHash,
} from '../../src/features/accounts/word-store.ts';
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
  keep: (word: string, { email }: Person) => keepWord(db, email, { purpose, word }),
  take: async (word: string, { id }: Person) => (await takeWord(db, purpose, word))?.userId === id,
});
const signed = (purpose: 'register' | 'confirm' | 'sign_in') => {
  const asked = (challenge: string, { id }: Person) => ({
    challenge,
    purpose,
    userId: purpose === 'sign_in' ? null : id,
  });
  return {
    keep: (word: string, person: Person) => keepChallenge(db, asked(word, person)),
    take: (word: string, person: Person) => takeChallenge(db, asked(word, person)),
  };
};
const kinds = {
  verify: mailed('verify'),
  reset: mailed('reset'),
  not_me: {
    keep: (word: string, { email }: Person) => keepWord(db, email, { purpose: 'not_me', word, about }),
    take: async (word: string, { id }: Person) =>
      isDeepStrictEqual({ ...(await takeAlarm(db, word)) }, { userId: id, ...about }),
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

describe.each(Object.entries(kinds))('a word to %s', (purpose, { keep, take }) => {
  const drawn = async () => {
    const [person, word] = [await somebody(), newWord()];
    await unverified(person.id);
    await keep(word, person);
    return { person, word };
  };

  test('is kept by its hash alone, for as long as it is good and no longer', async () => {
    const { person, word } = await drawn();
    const { rows } = await owner.query(
      `select w::text as text, expires_at - now() <= $2::interval short, expires_at - now() > $2::interval * 0.9 long
         from auth.one_use_word w where hash = $1`,
      [wordHash(word), limits[purpose as keyof typeof limits]],
    );
    expect(rows).toEqual([{ text: expect.not.stringContaining(word), short: true, long: true }]);
    await owner.query('update auth.one_use_word set expires_at = now() where hash = $1', [wordHash(word)]);
    expect(await take(word, person)).toBe(false);
  });

  test('is good once, also for many at the same moment, and for nothing else', async () => {
    const { person, word } = await drawn();
    for (const [other, kind] of Object.entries(kinds))
      if (other !== purpose) expect([other, await kind.take(word, person)]).toEqual([other, false]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(word, person)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await take(word, person)).toBe(false);
  });
});

test('no word is kept for an address without an account, nor one to verify what is verified', async () => {
  const nobody = `${randomUUID()}@nobody.test`;
  for (const purpose of ['verify', 'reset'] as const)
    expect(await keepWord(db, nobody, { purpose, word: newWord() })).toBe(false);
  const { email } = await somebody();
  expect(await keepWord(db, email, { purpose: 'verify', word: newWord() })).toBe(false);
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
  const [reset, late, alarm, used, challenge] = [newWord(), newWord(), newWord(), newWord(), newWord()];
  await old.query(
    `insert into auth.verification (identifier, value, "expiresAt")
     values ('reset:' || $1::text, $3, ${soon}), ('reset:' || $2::text, $3, now())`,
    [wordHash(reset), wordHash(late), id],
  );
  await old.query(
    `insert into auth.alarm (hash, user_id, signed_in_at, device_hash, expires_at, used_at)
     values ($1, $3, $4, 'b', ${soon}, null), ($2, $3, $4, 'b', ${soon}, now())`,
    [wordHash(alarm), wordHash(used), id, about.signedInAt],
  );
  await old.query(
    `insert into auth.challenge (hash, purpose, user_id, expires_at) values ($1, 'confirm', $2, ${soon})`,
    [wordHash(challenge), id],
  );
  await migrate(url);
  const now = kyselyOn(old);
  expect(await ownerOfReset(now, reset)).toEqual({ userId: id, email: 'ann@brown.test' });
  expect((await takeWord(now, 'reset', reset))?.userId).toBe(id);
  expect(await takeAlarm(now, alarm)).toEqual({ userId: id, ...about });
  expect(await takeChallenge(now, { challenge, purpose: 'confirm', userId: id })).toBe(true);
  for (const gone of [reset, late]) expect(await takeWord(now, 'reset', gone)).toBeUndefined();
  for (const gone of [alarm, used]) expect(await takeAlarm(now, gone)).toBeUndefined();
  const kept = await old.query('select "userId", password from auth.account');
  expect(kept.rows).toEqual([{ userId: id, password: 'x:y' }]);
}, 120_000);
