import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/**
 * The reference of an order or a payment of theirs in which money or coins are under way or in our hands; undefined for
 * none. One that is still unpaid is none, held or not: a hold must not show (decision A7).
 */
export async function moneyUnderWay(tx: Db, userId: string): Promise<string | undefined> {
  // The lock of whatever they place: what came before is seen here, what waits for it finds no quote any more.
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 0))`.execute(tx);
  const { rows } = await sql<{ reference: string }>`
    (select reference from transactions where user_id = ${userId} and awaits_staff and pay_in <> 'awaiting'
      order by id limit 1)
    union all select app.payments_under_way(${userId}) limit 1`.execute(tx);
  return rows[0]?.reference;
}

/**
 * Ends everything that opens the account, frees its address, forgets what nothing obliges us to keep, and marks the
 * rest as kept until a day (YYYY-MM-DD; decision A12).
 */
export async function closeAccountOf(tx: Db, userId: string, { at, until }: { at: Date; until: string }) {
  const marks = sql`closed_at = ${at}, erase_after = ${until}, avatar_url = null, updated_at = ${at}`;
  await sql`update profiles set ${marks} where id = ${userId}`.execute(tx);
  await sql`delete from sell_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from launch_drafts where user_id = ${userId}`.execute(tx);
  await sql`update launch_submissions set status = 'withdrawn', waits_since = ${at}
    where user_id = ${userId} and status in ('submitted', 'waiting_for_founder')`.execute(tx);
  await sql`delete from scam_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from quotes where user_id = ${userId}`.execute(tx);
  await sql`select app.close_account(${at})`.execute(tx);
}
