import { sql } from 'kysely';
import {
  allRows,
  allValues,
  currentUserAccounts,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  requireRow,
} from '../../platform/database/database.ts';
import { customerLabel } from '../../platform/database/rows.ts';
import type { FreezeView, StoppedMoneyView, StoppedOrderView } from './views.ts';

type StoppedMoneyRow = Omit<StoppedMoneyView, 'waiting'>;

/** SQL condition: excludes money linked to any account of the viewer. */
const notOwnSql = sql`not exists (select from app.source_accounts(m.id) c where c.user_id = any(${currentUserAccounts}))`;

/** Finds unallocated money that a customer's freezes stop, newest first, at most 50. */
export const findStoppedMoneyRows = (tx: Db, userId: string) =>
  allRows<StoppedMoneyRow>(tx)`
    select m.id, m.reference, app.is_unallocated_return_decided(m.id) decided,
           case when m.rail in ('bank', 'card')
             then case m.asset when 'JMD' then 'J$' else 'US$' end || to_char(app.unallocated_remaining(m.id), 'FM999,999,999,990.00')
             else trim_scale(app.unallocated_remaining(m.id)) || ' ' || m.asset end received
      from unallocated_funds o join movements m on m.id = o.movement_id
     where ${notOwnSql} and exists (select from app.unallocated_freezes(m.id) f(id)
         where f.id = any(array(select app.list_effective_freezes(${userId}))))
     order by m.id desc limit 50`;

type MoneyStops = {
  /** Codes of `why`, which a decision stores. */
  readonly reasonCodes: readonly string[];
  readonly why: readonly string[];
  /** Customer of the order that the money came from; null when unknown. */
  readonly userId: string | null;
  readonly decided: boolean;
};

/** Finds the sanctions matches that stop unallocated money. For compliance only. */
export async function findMoneyStops(tx: Db, ids: readonly string[]): Promise<Map<string, MoneyStops>> {
  const { rows } = await sql<MoneyStops & { id: string }>`
    select m.id, array_agg(s.word) "reasonCodes", array_agg(s.why) why, (array_agg(s.user_id))[1] "userId", bool_and(s.decided) decided
      from movements m join unallocated_funds o on o.movement_id = m.id, app.payer_block_reasons(m.id) s
     where m.id = any(${ids}::uuid[]) and ${notOwnSql} group by m.id`.execute(tx);
  return new Map(rows.map(({ id, ...stops }) => [id, stops]));
}

export const findFreezingCustomer = (tx: Db, id: string) =>
  firstValue<string>(tx)`
    select f.user_id "userId" from movements m, app.unallocated_freezes(m.id) s(id) join account_freezes f on f.id = s.id
     where m.id = ${id} and ${notOwnSql} order by f.frozen_at, f.id limit 1`;

/** `stopped`: no money moves. `alarm`: the customer reported a sign-in, so no money leaves until staff lift it. */
export type FreezeStatus = 'stopped' | 'alarm' | null;

export type FreezeState = {
  readonly standstill: FreezeStatus;
  /** Two compliance officers approved the return of this order's money. */
  readonly returnDecided: boolean;
};

/** Loads the freeze state. The database enforces it too (decision E2; `app.refuse_while_frozen`). */
export const loadFreezeState = (tx: Db, { id, userId }: { id: string; userId: string }) =>
  requireRow<FreezeState>(tx)`
    select app.freeze_status(${userId}) standstill, app.is_return_decided(${id}, ${userId}) "returnDecided"`;

export const isWalletStopped = async (tx: Db, { address, userId }: { address: string; userId: string }) =>
  (await firstValue<boolean>(tx)`select app.is_wallet_blocked(${address}, ${userId}) stopped`) ?? true;

export const deleteUnusedAddressForms = (tx: Db) => sql`select app.prune_address_forms()`.execute(tx);

export const findFreezeStatus = (tx: Db, userId: string) =>
  firstValue<NonNullable<FreezeState['standstill']>>(tx)`select app.freeze_status(${userId}) standstill`;

export type FreezeRow = Omit<FreezeView, 'unfreezeProposal'>;

/** Finds freezes of a customer and merged accounts, open freezes first, at most 50. */
export const findFreezes = (tx: Db, userId: string) =>
  allRows<FreezeRow>(tx)`
    select f.id, case when f.user_id <> ${userId} then jsonb_build_object('id', o.id, 'name', ${customerLabel('o')}) end account,
           f.cause, f.frozen_at "frozenAt", b.display_name "frozenBy", f.reason,
           h.details->'party'->>'name' party, c.id "caseId", c.number::int "caseNumber",
           f.lifted_at "liftedAt", l.display_name "liftedBy"
      from account_freezes f join profiles o on o.id = f.user_id left join profiles b on b.id = f.frozen_by left join profiles l on l.id = f.lifted_by
      left join name_hits h on h.id = f.hit_id left join cases c on c.id = coalesce(f.case_id, h.case_id)
     where f.user_id = ${userId} or f.id in (select app.list_effective_freezes(${userId})) order by f.lifted_at desc nulls first, f.frozen_at desc limit 50`;

/** Finds an open freeze. Null for lifted freezes and for the customer's own alarm. */
export const findOpenFreeze = (tx: Db, id: string) =>
  firstRow<{ id: string; userId: string }>(tx)`
    select id, user_id "userId" from account_freezes
     where id = ${id} and lifted_at is null and cause <> 'not_me'`;

/** Finds freezes in force on any account of the customer, including the customer's own alarm. */
export const findFreezeIds = (tx: Db, userId: string) =>
  allValues<string>(tx)`
    select app.list_effective_freezes(${userId}) id order by 1`;

/** Finds freezes of customers who own the order's source or destination. */
export const findFreezeIdsOfOrder = (tx: Db, orderId: string) =>
  allValues<string>(tx)`
    select app.order_block_reasons(${orderId}) id order by 1`;

export const findMovementsToDecide = (tx: Db, orderId: string) =>
  allValues<string>(tx)`select app.refundable_pay_ins(${orderId}) id order by 1`;

type ManualFreeze = { readonly userId: string; readonly by: string; readonly reason: string; readonly at: Date };

export async function freezeManually(tx: Db, { userId, by, reason, at }: ManualFreeze): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_freezes (user_id, cause, frozen_by, frozen_at, reason)
    values (${userId}, 'by_hand', ${by}, ${at}, ${reason}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Lifts a freeze. The database checks that the proposal was approved in this transaction. */
export const liftCustomerFreeze = async (tx: Db, proposalId: string) =>
  (await firstValue<boolean>(tx)`select app.unfreeze(${proposalId}) lifted`) ?? false;

export type StoppedOrderRow = Omit<StoppedOrderView, 'decided' | 'waiting'>;

/** SQL condition: order `t` ended while we hold its money, or received too much. */
const hasMoneyToReturnSql = sql`((pay_in = 'received' and status in ('cancelled', 'failed')) or surplus_count > 0)`;

/** SQL condition: a freeze of another customer stops the money of order `t`. */
const isStoppedSql = sql`((${hasMoneyToReturnSql} or (pay_in = 'received' and pay_out <> 'sent'))
  and exists (select app.order_block_reasons(t.id)))`;

const isPaymentEndedOrHeldSql = sql`(pay_in = 'received' and (ended is not null or held))`;
const isPaymentStoppedSql = sql`(pay_in = 'received' and exists (select app.order_block_reasons(t.id)))`;

/** Finds orders and payments with stopped money. Without `stopped`, only those that another customer's freeze stops. */
export const findStoppedOrders = (tx: Db, userId: string, stopped: boolean) =>
  allRows<StoppedOrderRow>(tx)`
    select id, kind, reference, ended,
           (select string_agg(case when m.rail in ('bank', 'card')
                       then case m.asset when 'JMD' then 'J$' else 'US$' end || to_char(m.amount, 'FM999,999,999,990.00')
                       else trim_scale(m.amount) || ' ' || m.asset end, ' and ' order by m.id)
              from movements m where m.id in (select app.refundable_pay_ins(k.id))) received,
           (select coalesce(jsonb_agg(distinct jsonb_build_object('id', p.id, 'name', ${customerLabel('p')})), '[]')
              from account_freezes f join profiles p on p.id = f.user_id
             where f.id in (select app.order_block_reasons(k.id)) and p.id <> ${userId}) others
      from (select id, 'order' kind, reference, status in ('cancelled', 'failed') ended
              from transactions t where user_id = ${userId} and ${stopped ? hasMoneyToReturnSql : isStoppedSql}
            union all
            select id, 'payment', reference, true
              from payments t where user_id = ${userId} and ${stopped ? isPaymentEndedOrHeldSql : isPaymentStoppedSql}) k
     order by id desc limit 50`;

type StoppedItem = { userId: string; isKept: boolean; isStopped: boolean };

export const findOrderOrPayment = (tx: Db, id: string) =>
  firstRow<StoppedItem>(tx)`
    select user_id "userId", ${hasMoneyToReturnSql} "isKept", ${isStoppedSql} "isStopped" from transactions t where id = ${id}
    union all
    select user_id, ${isPaymentEndedOrHeldSql}, ${isPaymentStoppedSql} from payments t where id = ${id}`;

export const isCustomer = (tx: Db, userId: string) => hasRow(tx)`select from profiles where id = ${userId}`;
