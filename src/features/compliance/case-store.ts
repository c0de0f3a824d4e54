import { sql } from 'kysely';
import type { z } from 'zod';
import { allRows, type Db, firstRow, onlyRow } from '../../platform/database/database.ts';
import { matchesSearch } from './alert-store.ts';
import type { CaseState } from './cases.ts';
import type { ListCases } from './schema.ts';
import type { AssigneeColumns, CaseLine, CasePage, CaseView, CustomerColumns } from './views.ts';

export type CaseRow = Omit<CaseLine, 'customer' | 'assignee'> & CustomerColumns & AssigneeColumns;

const columns = sql`a.id, a.number::int "number", a.kind, a.title, a.state, a.user_id "customerId",
  p.display_name customer, p.email, a.assignee "assigneeId", w.display_name assignee, a.opened_at "openedAt",
  a.updated_at "updatedAt", a.closed_at "closedAt", a.outcome,
  (select count(*)::int from case_alerts l where l.user_id = a.user_id and l.case_id = a.id) alerts,
  (select count(*)::int from case_orders o where o.user_id = a.user_id and o.case_id = a.id) orders`;
const joins = sql`join profiles p on p.id = a.user_id left join profiles w on w.id = a.assignee`;

export type CaseQuery = z.infer<typeof ListCases> & { me: string; limit: number };

/** Finds open cases, oldest first, or closed cases, newest first. Keyset pagination. */
export async function findCases(tx: Db, { view, kind, search, after, me, limit }: CaseQuery): Promise<CaseRow[]> {
  const closed = view === 'closed';
  const order = closed ? sql`a.closed_at desc, a.id desc` : sql`a.opened_at, a.id`;
  const next = closed ? sql`(a.closed_at, a.id) <` : sql`(a.opened_at, a.id) >`;
  return allRows<CaseRow>(tx)`
    select ${columns} from (
      select * from cases a
       where a.state ${closed ? sql`=` : sql`<>`} 'closed' ${view === 'mine' ? sql`and a.assignee = ${me}` : sql``}
         and ${matchesSearch(search)} ${kind === null ? sql`` : sql`and a.kind = ${kind}`}
         ${after === null ? sql`` : sql`and ${next} (${after.at}, ${after.id})`}
       order by ${order} limit ${limit}) a ${joins} order by ${order}`;
}

export const countCases = (tx: Db, me: string) =>
  onlyRow<CasePage['counts']>(tx)`
    select count(*)::int "open", count(*) filter (where assignee = ${me})::int mine
      from cases where state <> 'closed'`;

export type CaseDetail = CaseRow & Pick<CaseView, 'openedBy' | 'outcomeText' | 'closedBy'>;

/** Finds a case. Null if row security hides the case from the current user. */
export const findCase = (tx: Db, id: string) =>
  firstRow<CaseDetail>(tx)`
    select ${columns}, o.display_name "openedBy", a.outcome_text "outcomeText", x.display_name "closedBy"
      from cases a ${joins} left join profiles o on o.id = a.opened_by left join profiles x on x.id = a.closed_by
     where a.id = ${id}`;

export type LockedCase = { id: string; number: number; userId: string; state: CaseState; assignee: string | null };

export const lockCase = (tx: Db, id: string) =>
  firstRow<LockedCase>(tx)`
    select id, number::int "number", user_id "userId", state, assignee from cases where id = ${id} for update`;

export const findOpenCases = (tx: Db, userId: string) =>
  allRows<{ id: string; number: number; title: string }>(tx)`
    select id, number::int "number", title from cases where user_id = ${userId} and state <> 'closed'
     order by opened_at desc limit 50`;

export type CaseChange =
  | { to: 'open' | 'under_review'; at: Date }
  | { to: 'closed'; at: Date; by: string; outcome: string; text: string };

export const setCaseState = (tx: Db, id: string, change: CaseChange) =>
  change.to === 'closed'
    ? sql`update cases set state = 'closed', outcome = ${change.outcome}, outcome_text = ${change.text},
            closed_by = ${change.by}, closed_at = ${change.at}, updated_at = ${change.at} where id = ${id}`.execute(tx)
    : sql`update cases set state = ${change.to}, outcome = null, outcome_text = null, closed_by = null, closed_at = null,
            updated_at = ${change.at} where id = ${id}`.execute(tx);

export const setCaseAssignee = (tx: Db, id: string, { to, at }: { to: string; at: Date }) =>
  sql`update cases set assignee = ${to}, updated_at = ${at} where id = ${id}`.execute(tx);

export const touchCase = (tx: Db, id: string, at: Date) =>
  sql`update cases set updated_at = ${at} where id = ${id}`.execute(tx);

/** Counts open alerts, open releases and the report drafts that the current user can see. */
export const countOpenItems = (tx: Db, id: string) =>
  onlyRow<{ alerts: number; drafts: number; releases: number }>(tx)`
    select (select count(*)::int from case_alerts l join transaction_alerts a on a.id = l.alert_id
             where l.case_id = ${id} and a.state <> 'closed') alerts,
           (select count(*)::int from str_reports r where r.case_id = ${id} and r.state = 'draft') drafts,
           (select count(*)::int from case_orders o join proposals p on p.kind = 'release' and p.state = 'open'
               and p.subject = o.order_id::text where o.case_id = ${id}) releases`;
