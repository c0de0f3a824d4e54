import { sql } from 'kysely';
import type { Day } from '../../../kernel/calendar.ts';
import { formatMinorUnits, type Money, money, parseMinorUnits } from '../../../kernel/money.ts';
import { allRows, allValues, currentUserId, type Db, firstRow, hasRow } from '../../../platform/database/database.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import type { Network } from '../../assets/networks.ts';
import type { Schedule } from './schedule.ts';

export const maxRecurringBuys = 10;

/** Number of unpaid orders that pauses a plan: as many as a customer may have by default (decision F4). */
export const maxUnpaidInRow = 3;

export type RecurringBuy = Schedule & {
  readonly id: string;
  readonly reference: string;
  readonly symbol: AssetSymbol;
  readonly amount: Money;
  readonly network: Network;
  readonly address: string;
  readonly tag: string | null;
  readonly nextOn: Day;
  readonly pausedFor: 'asked' | 'unpaid' | 'password' | null;
  readonly lastRefusal: string | null;
};

type Row<More = object> = Omit<RecurringBuy, 'amount'> & { currency: Money['currency']; amount: string } & More;

const columns = sql`b.id, b.reference, b.symbol, b.currency, b.amount::text amount, b.network, b.address, b.tag::text tag,
  b.every, b.day, to_char(b.next_on, 'YYYY-MM-DD') "nextOn", b.paused_for "pausedFor", b.last_refusal "lastRefusal"`;

const toRecurringBuy = <More>({ currency, amount, ...row }: Row<More>) => ({
  ...row,
  amount: money(currency, parseMinorUnits(amount)),
});

/** The customer's plans, with the id of the order that waits for payment. */
export const findMyRecurringBuys = async (tx: Db) =>
  (
    await allRows<Row<{ openOrder: string | null }>>(tx)`
    select ${columns}, (select t.id from transactions t where t.payment_reference = b.reference
        and t.user_id = b.user_id and t.status = 'pending' and t.pay_in = 'awaiting'
        order by t.created_at desc limit 1) "openOrder"
      from recurring_buys b where b.user_id = ${currentUserId} order by b.id`
  ).map(toRecurringBuy);

export async function findMyRecurringBuy(tx: Db, id: string): Promise<RecurringBuy | null> {
  const row = await firstRow<Row>(tx)`
    select ${columns} from recurring_buys b where b.id = ${id} and b.user_id = ${currentUserId} for update`;
  return row ? toRecurringBuy(row) : null;
}

type NewPlan = Omit<RecurringBuy, 'id' | 'tag' | 'pausedFor' | 'lastRefusal'> & {
  readonly tag: number | null;
  readonly at: Date;
};

/** Returns null when the customer has the maximum number. The caller must serialize the customer's calls. */
export const insertRecurringBuy = (tx: Db, { amount, ...plan }: NewPlan) =>
  firstRow<{ id: string }>(tx)`
    insert into recurring_buys (user_id, reference, symbol, currency, amount, network, address, tag, every, day, next_on,
      created_at, counted_from)
    select ${currentUserId}, ${plan.reference}, ${plan.symbol}, ${amount.currency},
      ${formatMinorUnits(amount.minor)}::numeric, ${plan.network}, ${plan.address}, ${plan.tag}::bigint, ${plan.every},
      ${plan.day}, ${plan.nextOn}::date, ${plan.at}, ${plan.at}
     where (select count(*) from recurring_buys where user_id = ${currentUserId}) < ${maxRecurringBuys} returning id`;

export const saveAmount = (tx: Db, id: string, { minor }: Money) =>
  sql`update recurring_buys set amount = ${formatMinorUnits(minor)}::numeric, last_refusal = null
       where id = ${id}`.execute(tx);

export const savePause = (tx: Db, id: string, now: Date) =>
  sql`update recurring_buys set paused_at = ${now}, paused_for = 'asked' where id = ${id}`.execute(tx);

export const saveResumption = (tx: Db, id: string, { nextOn, now }: { nextOn: Day; now: Date }) =>
  sql`update recurring_buys set paused_at = null, paused_for = null, counted_from = ${now}, next_on = ${nextOn}::date,
        last_refusal = null where id = ${id}`.execute(tx);

export const deleteRecurringBuy = (tx: Db, id: string) =>
  hasRow(tx)`delete from recurring_buys where id = ${id} and user_id = ${currentUserId} returning id`;

export type DuePlan = RecurringBuy & { readonly userId: string };

export const findDue = async (tx: Db, { dueBy, last }: { dueBy: Day; last: string | null }): Promise<DuePlan[]> =>
  (
    await allRows<Row<{ userId: string }>>(tx)`
    select ${columns}, b.user_id "userId" from recurring_buys b
     where b.paused_at is null and b.next_on <= ${dueBy}::date ${last === null ? sql`` : sql`and b.id > ${last}`}
     order by b.id limit 100`
  ).map(toRecurringBuy);

/** Query for `withJobUser`: starts a transaction as the customer of a plan that is still due. */
export const planSessionQuery = (id: string, dueBy: Day) => ({
  name: 'enter by recurring buy',
  text: 'select * from app.authenticate_recurring_buy($1, $2::date)',
  values: [id, dueBy],
});

/** Sets the next day of the customer's plan and returns the plan. */
export async function advancePlan(tx: Db, id: string, nextOn: Day): Promise<RecurringBuy> {
  const row = await firstRow<Row>(tx)`
    update recurring_buys b set next_on = ${nextOn}::date, last_refusal = null
     where b.id = ${id} and b.user_id = ${currentUserId} returning ${columns}`;
  if (!row) throw new Error('a recurring buy disappeared under its lock');
  return toRecurringBuy(row);
}

/** Skips a refused day. Returns false if the plan changed since it was due. */
export const skipDay = (tx: Db, { id, nextOn }: DuePlan, { next, refusal }: { next: Day; refusal: string }) =>
  hasRow(tx)`
    update recurring_buys set next_on = ${next}::date, last_refusal = ${refusal}
     where id = ${id} and next_on = ${nextOn}::date and paused_at is null returning id`;

/** Pauses plans if all their latest orders ended without a payment. Returns their ids. */
export const pauseUnpaid = (tx: Db, now: Date) =>
  allValues<string>(tx)`
    update recurring_buys b set paused_at = ${now}, paused_for = 'unpaid'
     where b.paused_at is null and (
       select count(*) filter (where latest.status = 'cancelled' and latest.pay_in = 'awaiting')
         from (select t.status, t.pay_in from transactions t
                where t.payment_reference = b.reference and t.created_at >= b.counted_from
                order by t.created_at desc limit ${maxUnpaidInRow}) latest) = ${maxUnpaidInRow} returning b.id`;

/** Takes unpaid orders that end before `endsBy` for their only reminder. */
export const claimReminders = (tx: Db, { now, endsBy }: { now: Date; endsBy: Date }) =>
  allRows<{ id: string; userId: string }>(tx)`
    update recurring_buys b set reminded_at = ${now} from transactions t
     where t.payment_reference = b.reference and t.status = 'pending' and t.pay_in = 'awaiting'
       and t.lapses_at <= ${endsBy} and (b.reminded_at is null or b.reminded_at < t.created_at)
    returning t.id, t.user_id "userId"`;

/** Returns null for a closed account. */
export async function findPlanToMail(tx: Db, id: string) {
  const row = await firstRow<Row<{ userId: string; name: string; email: string }>>(tx)`
    select ${columns}, b.user_id "userId", p.display_name "name", p.email
      from recurring_buys b join profiles p on p.id = b.user_id where b.id = ${id} and p.closed_at is null`;
  return row ? toRecurringBuy(row) : null;
}
