import { sql } from 'kysely';
import { type Db, firstValue } from '../../../platform/database/database.ts';
import type { PromisedOrder } from './processing-times.ts';

export type WaitingOrder = Omit<PromisedOrder, 'state' | 'keptUntil'> &
  PromisedOrder['state'] & { readonly id: string; readonly since: Date; readonly notifiedFor: Date | null };

const pageSize = 500;

export async function* findWaitingSince(tx: Db, before: Date): AsyncGenerator<WaitingOrder> {
  for (let last: Pick<WaitingOrder, 'id' | 'since'> | undefined; ; ) {
    const { rows }: { rows: WaitingOrder[] } = await sql<WaitingOrder>`
      select id, waiting_since since, late_notified_for "notifiedFor", type side, status, pay_in "payIn", pay_out "payOut", held,
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

export const findLateNotifiedFor = (tx: Db, orderId: string) =>
  firstValue<Date>(tx)`
    select late_notified_for at from transactions where id = ${orderId}`;

export const saveLateNotifiedFor = (tx: Db, orderId: string, promised: Date) =>
  sql`update transactions set late_notified_for = ${promised} where id = ${orderId}`.execute(tx);
