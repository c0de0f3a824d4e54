import { sql } from 'kysely';
import { allIds, allRows, anyRow, type Db, firstRow, firstValue, onlyRow } from '../../platform/database.ts';
import type { FreezeState } from './frozen.ts';
import type { FreezeLine, KeptOrderLine } from './views.ts';

/** How a customer stands, and whether two people decided that the money of this order goes back all the same. */
export const standingOf = (tx: Db, { id, userId }: { id: string; userId: string }) =>
  onlyRow<FreezeState>(tx)`
    select app.standstill(${userId}) standstill, app.return_decided(${id}, ${userId}) "returnDecided"`;

/** Whether somebody frozen is known by the wallet that a customer named: nothing is sent there either. */
export const walletStopped = async (tx: Db, { address, userId }: { address: string; userId: string }) =>
  (await firstValue<boolean>(tx)`select app.wallet_stopped(${address}, ${userId}) stopped`) ?? true;

/** Keeps what wraps the keys of some wallets of whoever is stopped: of how many. The database alone reads it. */
export const keepWrapped = async (tx: Db) => (await firstValue<number>(tx)`select app.keep_wrapped() kept`) ?? 0;

/** How a customer stands, without a word about why. */
export async function standstillOf(tx: Db, userId: string): Promise<FreezeState['standstill']> {
  const { rows } = await sql<Pick<FreezeState, 'standstill'>>`select app.standstill(${userId}) standstill`.execute(tx);
  return rows[0]?.standstill ?? null;
}

export type FreezeRow = Omit<FreezeLine, 'thaw'>;

/** Every freeze of a customer, and of accounts joined with theirs what stops them: those that stand first. */
export const freezesOf = (tx: Db, userId: string) =>
  allRows<FreezeRow>(tx)`
    select f.id, case when f.user_id <> ${userId} then jsonb_build_object('id', o.id, 'name', o.display_name) end account,
           f.cause, f.frozen_at "frozenAt", b.display_name "frozenBy", f.reason,
           h.details->'party'->>'name' party, c.id "caseId", c.number::int "caseNumber",
           f.lifted_at "liftedAt", l.display_name "liftedBy"
      from account_freezes f join profiles o on o.id = f.user_id left join profiles b on b.id = f.frozen_by left join profiles l on l.id = f.lifted_by
      left join name_hits h on h.id = f.hit_id left join cases c on c.id = coalesce(f.case_id, h.case_id)
     where f.user_id = ${userId} or f.id in (select app.what_freezes(${userId})) order by f.lifted_at desc nulls first, f.frozen_at desc limit 50`;

/** A freeze that stands and that two people may lift: its customer. Null for any other. */
export const standingFreeze = (tx: Db, id: string) =>
  firstRow<{ id: string; userId: string }>(tx)`
    select id, user_id "userId" from account_freezes
     where id = ${id} and lifted_at is null and cause <> 'not_me'`;

/** Ids of what keeps a customer frozen now, on whichever account of theirs, their own alarm among it. */
export const whatFreezes = (tx: Db, userId: string) =>
  allIds(tx)`
    select app.what_freezes(${userId}) id order by 1`;

/** The same of all who are known by an order: by where what is here of it came from, or by where its own goes. */
export const whatStopsOrder = (tx: Db, orderId: string) =>
  allIds(tx)`
    select app.what_stops_order(${orderId}) id order by 1`;

/** What is here of an order and waits to be decided about: what its page shows of it, and a decision names. */
export const linesToDecide = (tx: Db, orderId: string) =>
  allIds(tx)`select app.lines_to_decide(${orderId}) id order by 1`;

type ByHand = { readonly userId: string; readonly by: string; readonly reason: string; readonly at: Date };

/** Freezes by hand; false where somebody's hand did already. */
export async function freezeByHand(tx: Db, { userId, by, reason, at }: ByHand): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_freezes (user_id, cause, frozen_by, frozen_at, reason)
    values (${userId}, 'by_hand', ${by}, ${at}, ${reason}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Lifts the freeze that this proposal is about; the database asks whether it was approved in this transaction. */
export const thaw = async (tx: Db, proposalId: string) =>
  (await firstValue<boolean>(tx)`select app.thaw(${proposalId}) thawed`) ?? false;

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
export const keptOrders = (tx: Db, userId: string, stopped: boolean) =>
  allRows<KeptOrder>(tx)`
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
     order by id desc limit 50`;

type Here = { userId: string; isKept: boolean; isStopped: boolean };

/** Whose order or payment it is; whether what is here of it waits to go back, or is stopped by who is known by it. */
export const orderHere = (tx: Db, id: string) =>
  firstRow<Here>(tx)`
    select user_id "userId", ${isKept} "isKept", ${isStopped} "isStopped" from transactions t where id = ${id}
    union all
    select user_id, ${isPaymentKept}, ${isPaymentStopped} from payments t where id = ${id}`;

/** Whether this id is a customer's at all. */
export const isCustomer = (tx: Db, userId: string) => anyRow(tx)`select from profiles where id = ${userId}`;
