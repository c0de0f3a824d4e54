import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { wordHash } from './device-store.ts';

const identifier = (word: string) => `reset:${wordHash(word)}`;

/** A word that lets somebody choose a password. */
export const newResetWord = (): string => randomBytes(32).toString('hex');

/** Keeps the word of a reset mail by its hash, for an hour; false when the address has no account. */
export async function keepResetWord(db: Db, email: string, word: string): Promise<boolean> {
  const { rows } = await sql`
    insert into auth.verification (identifier, value, "expiresAt")
    select ${identifier(word)}, id::text, now() + interval '1 hour' from auth."user" where email = ${email}
    returning id`.execute(db);
  return rows.length === 1;
}

type Owner = { userId: string; email: string };

/** Whose word this is, while it is good. */
export async function ownerOfResetWord(db: Db, word: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select u.id "userId", u.email from auth.verification v join auth."user" u on u.id::text = v.value
     where v.identifier = ${identifier(word)} and v."expiresAt" > now()`.execute(db);
  return rows[0];
}

/**
 * Takes the word, once. The password is held first, as everything that changes it does, so that of a reset and
 * 'This was not me' at one moment the second finds what the first left.
 */
export async function takeResetWord(tx: Db, { userId, word }: { userId: string; word: string }): Promise<boolean> {
  await sql`select from auth.account where "userId" = ${userId} and "providerId" = 'credential' for update`.execute(tx);
  const { rows } = await sql`
    delete from auth.verification where identifier = ${identifier(word)} and "expiresAt" > now() returning id`.execute(
    tx,
  );
  return rows.length === 1;
}
