import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { AppealWarning } from './public-schema.ts';

type NewAppeal = AppealWarning & { readonly now: Date };

/**
 * Through the one function for it; null where no such warning stands, or too much waits about it: of strangers
 * together, or of whoever asks.
 */
export async function insertAppeal(tx: Db, { slug, name, email, statement, now }: NewAppeal): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select app.appeal_scam(${slug}, ${name}, ${email}, ${statement}, ${now}) id`.execute(tx);
  return rows[0]?.id ?? null;
}
