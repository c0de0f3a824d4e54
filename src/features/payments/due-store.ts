import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Payments whose time is over, a bounded number at a time. */
export async function lapsedPayments(tx: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where ended is null and pay_in in ('awaiting', 'claimed') and lapses_at <= ${now}
     order by lapses_at limit 200`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Payments whose money may be used now although it could not when it came, a bounded number at a time. */
export async function heldNoMore(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where held and not app.payment_is_stopped(id, user_id) order by id limit 200`.execute(tx);
  return rows.map(({ id }) => id);
}
