import { sql } from 'kysely';
import { type Db, firstValue } from '../../../platform/database.ts';
import type { PromisedOrder } from './processing-times.ts';

/** An order that waits for staff, as far as a promise needs it, and of which promise its customer was told last. */
export type Waiting = Omit<PromisedOrder, 'state' | 'keptUntil'> &
  PromisedOrder['state'] & { readonly id: string; readonly since: Date; readonly toldFor: Date | null };

/** So many are looked at in one statement. */
const pageSize = 500;

/** What waits for staff since before a moment, those that wait longest first. */
export async function* waitingSince(tx: Db, before: Date): AsyncGenerator<Waiting> {
  for (let last: Pick<Waiting, 'id' | 'since'> | undefined; ; ) {
    const { rows }: { rows: Waiting[] } = await sql<Waiting>`
      select id, waiting_since since, late_told_for "toldFor", type side, status, pay_in "payIn", pay_out "payOut", held,
             lapsed, created_at "placedAt", claimed_at "claimedAt", received_at "receivedAt", lapses_at "lapsesAt",
             closed_at "closedAt"
        from transactions
       where awaits_staff and waiting_since < ${before}
         ${last ? sql`and (waiting_since, id) > (${last.since}, ${last.id})` : sql``}
       order by waiting_since, id limit ${pageSize}`.execute(tx);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < pageSize) return;
  }
}

/** The promise of which the customer of an order was told that it passed. */
export const lateToldFor = (tx: Db, orderId: string) =>
  firstValue<Date>(tx)`
    select late_told_for at from transactions where id = ${orderId}`;

export const keepLateTold = (tx: Db, orderId: string, promised: Date) =>
  sql`update transactions set late_told_for = ${promised} where id = ${orderId}`.execute(tx);
