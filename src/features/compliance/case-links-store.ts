import { sql } from 'kysely';
import { allIds, allRows, anyRow, type Db, newId } from '../../platform/database.ts';
import type { CaseEvent, CaseEventName, CaseFile, CaseHit, CaseScreening, OrderRef } from './views.ts';

/** A case of a customer, and who adds to it when. */
export type Into = { readonly caseId: string; readonly userId: string; readonly at: Date };

/** What a case gathers: where each kind stands, and what one of them is called in a case. */
const matters = {
  alerts: { from: 'transaction_alerts', one: 'alert' },
  orders: { from: 'transactions', one: 'order' },
  screenings: { from: 'blockchain_screening', one: 'screening' },
  hits: { from: 'name_hits', one: 'hit' },
} as const;
type Kind = keyof typeof matters;
export const kinds = Object.keys(matters) as readonly Kind[];
export const oneOf = (kind: Kind) => matters[kind].one;
export type Named = Readonly<Partial<Record<Kind, readonly string[]>>>;

/** How many of all these are this customer's. */
export async function mattersOf(tx: Db, userId: string, named: Named): Promise<number> {
  const counts = kinds.map(
    (kind) => sql`(select count(*) from ${sql.table(matters[kind].from)}
      where user_id = ${userId} and id = any(${[...(named[kind] ?? [])]}::uuid[]))`,
  );
  const { rows } = await sql<{ n: number }>`select (${sql.join(counts, sql` + `)})::int n`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Puts them into the case: the ids that were not in it before. Those of other customers are left out. */
export async function link(tx: Db, kind: Kind, { caseId, userId, at, ids }: Into & { ids: readonly string[] }) {
  const { from, one } = matters[kind];
  const column = sql.ref(`${one}_id`);
  return allIds(tx)`
    insert into ${sql.table(`case_${kind}`)} (${column}, case_id, user_id, added_at)
    select id, ${caseId}, ${userId}, ${at} from ${sql.table(from)} where user_id = ${userId} and id = any(${[...ids]}::uuid[])
    on conflict do nothing returning ${column} id`;
}

/** Files that whoever adds them uploaded for cases, and that are in no case yet. */
export const linkFiles = (tx: Db, { caseId, userId, at, by }: Into & { by: string }, ids: readonly string[]) =>
  allIds(tx)`
    insert into case_files (file_id, case_id, user_id, added_by, added_at)
    select id, ${caseId}, ${userId}, ${by}, ${at} from files
     where user_id = ${by} and purpose = 'case-file' and state in ('clean', 'being_checked') and id = any(${[...ids]}::uuid[])
    on conflict do nothing returning file_id id`;

/** Which of these alerts are in a case already. */
export const alertsInCases = (tx: Db, ids: readonly string[]) =>
  allRows<{ alertId: string; caseId: string }>(tx)`
    select alert_id "alertId", case_id "caseId" from case_alerts where alert_id = any(${[...ids]}::uuid[])`;

export type NewEvent = {
  readonly event: CaseEventName;
  readonly actor: string | null;
  readonly reasonCode?: string | null;
  readonly note?: string | null;
  readonly subject?: { readonly type: string; readonly id: string } | null;
  /** For the role `compliance` alone. */
  readonly restricted?: boolean;
};

/** Adds a line to the time line. */
export const addCaseEvent = (tx: Db, { caseId, userId, at }: Into, line: NewEvent) =>
  sql`insert into case_events (case_id, user_id, at, event, actor_id, reason_code, note, subject_type, subject_id, restricted)
    values (${caseId}, ${userId}, ${at}, ${line.event}, ${line.actor}, ${line.reasonCode ?? null}, ${line.note ?? null},
      ${line.subject?.type ?? null}, ${line.subject?.id ?? null}, ${line.restricted ?? false})`.execute(tx);

export const addCaseNote = (tx: Db, into: Into, { by, note }: { by: string; note: string }) =>
  newId(tx)`
    insert into case_notes (case_id, user_id, at, written_by, note)
    values (${into.caseId}, ${into.userId}, ${into.at}, ${by}, ${note}) returning id`;

/** The time line, oldest first, with the notes in their places. Restricted lines are there for `compliance` alone. */
export const eventsOf = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseEvent>(tx)`
    select e.id, e.at, e.event, w.display_name person, e.reason_code "reasonCode", coalesce(n.note, e.note) note,
           e.subject_type "subjectType", e.subject_id "subjectId"
      from case_events e left join profiles w on w.id = e.actor_id
      left join case_notes n on e.event = 'noted' and n.user_id = e.user_id and n.case_id = e.case_id and n.id = e.subject_id
     where e.user_id = ${userId} and e.case_id = ${caseId} order by e.at, e.id limit 1000`;

export const screeningsOf = (tx: Db, userId: string, caseId: string) =>
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

export const hitsOf = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseHit>(tx)`
    select h.id, h.source, h.party_ref "partyRef", h.score, h.state, h.details, h.created_at "at" from name_hits h
     where h.user_id = ${userId}
       and (h.case_id = ${caseId} or h.id in (select hit_id from case_hits where user_id = ${userId} and case_id = ${caseId}))
     order by h.created_at desc limit 100`;

export const filesOf = (tx: Db, userId: string, caseId: string) =>
  allRows<CaseFile>(tx)`
    select f.id, f.name, f.mime, f.bytes, f.state, w.display_name "addedBy", c.added_at "addedAt"
      from case_files c join files f on f.id = c.file_id join profiles w on w.id = c.added_by
     where c.user_id = ${userId} and c.case_id = ${caseId} order by c.added_at limit 200`;

/** Orders of the customer that are not in the case, newest first. */
export const otherOrdersOf = (tx: Db, userId: string, caseId: string) =>
  allRows<OrderRef>(tx)`
    select t.id, t.reference from transactions t
     where t.user_id = ${userId}
       and not exists (select from case_orders o where o.user_id = ${userId} and o.case_id = ${caseId} and o.order_id = t.id)
     order by t.id desc limit 20`;

/** Whether this order is in this case. */
export const isInCase = (tx: Db, caseId: string, orderId: string) =>
  anyRow(tx)`select from case_orders where case_id = ${caseId} and order_id = ${orderId}`;
