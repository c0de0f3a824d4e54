import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Freezes an account; one that is frozen stays so. Waits for a decision that its person is just taking as staff. */
export async function addFreeze(tx: Db, userId: string): Promise<void> {
  await sql`select app.freeze_lock(${userId})`.execute(tx);
  await sql`insert into account_freezes (user_id, cause) values (${userId}, 'not_me') on conflict do nothing`.execute(
    tx,
  );
}

/** Since when an account is frozen; null when it is not. */
export async function frozenSince(tx: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select frozen_at since from account_freezes where user_id = ${userId} and lifted_at is null`.execute(tx);
  return rows[0]?.since ?? null;
}

/** Lifts the freeze of an account; false when there is none. */
export async function liftFreeze(tx: Db, userId: string, lift: { by: string; reason: string }): Promise<boolean> {
  const { rows } = await sql`
    update account_freezes set lifted_at = now(), lifted_by = ${lift.by}, lift_reason = ${lift.reason}
     where user_id = ${userId} and lifted_at is null returning id`.execute(tx);
  return rows.length === 1;
}
