import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database/database.ts';
import type { PlaceStatus } from './session.ts';

type Cancellation = { readonly reason: string; readonly now: Date };

/** Cancels a session. Throws when row security blocks the update. */
export async function setCancelled(tx: Db, id: string, { reason, now }: Cancellation): Promise<void> {
  const { rows } = await sql`
    update workshop_sessions set status = 'cancelled', cancelled_at = ${now}, cancel_reason = ${reason},
        updated_at = ${now} where id = ${id} returning id`.execute(tx);
  if (rows.length !== 1) throw new Error('a session was not cancelled');
}

export type SeatToEnd = {
  readonly id: string;
  readonly userId: string;
  readonly status: PlaceStatus;
  readonly paymentId: string | null;
};

/** Finds seats that are held, offered or on the waiting list. */
export const findSeatsToEnd = (tx: Db, sessionId: string) =>
  allRows<SeatToEnd>(tx)`
    select r.id, r.user_id "userId", r.status, p.id "paymentId" from workshop_registrations r
      left join payments p on p.payable = 'workshop' and p.payable_id = r.id and p.ended is null
     where r.session_id = ${sessionId} and r.status in ('waiting', 'offered', 'pending', 'confirmed')
     order by r.id`;

export const endWait = (tx: Db, id: string) =>
  sql`update workshop_registrations set status = 'cancelled'
       where id = ${id} and status in ('waiting', 'offered')`.execute(tx);
