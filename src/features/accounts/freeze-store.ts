import { sql } from 'kysely';
import { type Db, firstRow, firstValue } from '../../platform/database/database.ts';

export async function addFreeze(tx: Db, userId: string): Promise<void> {
  await sql`insert into account_freezes (user_id, cause) values (${userId}, 'not_me') on conflict do nothing`.execute(
    tx,
  );
}

/** Finds a freeze by the owner's own alarm. Customers must not learn of other freezes (A7). */
export const findFrozenSince = (tx: Db, userId: string) =>
  firstValue<Date>(tx)`
    select frozen_at since from account_freezes
     where user_id = ${userId} and cause = 'not_me' and lifted_at is null`;

/** Lifts a freeze by the owner's own alarm. Returns the owner's email, or undefined when there is no such freeze. */
export const liftFreeze = (tx: Db, userId: string, details: { by: string; reason: string }) =>
  firstRow<{ email: string }>(tx)`
    update account_freezes f set lifted_at = now(), lifted_by = ${details.by}, lift_reason = ${details.reason} from profiles p
     where f.user_id = ${userId} and f.cause = 'not_me' and f.lifted_at is null and p.id = f.user_id
     returning p.email`;
