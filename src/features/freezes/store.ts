import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { FreezeState } from './frozen.ts';
import type { FreezeLine, KeptOrderLine } from './views.ts';

/**
 * How a customer stands, and whether two people decided that the money of this order goes back all the same (decision
 * E2). The database refuses each step itself, whatever code asks (decision E2; `app.refuse_while_frozen` in
 * `db/schema.sql`).
 */
export async function standingOf(tx: Db, { id, userId }: { id: string; userId: string }): Promise<FreezeState> {
  const { rows } = await sql<FreezeState>`
    select app.standstill(${userId}) standstill, app.return_decided(${id}, ${userId}) "returnDecided"`.execute(tx);
  return rows[0] ?? { standstill: 'stopped', returnDecided: false };
}

/** Whether somebody frozen is known by the wallet that a customer named: nothing is sent there either. */
export async function walletStopped(
  tx: Db,
  { address, userId }: { address: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`select app.wallet_stopped(${address}, ${userId}) stopped`.execute(
    tx,
  );
  return rows[0]?.stopped ?? true;
}

/** Keeps what wraps the keys of some wallets of whoever is stopped: of how many. The database alone reads it. */
export async function keepWrapped(tx: Db): Promise<number> {
  const { rows } = await sql<{ kept: number }>`select app.keep_wrapped() kept`.execute(tx);
  return rows[0]?.kept ?? 0;
}

/** How a customer stands, without a word about why. */
export async function standstillOf(tx: Db, userId: string): Promise<FreezeState['standstill']> {
  const { rows } = await sql<Pick<FreezeState, 'standstill'>>`select app.standstill(${userId}) standstill`.execute(tx);
  return rows[0]?.standstill ?? null;
}

export type FreezeRow = Omit<FreezeLine, 'thaw'>;

/** Every freeze of a customer, and of accounts joined with theirs what stops them: those that stand first. */
export async function freezesOf(tx: Db, userId: string): Promise<FreezeRow[]> {
  const { rows } = await sql<FreezeRow>`
    select f.id, case when f.user_id <> ${userId} then jsonb_build_object('id', o.id, 'name', o.display_name) end account,
           f.cause, f.frozen_at "frozenAt", b.display_name "frozenBy", f.reason,
           h.details->'party'->>'name' party, c.id "caseId", c.number::int "caseNumber",
           f.lifted_at "liftedAt", l.display_name "liftedBy"
      from account_freezes f join profiles o on o.id = f.user_id left join profiles b on b.id = f.frozen_by left join profiles l on l.id = f.lifted_by
      left join name_hits h on h.id = f.hit_id left join cases c on c.id = coalesce(f.case_id, h.case_id)
     where f.user_id = ${userId} or f.id in (select app.what_freezes(${userId})) order by f.lifted_at desc nulls first, f.frozen_at desc limit 50`.execute(
    tx,
  );
  return rows;
}

/** A freeze that stands and that two people may lift: its customer. Null for any other. */
export async function standingFreeze(tx: Db, id: string): Promise<{ id: string; userId: string } | null> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id "userId" from account_freezes
     where id = ${id} and lifted_at is null and cause <> 'not_me'`.execute(tx);
  return rows[0] ?? null;
}

/** Ids of what keeps a customer frozen now, on whichever account of theirs, their own alarm among it. */
export async function whatFreezes(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select app.what_freezes(${userId}) id order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The same of all who are known by an order: by where what is here of it came from, or by where its own goes. */
export async function whatStopsOrder(tx: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select app.what_stops_order(${orderId}) id order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What is here of an order and waits to be decided about: what its page shows of it, and a decision names. */
export async function linesToDecide(tx: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select app.lines_to_decide(${orderId}) id order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

type ByHand = { readonly userId: string; readonly by: string; readonly reason: string; readonly at: Date };

/** Freezes by hand; false where somebody's hand did already. */
export async function freezeByHand(tx: Db, { userId, by, reason, at }: ByHand): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_freezes (user_id, cause, frozen_by, frozen_at, reason)
    values (${userId}, 'by_hand', ${by}, ${at}, ${reason}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Lifts the freeze that this proposal is about; the database asks whether it was approved in this transaction. */
export async function thaw(tx: Db, proposalId: string): Promise<boolean> {
  const { rows } = await sql<{ thawed: boolean }>`select app.thaw(${proposalId}) thawed`.execute(tx);
  return rows[0]?.thawed ?? false;
}

export type KeptOrder = Omit<KeptOrderLine, 'decided' | 'waiting'>;

/** Money or coins of the order `t` are here that no order holds: it ended, or they came in beside its own. */
const isKept = sql`((pay_in = 'received' and status in ('cancelled', 'failed')) or extras > 0)`;

/** Or would leave for a customer who is not frozen, if somebody else were not. */
const isStopped = sql`((${isKept} or (pay_in = 'received' and pay_out <> 'sent'))
  and exists (select app.what_stops_order(t.id)))`;

/** The same of a payment: what it paid for ended, or never began. */
const isPaymentKept = sql`(pay_in = 'received' and (ended is not null or held))`;
const isPaymentStopped = sql`(pay_in = 'received' and exists (select app.what_stops_order(t.id)))`;

/**
 * Orders and payments of which something is here to be given back, with that: all that came in of one that ended or
 * never began, of any other order what came in beside its own. Of a customer who is not `stopped`, those that a freeze
 * of somebody else stops, with all.
 */
export async function keptOrders(tx: Db, userId: string, stopped: boolean): Promise<KeptOrder[]> {
  const { rows } = await sql<KeptOrder>`
    select id, kind, reference, ended,
           (select string_agg(case when m.rail in ('bank', 'card')
                       then case m.asset when 'JMD' then 'J$' else 'US$' end || to_char(m.amount, 'FM999,999,999,990.00')
                       else trim_scale(m.amount) || ' ' || m.asset end, ' and ' order by m.id)
              from movements m where m.id in (select app.lines_to_decide(k.id))) received,
           (select coalesce(jsonb_agg(distinct jsonb_build_object('id', p.id, 'name', p.display_name)), '[]')
              from account_freezes f join profiles p on p.id = f.user_id
             where f.id in (select app.what_stops_order(k.id)) and p.id <> ${userId}) others
      from (select id, 'order' kind, reference, status in ('cancelled', 'failed') ended
              from transactions t where user_id = ${userId} and ${stopped ? isKept : isStopped}
            union all
            select id, 'payment', reference, true
              from payments t where user_id = ${userId} and ${stopped ? isPaymentKept : isPaymentStopped}) k
     order by id desc limit 50`.execute(tx);
  return rows;
}

type Here = { userId: string; isKept: boolean; isStopped: boolean };

/** Whose order or payment it is; whether what is here of it waits to go back, or is stopped by who is known by it. */
export async function orderHere(tx: Db, id: string): Promise<Here | null> {
  const { rows } = await sql<Here>`
    select user_id "userId", ${isKept} "isKept", ${isStopped} "isStopped" from transactions t where id = ${id}
    union all
    select user_id, ${isPaymentKept}, ${isPaymentStopped} from payments t where id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** Whether this id is a customer's at all. */
export async function isCustomer(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from profiles where id = ${userId}`.execute(tx);
  return rows.length > 0;
}
