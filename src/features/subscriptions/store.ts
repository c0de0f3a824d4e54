import { sql } from 'kysely';
import {
  allRows,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  newId,
} from '../../platform/database/database.ts';
import type { PaymentMethod } from '../payments/payment.ts';
import { isAwaitingCustomer } from '../payments/store.ts';
import { type Feature, getFeatures, type Period, type Plan, type Subscription } from './plans.ts';

type Row = { plan: Plan; status: Subscription['status']; startDate: Date | null; endDate: Date | null };

/**
 * Returns the running plan, otherwise the newest active or pending plan [000 §3 subscriptions, §4 Subscription, §7
 * Tables, 001 §4 Subscriptions, §7 Reads and writes].
 */
export const newestSubscription = (tx: Db, now: Date) =>
  firstRow<Subscription>(tx)`
    select plan, status, start_date "startDate", end_date "endDate" from subscriptions
     where user_id = ${currentUserId} and status in ('active', 'pending')
     order by (status = 'active' and start_date <= ${now} and end_date > ${now}) is true desc, created_at desc
     limit 1`;

export type OwnPlans = {
  /** The running plan, otherwise the last active plan. */
  readonly active: Subscription | null;
  /** `toPay`: the customer has to pay next. */
  readonly pending: (Subscription & { readonly paymentId: string; readonly toPay: boolean }) | null;
  readonly runsUntil: Date | null;
};

export async function findOwnPlans(tx: Db, now: Date): Promise<OwnPlans> {
  const { rows } = await sql<Row & { paymentId: string | null; toPay: boolean }>`
    select plan, s.status, start_date "startDate", end_date "endDate", p.id "paymentId", ${isAwaitingCustomer} "toPay"
      from subscriptions s left join payments p on p.payable = 'plan' and p.payable_id = s.id and p.ended is null
     where s.user_id = ${currentUserId} and s.status in ('active', 'pending')
     order by start_date desc nulls last limit 20`.execute(tx);
  const active = rows.filter(({ status }) => status === 'active');
  const running = active.find(({ startDate }) => startDate !== null && startDate <= now);
  const pending = rows.find(({ status, paymentId }) => status === 'pending' && paymentId !== null);
  return {
    active: running ?? active[0] ?? null,
    pending: pending ? { ...pending, paymentId: pending.paymentId ?? '' } : null,
    runsUntil: active[0]?.endDate ?? null,
  };
}

/** Features of the running plan. The tiers Silver and Gold include courses [001 §9 Tokens]. */
export async function findIncludedFeatures(tx: Db, userId: string, now: Date): Promise<readonly Feature[]> {
  const { rows } = await sql<{ plan: Plan | null }>`
    select plan from subscriptions where user_id = ${userId} and status = 'active'
       and start_date <= ${now} and end_date > ${now}
    union all select null where app.discount_tier_at(${userId}, ${now}) in ('silver', 'gold')`.execute(tx);
  return rows.flatMap(({ plan }) => (plan ? getFeatures(plan) : ['courses']));
}

export const hasPending = (tx: Db) =>
  hasRow(tx)`
    select from subscriptions where user_id = ${currentUserId} and status = 'pending'`;

/** Inserts a pending subscription and returns its id [001 §3 subscriptions, §7 Reads and writes]. */
export const insertSubscription = (tx: Db, { plan, method, now }: { plan: Plan; method: PaymentMethod; now: Date }) =>
  newId(tx)`
    insert into subscriptions (user_id, plan, status, payment_method, created_at)
      values (${currentUserId}, ${plan}, 'pending', ${method}, ${now}) returning id`;

/** Serializes changes to a user's months until the transaction ends. */
export const lockPlans = (tx: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`plans of ${userId}`}, 0))`.execute(tx);

export const findPlansEnd = (tx: Db, userId: string) =>
  firstValue<Date>(tx)`
    select max(end_date) until from subscriptions where user_id = ${userId} and status = 'active'`;

export const activateSubscription = (tx: Db, id: string, { start, end }: Period) =>
  sql`update subscriptions set status = 'active', start_date = ${start}, end_date = ${end}
       where id = ${id} and status = 'pending'`.execute(tx);

export const updateMonth = (tx: Db, id: string, { start, end }: Period) =>
  sql`update subscriptions set start_date = ${start}, end_date = ${end} where id = ${id} and status = 'active'`.execute(
    tx,
  );

export const findMonths = (tx: Db, userId: string, now: Date) =>
  allRows<Period & { readonly id: string }>(tx)`
    select id, start_date "start", end_date "end" from subscriptions
     where user_id = ${userId} and status = 'active' and end_date > ${now} order by start_date`;

export const endSubscription = (tx: Db, id: string, to: 'cancelled' | 'rejected' | 'expired') =>
  sql`update subscriptions set status = ${to} where id = ${id} and status in ('pending', 'active')`.execute(tx);

export type Ending = { readonly id: string; readonly userId: string };

/** Expires ended plans, at most 200 per call. */
export const expirePlans = (tx: Db, now: Date) =>
  allRows<Ending>(tx)`
    update subscriptions set status = 'expired' where id in (
      select id from subscriptions where status = 'active' and end_date <= ${now}
       order by end_date limit 200 for update skip locked)
      returning id, user_id "userId"`;

type EndReminder = Ending & { readonly days: 7 | 1 };

/** Claims due 7-day and 1-day reminders. Skips plans with a paid next month. */
export const claimEndReminders = (tx: Db, now: Date) =>
  allRows<EndReminder>(tx)`
    with ending as (
      select s.id, case when s.end_date <= ${now}::timestamptz + interval '1 day' then 1 else 7 end days
        from subscriptions s
       where s.status = 'active' and s.end_date > ${now} and s.end_date <= ${now}::timestamptz + interval '7 days'
         and not exists (select from subscriptions later where later.user_id = s.user_id and later.status = 'active'
           and later.start_date >= s.end_date))
    update subscriptions s set reminder_days = e.days from ending e
     where s.id = e.id and (s.reminder_days is null or s.reminder_days > e.days)
      returning s.id, s.user_id "userId", e.days`;

export type PlanEnding = { readonly plan: Plan; readonly endDate: Date; readonly name: string; readonly email: string };

/** Returns null if the plan has ended or the account is closed. */
export const findPlanEnding = (tx: Db, id: string) =>
  firstRow<PlanEnding>(tx)`
    select s.plan, s.end_date "endDate", p.display_name "name", p.email
      from subscriptions s join profiles p on p.id = s.user_id
     where s.id = ${id} and s.status = 'active' and p.closed_at is null`;
