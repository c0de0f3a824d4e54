import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import { allRows, allValues, type Db, firstValue } from '../../../platform/database/database.ts';
import type { OrderCommand, OrderState } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import type { Facts, Step } from '../order/step.ts';

type Change = {
  before: OrderState;
  after: OrderState;
  command: OrderCommand;
  facts: Facts;
  waits: boolean;
  now: Date;
};

const stampedMoments: Partial<Record<OrderCommand, 'claimed_at' | 'received_at' | 'closed_at'>> = {
  claim: 'claimed_at',
  receive: 'received_at',
  attachLate: 'received_at',
  complete: 'closed_at',
  fail: 'closed_at',
  cancel: 'closed_at',
  cancelOwn: 'closed_at',
  callOff: 'closed_at',
  lapse: 'closed_at',
};

const clearedMoments: Partial<Record<OrderCommand, readonly ('received_at' | 'closed_at' | 'reprice_choice_until')[]>> =
  {
    payoutBounced: ['closed_at'],
    payInUndone: ['received_at', 'reprice_choice_until'],
    latePayInUndone: ['received_at', 'reprice_choice_until'],
  };

/** Updates the order. Throws when it is no longer in the state `before` [001 §7 Reads and writes]. */
export async function saveState(tx: Db, orderId: string, change: Change): Promise<void> {
  const { before, after, facts, now } = change;
  const moment = stampedMoments[change.command];
  const { rows } = await sql`
    update transactions set status = ${after.status}, pay_in = ${after.payIn}, pay_out = ${after.payOut},
      held = ${after.held}, lapsed = ${after.lapsed}, updated_at = ${now},
      waiting_since = case when ${change.waits} then coalesce(waiting_since, ${now}) end
      ${moment ? sql`, ${sql.ref(moment)} = ${now}` : sql``}
      ${sql.join(
        (clearedMoments[change.command] ?? []).map((column) => sql`, ${sql.ref(column)} = null`),
        sql``,
      )}
      ${facts.proofFile === undefined ? sql`` : sql`, proof_file = ${facts.proofFile}`}
      ${facts.lapsesAt === undefined ? sql`` : sql`, lapses_at = ${facts.lapsesAt}`}
      ${facts.holdReason === undefined ? sql`` : sql`, hold_reason = ${facts.holdReason}`}
     where id = ${orderId} and status = ${before.status} and pay_in = ${before.payIn} and pay_out = ${before.payOut}
       and held = ${before.held} returning id`.execute(tx);
  if (rows.length !== 1) throw new Error('an order changed under its lock');
}

type EventInput = { step: Step | NoteStep; mover: AuditActor; now: Date };

export const addEvent = (tx: Db, order: { id: string; userId: string }, { step, mover, now }: EventInput) =>
  sql`insert into order_events (order_id, user_id, at, event, actor_kind, actor_id, reason_code, note, public)
    values (${order.id}, ${order.userId}, ${now}, ${step.command}, ${mover.kind}, ${mover.id},
      ${step.reasonCode ?? null}, ${step.note ?? null}, ${step.public ?? true})`.execute(tx);

export type NoteStep = { command: string; note: string | null; reasonCode?: string | null; public?: boolean };

/** Counts other orders with this proof file. Null when the file belongs to another customer. */
export async function countProvenOrders(tx: Db, { userId, id: orderId }: Order, file: string): Promise<number | null> {
  // Serializes claims with the same file, so that each counts the earlier uses.
  await sql`select pg_advisory_xact_lock(hashtextextended('proof ' || sha256, 0)) from files
     where id = ${file} and user_id = ${userId}`.execute(tx);
  return firstValue<number>(tx)`
    select app.count_orders_proved_by(id, ${orderId}) others from files
     where id = ${file} and user_id = ${userId} and purpose = 'transaction-proof'
       and state in ('being_checked', 'clean')`;
}

export const findExpiredIds = (tx: Db, now: Date) =>
  allValues<string>(tx)`
    select id from transactions where status = 'pending' and pay_in in ('awaiting', 'claimed') and lapses_at <= ${now}
     order by lapses_at limit 200`;

type SurplusUpdate = { readonly count: number; readonly waits: boolean; readonly now: Date };

export const saveSurplusCount = (tx: Db, orderId: string, { count, waits, now }: SurplusUpdate) =>
  sql`update transactions set surplus_count = ${count}, updated_at = ${now},
        waiting_since = case when ${waits} then coalesce(waiting_since, ${now}) end where id = ${orderId}`.execute(tx);

/** Takes orders without a confirmation email and marks them. Parallel processes skip locked rows. */
export const claimPlaced = (tx: Db, limit: number) =>
  allRows<Pick<Order, 'id' | 'userId'>>(tx)`
    update transactions set placed_letter_due = false where id in (
      select id from transactions where placed_letter_due order by id limit ${limit} for update skip locked)
    returning id, user_id "userId"`;
