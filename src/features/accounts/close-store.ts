import { sql } from 'kysely';
import { anyRow, type Db } from '../../platform/database/database.ts';

/** Returns the reference of an order or payment in transit. Ignores unpaid orders, which would reveal a hold (A7). */
export async function findMoneyInTransit(tx: Db, userId: string): Promise<string | undefined> {
  // Placing an order takes the same lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 0))`.execute(tx);
  const { rows } = await sql<{ reference: string }>`
    (select reference from transactions where user_id = ${userId} and awaits_staff and pay_in <> 'awaiting'
      order by id limit 1)
    union all select app.payments_under_way(${userId}) limit 1`.execute(tx);
  return rows[0]?.reference;
}

export const wasClosedSince = (tx: Db, email: string, since: Date) =>
  anyRow(tx)`select from profiles where email = ${email} and closed_at >= ${since} limit 1`;

/** Ends all access, frees the email and deletes data that no law retains. `until` is YYYY-MM-DD (decision A12). */
export async function closeAccountData(tx: Db, userId: string, { at, until }: { at: Date; until: string }) {
  const assignments = sql`closed_at = ${at}, erase_after = ${until}, avatar_url = null, updated_at = ${at}`;
  await sql`update profiles set ${assignments} where id = ${userId}`.execute(tx);
  await sql`delete from sell_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from launch_drafts where user_id = ${userId}`.execute(tx);
  await sql`update launch_submissions set status = 'withdrawn', waits_since = ${at}
    where user_id = ${userId} and status in ('submitted', 'waiting_for_founder')`.execute(tx);
  await sql`delete from scam_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from quotes where user_id = ${userId}`.execute(tx);
  await sql`select app.close_account(${at})`.execute(tx);
}
