import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { OrderCommand, OrderState } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import type { Facts, Mover, Step } from '../order/step.ts';

type Change = {
  before: OrderState;
  after: OrderState;
  command: OrderCommand;
  facts: Facts;
  /** Whether staff have the next move. */
  waits: boolean;
  now: Date;
};

/** Which moment a command fills in. */
const moments: Partial<Record<OrderCommand, 'claimed_at' | 'received_at' | 'closed_at'>> = {
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

/** Which moments a command empties: it goes on without them. */
const emptied: Partial<Record<OrderCommand, readonly ('received_at' | 'closed_at' | 'choose_until')[]>> = {
  payoutBounced: ['closed_at'],
  payInUndone: ['received_at', 'choose_until'],
  latePayInUndone: ['received_at', 'choose_until'],
};

/**
 * Writes the new state over the expected old one, the status of transactions with it [001 §7 Reads and writes]. Throws
 * when the row is not as its caller, who locked it, saw it.
 */
export async function saveState(tx: Db, orderId: string, change: Change): Promise<void> {
  const { before, after, facts, now } = change;
  const moment = moments[change.command];
  const { rows } = await sql`
    update transactions set status = ${after.status}, pay_in = ${after.payIn}, pay_out = ${after.payOut},
      held = ${after.held}, lapsed = ${after.lapsed}, updated_at = ${now},
      waiting_since = case when ${change.waits} then coalesce(waiting_since, ${now}) end
      ${moment ? sql`, ${sql.ref(moment)} = ${now}` : sql``}
      ${sql.join(
        (emptied[change.command] ?? []).map((column) => sql`, ${sql.ref(column)} = null`),
        sql``,
      )}
      ${facts.proofFile === undefined ? sql`` : sql`, proof_file = ${facts.proofFile}`}
      ${facts.lapsesAt === undefined ? sql`` : sql`, lapses_at = ${facts.lapsesAt}`}
      ${facts.holdReason === undefined ? sql`` : sql`, hold_reason = ${facts.holdReason}`}
     where id = ${orderId} and status = ${before.status} and pay_in = ${before.payIn} and pay_out = ${before.payOut}
       and held = ${before.held} returning id`.execute(tx);
  if (rows.length !== 1) throw new Error('an order changed under its lock');
}

/** What the story tells: what was done, by whom, and when. */
type StoryEvent = { step: Step | NoteStep; mover: Mover; now: Date };

/** Adds a line to the story of an order. */
export const addEvent = (tx: Db, order: { id: string; userId: string }, { step, mover, now }: StoryEvent) =>
  sql`insert into order_events (order_id, user_id, at, event, actor_kind, actor_id, reason_code, note, public)
    values (${order.id}, ${order.userId}, ${now}, ${step.command}, ${mover.kind}, ${mover.id},
      ${step.reasonCode ?? null}, ${step.note ?? null}, ${step.public ?? true})`.execute(tx);

/** A line of the story that leaves the order's state as it is. */
export type NoteStep = { command: string; note: string | null; reasonCode?: string | null; public?: boolean };

/** Of a person's own proof, how many other orders the same picture proves; null where the file is not theirs. */
export async function provedBy(tx: Db, { userId, id: orderId }: Order, file: string): Promise<number | null> {
  // Claims with one picture go one after the other, so that each sees those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended('proof ' || sha256, 0)) from files
     where id = ${file} and user_id = ${userId}`.execute(tx);
  const { rows } = await sql<{ others: number }>`
    select app.orders_proved_by(id, ${orderId}) others from files
     where id = ${file} and user_id = ${userId} and purpose = 'transaction-proof'
       and state in ('being_checked', 'clean')`.execute(tx);
  return rows[0]?.others ?? null;
}

/** Orders whose time to pay is over, a bounded number at a time. */
export async function lapsedIds(tx: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transactions where status = 'pending' and pay_in in ('awaiting', 'claimed') and lapses_at <= ${now}
     order by lapses_at limit 200`.execute(tx);
  return rows.map((row) => row.id);
}

type Extras = { readonly count: number; readonly waits: boolean; readonly now: Date };

/** How many further payments of an order wait to go back: it waits for staff as long as one does. */
export const saveExtras = (tx: Db, orderId: string, { count, waits, now }: Extras) =>
  sql`update transactions set extras = ${count}, updated_at = ${now},
        waiting_since = case when ${waits} then coalesce(waiting_since, ${now}) end where id = ${orderId}`.execute(tx);
