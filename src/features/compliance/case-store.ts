import { sql } from 'kysely';
import type { z } from 'zod';
import {
  allRows,
  allValues,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  newId,
  requireRow,
} from '../../platform/database/database.ts';
import { customerLabel } from '../../platform/database/rows.ts';
import { matchesSearch } from './alert-store.ts';
import type { CaseKind, CaseState } from './cases.ts';
import type { ListCases } from './schema.ts';
import type {
  AssigneeColumns,
  CaseEvent,
  CaseEventName,
  CaseFile,
  CaseHit,
  CaseLine,
  CaseScreening,
  CustomerColumns,
  OrderRef,
} from './views.ts';

export type NewCase = {
  readonly userId: string;
  readonly kind: CaseKind;
  readonly title: string;
  /** Alert ids of this customer. Their orders join the case too. */
  readonly alerts: readonly string[];
  /** Null if the system opens the case. */
  readonly by: { readonly id: string; readonly roles: readonly string[]; readonly requestId: string | null } | null;
  readonly at: Date;
};

export const openOrJoinCase = (tx: Db, { userId, kind, title, alerts, by, at }: NewCase) =>
  newId(tx)`
    select app.open_case(${userId}, ${kind}, ${title}, ${[...alerts]}::uuid[], ${by?.id ?? null}::uuid,
      ${at}) id`;

export type CaseTarget = { readonly caseId: string; readonly userId: string; readonly at: Date };

const itemKinds = {
  alerts: { from: 'transaction_alerts', singular: 'alert' },
  orders: { from: 'transactions', singular: 'order' },
  screenings: { from: 'blockchain_screening', singular: 'screening' },
  hits: { from: 'name_hits', singular: 'hit' },
} as const;
type ItemKind = keyof typeof itemKinds;
export const itemKindCodes = Object.keys(itemKinds) as readonly ItemKind[];
export const getItemName = (kind: ItemKind) => itemKinds[kind].singular;
export type ItemIds = Readonly<Partial<Record<ItemKind, readonly string[]>>>;

export async function countLinkable(tx: Db, userId: string, itemIds: ItemIds): Promise<number> {
  const counts = itemKindCodes.map(
    (kind) => sql`(select count(*) from ${sql.table(itemKinds[kind].from)}
      where user_id = ${userId} and id = any(${[...(itemIds[kind] ?? [])]}::uuid[]))`,
  );
  return (await firstValue<number>(tx)`select (${sql.join(counts, sql` + `)})::int n`) ?? 0;
}

/** Adds items of the customer to the case. Returns the ids that were not in the case yet. */
export async function linkItems(
  tx: Db,
  kind: ItemKind,
  { caseId, userId, at, ids }: CaseTarget & { ids: readonly string[] },
) {
  const { from, singular } = itemKinds[kind];
  const column = sql.ref(`${singular}_id`);
  return allValues<string>(tx)`
    insert into ${sql.table(`case_${kind}`)} (${column}, case_id, user_id, added_at)
    select id, ${caseId}, ${userId}, ${at} from ${sql.table(from)} where user_id = ${userId} and id = any(${[...ids]}::uuid[])
    on conflict do nothing returning ${column} id`;
}

/** Adds case files that this user uploaded and that are in no case yet. */
export const linkFiles = (tx: Db, { caseId, userId, at, by }: CaseTarget & { by: string }, ids: readonly string[]) =>
  allValues<string>(tx)`
    insert into case_files (file_id, case_id, user_id, added_by, added_at)
    select id, ${caseId}, ${userId}, ${by}, ${at} from files
     where user_id = ${by} and purpose = 'case-file' and state in ('clean', 'being_checked') and id = any(${[...ids]}::uuid[])
    on conflict do nothing returning file_id id`;

export const findCasesOfAlerts = (tx: Db, ids: readonly string[]) =>
  allRows<{ alertId: string; caseId: string }>(tx)`
    select alert_id "alertId", case_id "caseId" from case_alerts where alert_id = any(${[...ids]}::uuid[])`;

export type NewCaseEvent = {
  readonly event: CaseEventName;
  readonly actor: string | null;
  readonly reasonCode?: string | null;
  readonly note?: string | null;
  readonly subject?: { readonly type: string; readonly id: string } | null;
  readonly restricted?: boolean;
};

export const addCaseEvent = (tx: Db, { caseId, userId, at }: CaseTarget, entry: NewCaseEvent) =>
  sql`insert into case_events (case_id, user_id, at, event, actor_id, reason_code, note, subject_type, subject_id, restricted)
    values (${caseId}, ${userId}, ${at}, ${entry.event}, ${entry.actor}, ${entry.reasonCode ?? null}, ${entry.note ?? null},
      ${entry.subject?.type ?? null}, ${entry.subject?.id ?? null}, ${entry.restricted ?? false})`.execute(tx);

export const addCaseNote = (tx: Db, target: CaseTarget, { by, note }: { by: string; note: string }) =>
  newId(tx)`
    insert into case_notes (case_id, user_id, at, written_by, note)
    values (${target.caseId}, ${target.userId}, ${target.at}, ${by}, ${note}) returning id`;

/** Finds the timeline, oldest first. Row security hides restricted entries from other roles. */
export const findEvents = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseEvent>(tx)`
    select e.id, e.at, e.event, w.display_name person, e.reason_code "reasonCode", coalesce(n.note, e.note) note,
           e.subject_type "subjectType", e.subject_id "subjectId"
      from case_events e left join profiles w on w.id = e.actor_id
      left join case_notes n on e.event = 'noted' and n.user_id = e.user_id and n.case_id = e.case_id and n.id = e.subject_id
     where e.user_id = ${userId} and e.case_id = ${caseId} order by e.at, e.id limit 1000`;

export const findScreenings = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseScreening>(tx)`
    select s.id, s.wallet_address wallet, s.crypto_symbol symbol, s.network, s.screening_result "result",
           s.risk_score "riskScore", s.risk_categories categories, s.provider, s.created_at "at",
           array(select concat_ws(': ', h->>'party', concat_ws(', ', h->>'source', h->>'partyRef', nullif(
               (select string_agg(p, ', ') from jsonb_array_elements_text(h->'programmes') p), '')))
             from jsonb_array_elements(coalesce(s.evidence->'lists'->'hits', s.evidence->'hits', '[]')) h) matches
      from blockchain_screening s
     where s.user_id = ${userId} and (s.id::text in (select a.details->>'screeningId' from case_alerts l
             join transaction_alerts a on a.id = l.alert_id where l.user_id = ${userId} and l.case_id = ${caseId})
        or s.id in (select screening_id from case_screenings where user_id = ${userId} and case_id = ${caseId})
        or s.id in (select t.blockchain_screening_id from case_orders o join transactions t on t.id = o.order_id
                     where o.user_id = ${userId} and o.case_id = ${caseId}))
     order by s.created_at desc limit 100`;

export const findHits = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseHit>(tx)`
    select h.id, h.source, h.party_ref "partyRef", h.score, h.state, h.details, h.created_at "at" from name_hits h
     where h.user_id = ${userId}
       and (h.case_id = ${caseId} or h.id in (select hit_id from case_hits where user_id = ${userId} and case_id = ${caseId}))
     order by h.created_at desc limit 100`;

export const findFiles = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseFile>(tx)`
    select f.id, f.name, f.mime, f.bytes, f.state, w.display_name "addedBy", c.added_at "addedAt"
      from case_files c join files f on f.id = c.file_id join profiles w on w.id = c.added_by
     where c.user_id = ${userId} and c.case_id = ${caseId} order by c.added_at limit 200`;

export const findOtherOrders = (tx: Db, userId: string, caseId: string) =>
  allRows<OrderRef>(tx)`
    select t.id, t.reference from transactions t
     where t.user_id = ${userId}
       and not exists (select from case_orders o where o.user_id = ${userId} and o.case_id = ${caseId} and o.order_id = t.id)
     order by t.id desc limit 20`;

export const isOrderInCase = (tx: Db, caseId: string, orderId: string) =>
  hasRow(tx)`select from case_orders where case_id = ${caseId} and order_id = ${orderId}`;

export type CaseRow = Omit<CaseLine, 'customer' | 'assignee'> & CustomerColumns & AssigneeColumns;

const columns = sql`a.id, a.number::int "number", a.kind, a.title, a.state, a.user_id "customerId",
  ${customerLabel('p')} customer, p.email, a.assignee "assigneeId", w.display_name assignee, a.opened_at "openedAt",
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
  requireRow<{ open: number; mine: number }>(tx)`
    select count(*)::int "open", count(*) filter (where assignee = ${me})::int mine
      from cases where state <> 'closed'`;

export type CaseDetail = CaseRow & Readonly<Record<'openedBy' | 'outcomeText' | 'closedBy', string | null>>;

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
  requireRow<{ alerts: number; drafts: number; releases: number }>(tx)`
    select (select count(*)::int from case_alerts l join transaction_alerts a on a.id = l.alert_id
             where l.case_id = ${id} and a.state <> 'closed') alerts,
           (select count(*)::int from str_reports r where r.case_id = ${id} and r.state = 'draft') drafts,
           (select count(*)::int from case_orders o join proposals p on p.kind = 'release' and p.state = 'open'
               and p.subject = o.order_id::text where o.case_id = ${id}) releases`;
