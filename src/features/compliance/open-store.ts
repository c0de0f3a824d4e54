import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { NewCase } from './open-case.ts';

/** The case of this customer and kind, opened now or before, with these alerts in it. */
export async function openOrAdd(tx: Db, { userId, kind, title, alerts, by, at }: NewCase): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select app.open_case(${userId}, ${kind}, ${title}, ${[...alerts]}::uuid[], ${by?.id ?? null}::uuid,
      ${at}) id`.execute(tx);
  return rows[0]?.id ?? '';
}
