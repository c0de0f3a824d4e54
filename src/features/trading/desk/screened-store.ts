import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { listHolds, type ScreeningResult } from '../judging/release-rule.ts';

/** What screening last said of an order's wallet, for those who may know it; null where nothing was screened. */
export async function screeningOf(tx: Db, orderId: string): Promise<ScreeningResult | null> {
  const { rows } = await sql<{ result: ScreeningResult }>`
    select s.screening_result "result" from transactions t join blockchain_screening s on s.id = t.blockchain_screening_id
     where t.id = ${orderId}`.execute(tx);
  return rows[0]?.result ?? null;
}

/** Whether two people approved that something of an order goes back, and nobody wrote down yet that it did. */
export async function isReturnApproved(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ approved: boolean }>`
    select exists (select from proposals p where p.kind = 'return' and p.subject = ${orderId}::text
      and p.state = 'approved' and not exists (select from movements m where m.proposal_id = p.id)
      and not exists (select from proposals u
        where u.kind = 'undo' and u.state = 'approved' and u.payload ->> 'of' = p.id::text)) approved`.execute(tx);
  return rows[0]?.approved === true;
}

/** When a list first stopped an order after a moment; null where none did. */
export async function listedSince(tx: Db, orderId: string, since: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) at from order_events where order_id = ${orderId} and at >= ${since}
      and reason_code = any(${listHolds})`.execute(tx);
  return rows[0]?.at ?? null;
}

/** Whether an order's wallet is clear and its price judged, no more than that: also for those who see no screenings. */
export async function isScreenedClear(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ clear: boolean }>`
    select app.screened_clear(id) and not unjudged clear
      from transactions where id = ${orderId}`.execute(tx);
  return rows[0]?.clear === true;
}
