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

/** Whether it is a freeze that keeps the money of a payment from being used, and not a look that waits. */
export async function isFrozen(tx: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { rows } = await sql<{ frozen: boolean }>`select app.payment_is_frozen(${id}, ${userId}) frozen`.execute(tx);
  return rows[0]?.frozen === true;
}
