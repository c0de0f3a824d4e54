import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Relationship } from './retention.ts';

export type Ended = { id: string; userId: string; endedAt: Date };

/** When an order was over: when it ended, or when something last moved of it, if that was later. */
const overAt = sql`greatest(coalesce(t.closed_at, t.updated_at), app.last_moved(t.id))`;

/** Orders that ended and carry no mark yet, or one from before something moved, a bounded number at a time. */
export async function unmarkedOrders(tx: Db, limit: number): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select t.id, t.user_id "userId", ${overAt} "endedAt" from transactions t
      left join retention_marks m on m.subject_type = 'order' and m.subject_id = t.id
     where t.status in ('completed', 'failed', 'cancelled') and (m.set_at is null
       or exists (select from movements v where v.order_id = t.id and v.recorded_at > m.set_at)
         and m.kept_until < (app.last_moved(t.id) at time zone 'America/Jamaica' + interval '7 years')::date)
     limit ${limit}`.execute(tx);
  return rows;
}

/** Closed cases without a mark, or with one from an earlier closing. */
export async function unmarkedCases(tx: Db, limit: number): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select c.id, c.user_id "userId", c.closed_at "endedAt" from cases c
      left join retention_marks m on m.subject_type = 'case' and m.subject_id = c.id
     where c.state = 'closed' and (m.set_at is null or m.set_at < c.closed_at) limit ${limit}`.execute(tx);
  return rows;
}

export type Left = Relationship & { id: string; endedAt: Date };

/** Customers whose account is closed, with what else counts for their mark. */
export async function customersWhoLeft(tx: Db, after: string | null, limit: number): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select p.id, p.closed_at "endedAt",
           (select max(${overAt}) from transactions t where t.user_id = p.id) "lastOrderAt",
           (select max(c.closed_at) from cases c where c.user_id = p.id) "lastCaseAt",
           (select count(*)::int from cases c where c.user_id = p.id and c.state <> 'closed') "openCases"
      from profiles p where p.closed_at is not null ${after === null ? sql`` : sql`and p.id > ${after}`}
     order by p.id limit ${limit}`.execute(tx);
  return rows;
}

export type Mark = { type: 'order' | 'case' | 'customer'; id: string; userId: string; until: string; rule: string };

/** Sets marks, or moves them. */
export const setMarks = (tx: Db, marks: readonly Mark[], at: Date) =>
  sql`insert into retention_marks (subject_type, subject_id, user_id, kept_until, rule, set_at)
    select m.type, m.id::uuid, m."userId"::uuid, m.until::date, m.rule, ${at}
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) m (type text, id text, "userId" text, until text, rule text)
    on conflict (subject_type, subject_id)
      do update set kept_until = excluded.kept_until, rule = excluded.rule, set_at = excluded.set_at`.execute(tx);
