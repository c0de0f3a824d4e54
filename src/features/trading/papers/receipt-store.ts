import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

/** The customer's name and address of mail for a receipt, if row security lets the reader see them. */
export async function customerOf(tx: Db, userId: string): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql<{ name: string; email: string }>`
    select first_name || ' ' || last_name "name", email from profiles where id = ${userId}`.execute(tx);
  return rows[0] ?? null;
}
