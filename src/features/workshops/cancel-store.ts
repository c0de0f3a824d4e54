import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database.ts';
import type { PlaceStatus } from './session.ts';

type Cancelling = { readonly reason: string; readonly now: Date };

/** Throws where row security does not let this person: nobody is to believe that it was called off. */
export async function cancelNow(tx: Db, id: string, { reason, now }: Cancelling): Promise<void> {
  const { rows } = await sql`
    update workshop_sessions set status = 'cancelled', cancelled_at = ${now}, cancel_reason = ${reason},
        updated_at = ${now} where id = ${id} returning id`.execute(tx);
  if (rows.length !== 1) throw new Error('a session was not called off');
}

/** Somebody's place in what is called off, with the payment that is open for it. */
export type PlaceToEnd = {
  readonly id: string;
  readonly userId: string;
  readonly status: PlaceStatus;
  readonly paymentId: string | null;
};

/** Whoever has a place still, waits for one or was offered one. */
export const placesToEnd = (tx: Db, sessionId: string) =>
  allRows<PlaceToEnd>(tx)`
    select r.id, r.user_id "userId", r.status, p.id "paymentId" from workshop_registrations r
      left join payments p on p.payable = 'workshop' and p.payable_id = r.id and p.ended is null
     where r.session_id = ${sessionId} and r.status in ('waiting', 'offered', 'pending', 'confirmed')
     order by r.id`;

/** Nobody waits any more for what is called off. */
export const endWait = (tx: Db, id: string) =>
  sql`update workshop_registrations set status = 'cancelled'
       where id = ${id} and status in ('waiting', 'offered')`.execute(tx);
