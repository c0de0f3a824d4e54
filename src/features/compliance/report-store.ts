import { sql } from 'kysely';
import {
  allRows,
  allValues,
  type Db,
  firstRow,
  firstValue,
  newId,
  requireRow,
} from '../../platform/database/database.ts';
import { customerLabel } from '../../platform/database/rows.ts';
import type { GoamlOrder } from './goaml.ts';
import type { Party, ReportContent } from './reports.ts';
import type { CustomerColumns, ReportLine } from './views.ts';

export type ReportRow = Omit<ReportLine, 'customer' | 'clock'> & CustomerColumns & { dueOn: string };

const columns = sql`r.id, r.number::int "number", r.case_id "caseId", c.number::int "caseNumber",
  r.user_id "customerId", ${customerLabel('p')} customer, p.email, r.state, r.suspicion_formed_on "suspicionFormedOn",
  r.due_on "dueOn", r.version, r.fid_reference "fidReference", r.filed_on "filedOn"`;
const joins = sql`join cases c on c.id = r.case_id join profiles p on p.id = r.user_id`;

export type ReportQuery = { view: 'open' | 'filed' | 'abandoned'; after: string | null; limit: number };
const stateByView = { open: 'draft', filed: 'filed', abandoned: 'abandoned' } as const;

export async function findReports(tx: Db, { view, after, limit }: ReportQuery): Promise<ReportRow[]> {
  const open = view === 'open';
  const next = open
    ? sql`and (r.due_on, r.id) > (select due_on, id from str_reports where id = ${after})`
    : sql`and r.id < ${after}`;
  return allRows<ReportRow>(tx)`
    select ${columns} from str_reports r ${joins}
     where r.state = ${stateByView[view]} ${after === null ? sql`` : next}
     order by ${open ? sql`r.due_on, r.id` : sql`r.id desc`} limit ${limit}`;
}

export const countReports = (tx: Db, today: string) =>
  requireRow<{ open: number; overdue: number }>(tx)`
    select count(*)::int "open", count(*) filter (where due_on < ${today}::date)::int overdue
      from str_reports where state = 'draft'`;

export const findCaseReports = (tx: Db, caseId: string) =>
  allRows<ReportRow>(tx)`
    select ${columns} from str_reports r ${joins} where r.case_id = ${caseId} order by r.id desc limit 20`;

export type ReportDetail = ReportRow & {
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
  readonly abandonReason: string | null;
};

export const findReport = (tx: Db, id: string, lock = false) =>
  firstRow<ReportDetail>(tx)`
    select ${columns}, w.display_name "createdBy", r.created_at "createdAt",
           (select x.display_name from profiles x where x.id = r.closed_by) "closedBy", r.closed_at "closedAt",
           r.abandon_reason "abandonReason"
      from str_reports r ${joins} join profiles w on w.id = r.created_by
     where r.id = ${id} ${lock ? sql`for update of r` : sql``}`;

export type ReportVersion = {
  readonly version: number;
  readonly writtenBy: string;
  readonly writtenAt: Date;
  readonly content: ReportContent;
};

export const findVersions = (tx: Db, reportId: string) =>
  allRows<ReportVersion>(tx)`
    select v.version, w.display_name "writtenBy", v.written_at "writtenAt", v.content
      from str_versions v join profiles w on w.id = v.written_by
     where v.report_id = ${reportId} order by v.version desc limit 100`;

type NewReport = { caseId: string; userId: string; formedOn: string; dueOn: string; by: string; at: Date };

/** Inserts a report. Throws `report_one_draft` if the case already has a draft. */
export const addReport = (tx: Db, { caseId, userId, formedOn, dueOn, by, at }: NewReport) =>
  newId(tx)`
    insert into str_reports (case_id, user_id, suspicion_formed_on, due_on, created_by, created_at)
    values (${caseId}, ${userId}, ${formedOn}, ${dueOn}, ${by}, ${at}) returning id`;

type Draft = { reportId: string; userId: string; expected: number; content: ReportContent; by: string; at: Date };

/** Adds the next version. Returns null if `expected` is no longer the newest. */
export async function addVersion(tx: Db, draft: Draft): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    update str_reports set version = version + 1
     where id = ${draft.reportId} and version = ${draft.expected} and state = 'draft' returning version`.execute(tx);
  const version = rows[0]?.version;
  if (version === undefined) return null;
  await sql`insert into str_versions (report_id, version, user_id, content, written_by, written_at)
    values (${draft.reportId}, ${version}, ${draft.userId}, ${JSON.stringify(draft.content)}::jsonb, ${draft.by},
      ${draft.at})`.execute(tx);
  return version;
}

/** Returns the filed XML. Null for drafts, erased reports, and reports filed before we stored files. */
export const filedXml = (tx: Db, id: string) =>
  firstValue<string>(tx)`select filed_xml xml from str_reports where id = ${id}`;

type Ending =
  | { state: 'filed'; fidReference: string; filedOn: string; xml: string; sha256: string; by: string; at: Date }
  | { state: 'abandoned'; reason: string; by: string; at: Date };

/** Files or abandons a draft. Throws `fid_reference_once` if another report has the FID reference. */
export const closeReport = (tx: Db, id: string, ending: Ending) =>
  ending.state === 'filed'
    ? sql`update str_reports set state = 'filed', fid_reference = ${ending.fidReference}, filed_on = ${ending.filedOn},
            filed_xml = ${ending.xml}, filed_sha256 = ${ending.sha256}, closed_by = ${ending.by}, closed_at = ${ending.at} where id = ${id} and state = 'draft'`.execute(
        tx,
      )
    : sql`update str_reports set state = 'abandoned', abandon_reason = ${ending.reason}, closed_by = ${ending.by},
            closed_at = ${ending.at} where id = ${id} and state = 'draft'`.execute(tx);

export type ReportOrder = GoamlOrder & { readonly id: string };

const incomingMovements = sql`from movements m where m.order_id = t.id and m.direction = 'in' and not exists (
  select from movements f where f.reverses_id = m.id and f.direction = 'off' and f.amount = m.amount)`;

/** Finds the `named` orders of a customer. `includeOthers` adds the newest 100. */
export const findReportOrders = (
  tx: Db,
  userId: string,
  { named, includeOthers }: { named: readonly string[]; includeOthers: boolean },
) =>
  allRows<ReportOrder>(tx)`
    select t.id, t.reference, t.type side, t.jmd_amount::text jmd, trim_scale(t.crypto_amount)::text coins,
           t.crypto_symbol symbol, t.network, t.created_at "placedAt", t.status, t.wallet_address wallet,
           case when t.type = 'sell' then coalesce((select array_agg(distinct m.address) ${incomingMovements} and m.address is not null),
             array_remove(array[t.sender_wallet_address], null)) else '{}' end senders,
           case when t.type = 'buy' then (select coalesce(jsonb_agg(distinct jsonb_strip_nulls(
             jsonb_build_object('bank', m.bank, 'account', m.account, 'holder', m.holder))), '[]') ${incomingMovements}) else '[]' end payers,
           jsonb_strip_nulls(jsonb_build_object('bank', t.bank_name, 'account', t.account_number,
             'holder', t.account_holder_name)) payee,
           (select coalesce(jsonb_agg(jsonb_build_object('direction', d.direction, 'amount', d.amount, 'asset', d.asset)
              order by array_position('{in,off,out,bounced,back}', d.direction)), '[]')
              from (select m.direction, m.asset, trim_scale(sum(m.amount))::text amount from movements m
                     where m.order_id = t.id group by m.direction, m.asset) d) moved,
           (select to_jsonb(h) from (select custody, provider, holder from transfer_parties where order_id = t.id) h) parties
      from transactions t
     where t.user_id = ${userId} and (t.id = any(${[...named]}::uuid[])
       ${includeOthers ? sql`or t.id in (select id from transactions where user_id = ${userId} order by id desc limit 100)` : sql``})
     order by t.id desc`;

export const findCaseOrderIds = (tx: Db, caseId: string) =>
  allValues<string>(tx)`
    select order_id id from case_orders where case_id = ${caseId} order by order_id limit 100`;

export const findCustomerParty = (tx: Db, userId: string) =>
  allRows<Party>(tx)`
    select 'customer' "role", 'person' kind, first_name "firstName", last_name "lastName",
           date_of_birth::text "birthDate", upper(left(country_of_residence, 2)) country, '' account, '' note
      from profiles where id = ${userId}`;

/** Returns the alert findings of a case, one per line, oldest first, as the first draft of a narrative. */
export async function summarizeFindings(
  tx: Db,
  { caseId, userId }: { caseId: string; userId: string },
): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select to_char(a.created_at at time zone 'America/Jamaica', 'YYYY-MM-DD HH24:MI') || ': ' || concat_ws(' ', a.description,
             'Matches: ' || (select string_agg(m, '; ') from jsonb_array_elements_text(a.details->'matches') m) || '.',
             'Wallet ' || (a.details->'wallet'->>'address') || ', ' || (a.details->'wallet'->>'network') || ': '
               || (a.details->'wallet'->>'result') || '.',
             'Score ' || a.risk_score || ' of 100' || coalesce(', rules version ' || r.version, '') || '.') line
      from case_alerts l join transaction_alerts a on a.id = l.alert_id
      left join risk_rule_sets r on r.id::text = a.details->>'ruleSetId'
     where l.user_id = ${userId} and l.case_id = ${caseId} order by a.created_at, a.id limit 40`.execute(tx);
  return rows
    .map(({ line }) => line)
    .join('\n')
    .slice(0, 20_000);
}
