import { sql } from 'kysely';
import { type Db, firstValue } from '../../platform/database.ts';

/** Freezes an account on its owner's alarm; one that is frozen so stays so. */
export async function addFreeze(tx: Db, userId: string): Promise<void> {
  await sql`insert into account_freezes (user_id, cause) values (${userId}, 'not_me') on conflict do nothing`.execute(
    tx,
  );
}

/** Since when an account is frozen on its owner's alarm; null when it is not. No other freeze is told here (A7). */
export const frozenSince = (tx: Db, userId: string) =>
  firstValue<Date>(tx)`
    select frozen_at since from account_freezes
     where user_id = ${userId} and cause = 'not_me' and lifted_at is null`;

/** Lifts the freeze of its owner's alarm; false when there is none. */
export async function liftFreeze(tx: Db, userId: string, lift: { by: string; reason: string }): Promise<boolean> {
  const { rows } = await sql`
    update account_freezes set lifted_at = now(), lifted_by = ${lift.by}, lift_reason = ${lift.reason}
     where user_id = ${userId} and cause = 'not_me' and lifted_at is null returning id`.execute(tx);
  return rows.length === 1;
}
