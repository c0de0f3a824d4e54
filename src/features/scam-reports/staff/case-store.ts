import { sql } from 'kysely';
import {
  allRows,
  currentUserAccounts,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  requireRow,
} from '../../../platform/database/database.ts';
import { customerLabel } from '../../../platform/database/rows.ts';
import type { Indicator, IndicatorKind, PublishedVerdict, ReportStatus, Verdict } from '../types.ts';
import type { CasePage, Checklist, SubmissionPage } from './schema.ts';

type CaseQuery = Pick<CasePage, 'view' | 'kind' | 'after'> & {
  readonly searched: readonly Indicator[] | null;
  readonly limit: number;
};

const hasKind = (kind: string) =>
  sql`and exists (select from scam_reports r join scam_report_indicators l on l.report_id = r.id
    join scam_indicators i on i.id = l.indicator_id where r.scam_case_id = m.id and i.kind = ${kind})`;

/** Joins from the indicator side, which has the index. */
const hasAnyIndicator = (indicators: readonly Indicator[]) =>
  sql`and m.id in (select r.scam_case_id
      from unnest(${indicators.map(({ kind }) => kind)}::text[], ${indicators.map(({ scope }) => scope)}::text[],
        ${indicators.map(({ value }) => value)}::text[]) a (kind, scope, value)
      join scam_indicators i on i.kind = a.kind and i.scope = a.scope and i.value = a.value
      join scam_report_indicators l on l.indicator_id = i.id join scam_reports r on r.id = l.report_id)`;

type CaseRow = {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  readonly reports: number;
  readonly kinds: readonly IndicatorKind[];
  readonly waitsSince: Date | null;
  readonly lastReportAt: Date;
  readonly verdict: Verdict | null;
  readonly published: boolean;
};

/** Finds one page of cases: waiting cases oldest first, all cases newest first. */
export async function findCases(tx: Db, { view, kind, searched, after, limit }: CaseQuery): Promise<CaseRow[]> {
  const isWaiting = view === 'waiting';
  const at = isWaiting ? sql`m.waits_since` : sql`m.last_report_at`;
  const [beyond, order] = isWaiting ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return allRows<CaseRow>(tx)`
    select m.id, m.reporter_count people, m.reports, m.waits_since "waitsSince", m.last_report_at "lastReportAt",
        (select r.name from scam_reports r where r.scam_case_id = m.id order by r.created_at, r.id limit 1) "name",
        array(select distinct i.kind from scam_reports r join scam_report_indicators l on l.report_id = r.id
          join scam_indicators i on i.id = l.indicator_id where r.scam_case_id = m.id order by 1) kinds,
        (select v.verdict from scam_verdicts v where v.id = app.active_scam_verdict(m.id)) verdict,
        exists (select from scam_publications p where p.scam_case_id = m.id and p.withdrawn_at is null) published
      from scam_cases m
     where ${isWaiting ? sql`m.waits_since is not null` : sql`m.merged_into is null and m.reports > 0`}
       ${after === null ? sql`` : sql`and (${at}, m.id) ${beyond} (${after.at}, ${after.id})`}
       ${kind === null ? sql`` : hasKind(kind)} ${searched === null ? sql`` : hasAnyIndicator(searched)}
     order by ${at} ${order}, m.id ${order} limit ${limit}`;
}

export const countWaiting = (tx: Db) =>
  requireRow<{ waiting: number; appeals: number }>(tx)`
    select (select count(*)::int from scam_cases where waits_since is not null) waiting,
        (select count(*)::int from scam_appeals where state = 'open') appeals`;

export type ScamCase = {
  readonly id: string;
  readonly openedAt: Date;
  readonly waitsSince: Date | null;
  readonly people: number;
  readonly mergedInto: string | null;
  readonly took: readonly string[];
  /** Verdict on the whole case: the newest since its last merge. */
  readonly verdictId: string | null;
  readonly reporters: readonly string[];
};

/** Finds a case. `lock` locks its row until the transaction ends. */
export async function findCase(tx: Db, id: string, lock = false): Promise<ScamCase | null> {
  if (lock) await sql`select from scam_cases where id = ${id} for update`.execute(tx);
  return firstRow<ScamCase>(tx)`
    select m.id, m.opened_at "openedAt", m.waits_since "waitsSince", m.reporter_count people, m.merged_into "mergedInto",
        array(select o.id from scam_cases o where o.merged_into = m.id) took, app.active_scam_verdict(m.id) "verdictId",
        array(select distinct r.user_id from scam_reports r where r.scam_case_id = m.id) reporters
      from scam_cases m where m.id = ${id}`;
}

/** Locks the case, or the case that it was merged into. */
export async function lockActiveCase(tx: Db, id: string): Promise<ScamCase | null> {
  // Reads first, so that a merged case is never locked.
  const found = await findCase(tx, id);
  const locked = found?.mergedInto ? found : await findCase(tx, id, true);
  return locked?.mergedInto ? lockActiveCase(tx, locked.mergedInto) : locked;
}

type CaseIndicator = Indicator & {
  readonly id: string;
  readonly people: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly common: boolean;
  readonly commonWord: string | null;
  /** Current verdict on this indicator in this case; null when unjudged. */
  readonly verdictId: string | null;
  readonly warned: boolean;
};

export const findIndicators = (tx: Db, id: string) =>
  allRows<CaseIndicator>(tx)`
    with i as materialized (select * from app.scam_indicators_of(${id}))
    select id, kind, scope, value, people, first_at "firstAt", last_at "lastAt", common, shared_reason "commonWord",
        o.verdict "verdictId",
        exists (select from scam_published_indicators s join scam_publications p on p.id = s.publication_id
          where s.indicator_id = i.id and p.withdrawn_at is null) warned
      from i left join app.verdicts_by_indicator(${id}, array(select id from i)) o on o.thing = i.id
     order by kind, people desc, id`;

type ReportFile = {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: 'clean' | 'being_checked' | 'refused';
};

const fileColumn = (of: 'evidence_file' | 'report_file') =>
  sql`(select jsonb_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'state',
    case when f.state in ('clean', 'refused') then f.state else 'being_checked' end) from files f where f.id = r.${sql.ref(of)})`;

type CaseReport = {
  readonly id: string;
  readonly name: string;
  readonly website: string | null;
  readonly contactInfo: string | null;
  readonly description: string;
  readonly suspiciousNotes: string | null;
  readonly status: ReportStatus;
  readonly reasonCode: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly verdictId: string | null;
  /** Null for roles that may not see reporters. */
  readonly reporter: { readonly id: string; readonly name: string } | null;
  readonly evidence: ReportFile | null;
  readonly answer: ReportFile | null;
};

/** Finds at most 500 reports of a case, oldest first. Support may not see reporters [001 §7 Reads and writes]. */
export async function findReports(tx: Db, id: string, withReporter: boolean): Promise<CaseReport[]> {
  const reporter = sql`(select jsonb_build_object('id', p.id, 'name', ${customerLabel('p')}) from profiles p where p.id = r.user_id)`;
  return allRows<CaseReport>(tx)`
    select r.id, r.name, r.website, r.contact_info "contactInfo", r.description, r.suspicious_notes "suspiciousNotes",
        r.status, r.reason_code "reasonCode", r.created_at "createdAt", r.decided_at "decidedAt",
        app.verdict_for_report(r.id) "verdictId",
        ${withReporter ? reporter : sql`null::jsonb`} reporter, ${fileColumn('evidence_file')} evidence, ${fileColumn('report_file')} answer
      from scam_reports r where r.scam_case_id = ${id} order by r.created_at, r.id limit 500`;
}

type CaseVerdict = {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reasonCode: string;
  readonly note: string;
  readonly checklist: Checklist;
  readonly by: string;
  readonly at: Date;
};

export const findVerdicts = (tx: Db, id: string) =>
  allRows<CaseVerdict>(tx)`
    select v.id, v.verdict, v.reason_code "reasonCode", v.note, v.checklist, p.display_name "by", v.decided_at "at"
      from scam_verdicts v join profiles p on p.id = v.decided_by
     where v.scam_case_id = ${id} order by v.decided_at desc, v.id desc`;

export const findNotes = (tx: Db, id: string) =>
  allRows<{ id: string; text: string; by: string; at: Date }>(tx)`
    select n.id, n.text, p.display_name "by", n.written_at "at" from scam_notes n join profiles p on p.id = n.written_by
     where n.scam_case_id = ${id} order by n.written_at, n.id`;

type CasePublication = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly verdict: PublishedVerdict;
  readonly publishedAt: Date;
  readonly withdrawnAt: Date | null;
  readonly withdrawnCode: string | null;
};

export const findPublications = (tx: Db, id: string) =>
  allRows<CasePublication>(tx)`
    select id, slug, title, summary, verdict, published_at "publishedAt", withdrawn_at "withdrawnAt",
        withdrawn_code "withdrawnCode"
      from scam_publications where scam_case_id = ${id} order by published_at desc`;

export const findRelatedCases = (tx: Db, id: string) =>
  allRows<{ id: string; name: string; shared: number }>(tx)`
    select id, coalesce(name, 'No reports') "name", shared from app.related_scam_cases(${id})`;

/** Merges two cases and returns the id of the remaining case. Null when one of them was merged in the meantime. */
export const storeMerge = (tx: Db, { id, otherId, now }: { id: string; otherId: string; now: Date }) =>
  firstValue<string>(tx)`select app.merge_scam_cases(${id}, ${otherId}, ${now}) id`;

/** Moves a report to its own case and returns that case's id. Null for the only report of a case. */
export const separateReport = (tx: Db, reportId: string) =>
  firstValue<string>(tx)`select app.separate_scam_report(${reportId}) id`;

export const addNote = (tx: Db, id: string, { text, now }: { text: string; now: Date }) =>
  sql`insert into scam_notes (scam_case_id, text, written_by, written_at)
      values (${id}, ${text}, ${currentUserId}, ${now})`.execute(tx);

/** Throws a violation of `warned_is_not_common` when a warning includes the indicator. */
export const setShared = (tx: Db, id: string, { common, word }: { common: boolean; word: string }) =>
  sql`select app.mark_indicator_shared(${id}, ${common}, ${word})`.execute(tx);

type SubmissionRow = {
  readonly id: string;
  readonly name: string;
  readonly status: ReportStatus;
  readonly createdAt: Date;
  readonly caseId: string;
  readonly hasEvidence: boolean;
  /** Null for roles that may not see reporters. */
  readonly reporter: { readonly id: string; readonly name: string } | null;
};

type SubmissionQuery = SubmissionPage & { readonly withReporter: boolean; readonly limit: number };

/** Finds one page of submissions, newest first. Excludes all accounts of the current user. */
export const findSubmissions = (tx: Db, { status, after, withReporter, limit }: SubmissionQuery) =>
  allRows<SubmissionRow>(tx)`
    select r.id, r.name, r.status, r.created_at "createdAt", r.scam_case_id "caseId",
        r.evidence_file is not null "hasEvidence",
        ${
          withReporter
            ? sql`(select jsonb_build_object('id', p.id, 'name', ${customerLabel('p')}) from profiles p where p.id = r.user_id)`
            : sql`null::jsonb`
        } reporter
      from scam_reports r
     where r.user_id <> all (${currentUserAccounts}) ${status === null ? sql`` : sql`and r.status = ${status}`}
       ${after === null ? sql`` : sql`and (r.created_at, r.id) < (${after.at}, ${after.id})`}
     order by r.created_at desc, r.id desc limit ${limit}`;
