import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database.ts';
import type { Relationship } from './retention.ts';

export type Ended = { id: string; userId: string; endedAt: Date };

/** When an order was over: when it ended, or when something last moved of it, if that was later. */
const overAt = sql`greatest(coalesce(t.closed_at, t.updated_at), app.last_moved(t.id))`;

/** Orders that ended and carry no mark yet, or one from before something moved, a bounded number at a time. */
export const unmarkedOrders = (tx: Db, limit: number) =>
  allRows<Ended>(tx)`
    select t.id, t.user_id "userId", ${overAt} "endedAt" from transactions t
      left join retention_marks m on m.subject_type = 'order' and m.subject_id = t.id
     where t.status in ('completed', 'failed', 'cancelled') and (m.set_at is null
       or exists (select from movements v where v.order_id = t.id and v.recorded_at > m.set_at)
         and m.kept_until < (app.last_moved(t.id) at time zone 'America/Jamaica' + interval '7 years')::date)
     limit ${limit}`;

/** When a payment was over: when it ended or its money came, or when something last moved of it. */
const paymentOverAt = sql`greatest(p.created_at, p.received_at, p.closed_at, app.last_moved(p.id))`;

/** The same of payments: of those that ended, and of those whose money is here and paid for something. */
export const unmarkedPayments = (tx: Db, limit: number) =>
  allRows<Ended>(tx)`
    select p.id, p.user_id "userId", ${paymentOverAt} "endedAt" from payments p
      left join retention_marks m on m.subject_type = 'payment' and m.subject_id = p.id
     where (p.ended is not null or p.pay_in = 'received') and not p.held and not p.awaits_staff and (m.set_at is null
       or (p.closed_at > m.set_at or exists (select from movements v where v.payment_id = p.id and v.recorded_at > m.set_at))
         and m.kept_until < (${paymentOverAt} at time zone 'America/Jamaica' + interval '7 years')::date)
     limit ${limit}`;

/** Cases that are over without a mark, or with one from before they were: reports on them have ended since. */
export const unmarkedCases = (tx: Db, limit: number) =>
  allRows<Ended>(tx)`
    select c.id, c.user_id "userId", o.ended "endedAt" from cases c cross join lateral app.case_over(c.id) o (ended)
      left join retention_marks m on m.subject_type = 'case' and m.subject_id = c.id
     where c.state = 'closed' and o.ended is not null and (m.set_at is null or m.set_at < o.ended)
     limit ${limit}`;

export type Left = Relationship & { id: string; endedAt: Date };

/** Customers whose account is closed, with what else counts for their mark. */
export const customersWhoLeft = (tx: Db, after: string | null, limit: number) =>
  allRows<Left>(tx)`
    select c.id, c.closed_at "endedAt",
           greatest((select max(${overAt}) from transactions t where t.user_id = c.id),
             (select max(${paymentOverAt}) from payments p where p.user_id = c.id)) "lastOrderAt",
           (select max(app.case_over(k.id)) from cases k where k.user_id = c.id) "lastCaseAt",
           (select count(*)::int from cases k where k.user_id = c.id and app.case_over(k.id) is null) "openCases"
      from profiles c where c.closed_at is not null ${after === null ? sql`` : sql`and c.id > ${after}`}
     order by c.id limit ${limit}`;

export type Mark = {
  type: 'order' | 'payment' | 'case' | 'customer';
  id: string;
  userId: string;
  until: string;
  rule: string;
};

/** Sets marks, or moves them. */
export const setMarks = (tx: Db, marks: readonly Mark[], at: Date) =>
  sql`insert into retention_marks (subject_type, subject_id, user_id, kept_until, rule, set_at)
    select m.type, m.id::uuid, m."userId"::uuid, m.until::date, m.rule, ${at}
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) m (type text, id text, "userId" text, until text, rule text)
    on conflict (subject_type, subject_id)
      do update set kept_until = excluded.kept_until, rule = excluded.rule, set_at = excluded.set_at`.execute(tx);
