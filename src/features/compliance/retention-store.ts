import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database/database.ts';
import type { Relationship } from './retention.ts';

export type EndedRecord = { id: string; userId: string; endedAt: Date };

/** SQL: end of an order or its last movement, whichever is later. */
const orderEndedAt = sql`greatest(coalesce(t.closed_at, t.updated_at), app.last_movement_at(t.id))`;

/** Finds ended orders without a deadline, or with a movement after the deadline was set. */
export const findOrdersWithoutDeadline = (tx: Db, limit: number) =>
  allRows<EndedRecord>(tx)`
    select t.id, t.user_id "userId", ${orderEndedAt} "endedAt" from transactions t
      left join retention_deadlines m on m.subject_type = 'order' and m.subject_id = t.id
     where t.status in ('completed', 'failed', 'cancelled') and (m.set_at is null
       or exists (select from movements v where v.order_id = t.id and v.recorded_at > m.set_at)
         and m.kept_until < (app.last_movement_at(t.id) at time zone 'America/Jamaica' + interval '7 years')::date)
     limit ${limit}`;

/** SQL: end, receipt or last movement of a payment, whichever is latest. */
const paymentEndedAt = sql`greatest(p.created_at, p.received_at, p.closed_at, app.last_movement_at(p.id))`;

export const findPaymentsWithoutDeadline = (tx: Db, limit: number) =>
  allRows<EndedRecord>(tx)`
    select p.id, p.user_id "userId", ${paymentEndedAt} "endedAt" from payments p
      left join retention_deadlines m on m.subject_type = 'payment' and m.subject_id = p.id
     where (p.ended is not null or p.pay_in = 'received') and not p.held and not p.awaits_staff and (m.set_at is null
       or (p.closed_at > m.set_at or exists (select from movements v where v.payment_id = p.id and v.recorded_at > m.set_at))
         and m.kept_until < (${paymentEndedAt} at time zone 'America/Jamaica' + interval '7 years')::date)
     limit ${limit}`;

/** Finds closed cases without a deadline, or with a report that ended after the deadline was set. */
export const findCasesWithoutDeadline = (tx: Db, limit: number) =>
  allRows<EndedRecord>(tx)`
    select c.id, c.user_id "userId", o.ended "endedAt" from cases c cross join lateral app.case_over(c.id) o (ended)
      left join retention_deadlines m on m.subject_type = 'case' and m.subject_id = c.id
     where c.state = 'closed' and o.ended is not null and (m.set_at is null or m.set_at < o.ended)
     limit ${limit}`;

export type ClosedAccount = Relationship & { id: string; endedAt: Date };

export const findClosedAccounts = (tx: Db, after: string | null, limit: number) =>
  allRows<ClosedAccount>(tx)`
    select c.id, c.closed_at "endedAt",
           greatest((select max(${orderEndedAt}) from transactions t where t.user_id = c.id),
             (select max(${paymentEndedAt}) from payments p where p.user_id = c.id)) "lastOrderAt",
           (select max(app.case_over(k.id)) from cases k where k.user_id = c.id) "lastCaseAt",
           (select count(*)::int from cases k where k.user_id = c.id and app.case_over(k.id) is null) "openCases"
      from profiles c where c.closed_at is not null ${after === null ? sql`` : sql`and c.id > ${after}`}
     order by c.id limit ${limit}`;

export type RetentionDeadline = {
  type: 'order' | 'payment' | 'case' | 'customer';
  id: string;
  userId: string;
  until: string;
  rule: string;
};

export const saveDeadlines = (tx: Db, deadlines: readonly RetentionDeadline[], at: Date) =>
  sql`insert into retention_deadlines (subject_type, subject_id, user_id, kept_until, rule, set_at)
    select m.type, m.id::uuid, m."userId"::uuid, m.until::date, m.rule, ${at}
      from jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb) m (type text, id text, "userId" text, until text, rule text)
    on conflict (subject_type, subject_id)
      do update set kept_until = excluded.kept_until, rule = excluded.rule, set_at = excluded.set_at`.execute(tx);
