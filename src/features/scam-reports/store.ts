import { sql } from 'kysely';
import {
  allRows,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  newId,
  requireRow,
} from '../../platform/database/database.ts';
import { createDraftStore } from '../../platform/database/drafts-store.ts';
import { sanctionsVersion } from '../screening/index-store.ts';
import { settingsVersion } from '../settings/store.ts';
import { equivalentIndicators } from './indicators/wallet.ts';
import type { Indicator, Known, OwnReport, PublishedVerdict } from './types.ts';
import { isWeightyEnough, type Reporter } from './weight.ts';

export type NewReport = {
  readonly name: string;
  readonly website: string | null;
  readonly contactInfo: string | null;
  readonly description: string;
  readonly suspiciousNotes: string | null;
  readonly evidenceFile: string | null;
  readonly key: string;
  readonly requestHash: string;
  readonly connectionHash: string;
  readonly now: Date;
};

/** Inserts a report. Call {@link placeReport} next [001 §3 scam_reports, §7 Reads and writes]. */
export async function insertReport(tx: Db, report: NewReport): Promise<string> {
  return newId(tx)`
    insert into scam_reports (user_id, name, website, contact_info, description, suspicious_notes, evidence_file,
        idempotency_key, request_hash, connection_hash, created_at)
      values (${currentUserId}, ${report.name}, ${report.website}, ${report.contactInfo}, ${report.description}, ${report.suspiciousNotes},
        ${report.evidenceFile}, ${report.key}, ${report.requestHash}, ${report.connectionHash}, ${report.now})
      returning id`;
}

export type NamedIndicator = Indicator & { readonly given: string };

/** Moves a report to the case with the same indicators, if there is one. Idempotent. */
export const placeReport = (tx: Db, id: string, named: readonly NamedIndicator[]) =>
  sql`select app.assign_scam_report(${id}, ${JSON.stringify(named)}::jsonb)`.execute(tx);

/** Finds the user's report by its idempotency key (decision A9). */
export const findReportByKey = (tx: Db, key: string) =>
  firstRow<{ id: string; requestHash: string }>(tx)`
    select id, request_hash "requestHash" from scam_reports
     where user_id = ${currentUserId} and idempotency_key = ${key}`;

export const countOwnReports = (tx: Db, since: Date) =>
  requireRow<{ recent: number; open: number }>(tx)`
    select count(*) filter (where created_at > ${since})::int recent,
        count(*) filter (where status in ('submitted', 'in_review'))::int open
      from scam_reports where user_id = ${currentUserId}`;

/** Finds the user's reports, newest first [001 §7 Reads and writes]. */
export const findOwnReports = (tx: Db) =>
  allRows<OwnReport>(tx)`
    select id, name, status, case when status = 'completed' then report_file end "reportFile",
        evidence_file "evidenceFile", created_at "createdAt"
      from scam_reports where user_id = ${currentUserId} order by created_at desc, id limit 200`;

export const drafts = createDraftStore('scam_drafts');

type Row = {
  n: number;
  shown: Known['shown'];
  verdict: PublishedVerdict | null;
  people: number | null;
  slug: string | null;
  firstDay: string | null;
  /** Reporters of an unjudged indicator; null once a warning is published. */
  reporters: readonly Reporter[] | null;
  /** Required number of fully weighted reporters. Null for a name, which only a published warning reveals. */
  needed: number | null;
};

export type LookupRows = readonly Row[] | null;

const toKnown = ({ shown, verdict, people, slug, firstDay }: Row): Known =>
  shown === 'reported' || verdict === null
    ? { shown: 'reported' }
    : { shown: 'published', verdict, people: people ?? 0, slug: slug ?? '', firstDay: firstDay ?? '' };

export type IndicatorColumns = { readonly kinds: string[]; readonly scopes: string[]; readonly values: string[] };

export const toColumns = (of: readonly Indicator[]): IndicatorColumns => ({
  kinds: of.map(({ kind }) => kind),
  scopes: of.map(({ scope }) => scope),
  values: of.map(({ value }) => value),
});

/** SQL subquery for a column that {@link matchKnown} reads. Finds each indicator through the index `indicator_once`. */
export const lookupColumn = ({ kinds, scopes, values }: IndicatorColumns) => sql`(
  select json_agg(json_build_object('n', n, 'shown', warning_level, 'verdict', verdict, 'people', people, 'slug', slug,
      'firstDay', first_day, 'reporters', reporters, 'needed', needed))
    from app.lookup_scams(${kinds}::text[], ${scopes}::text[], ${values}::text[]))`;

export function matchKnown(indicators: readonly Indicator[], rows: LookupRows): (Known | null)[] {
  const visible = (rows ?? []).filter(
    ({ reporters, needed }) => reporters === null || (needed !== null && isWeightyEnough(reporters, needed)),
  );
  const found = new Map(visible.map((row) => [row.n, toKnown(row)]));
  return indicators.map((_one, at) => found.get(at + 1) ?? null);
}

/** Finds what each indicator is known for, in the order of `indicators`. Null means unknown. */
export async function findKnown(tx: Db, indicators: readonly Indicator[]): Promise<(Known | null)[]> {
  if (indicators.length === 0) return [];
  return matchKnown(indicators, await firstValue<LookupRows>(tx)`select ${lookupColumn(toColumns(indicators))} known`);
}

const severityOf = (known: Known | null): number => (known === null ? 0 : known.shown === 'reported' ? 1 : 2);

/** Like {@link findKnown}. A wallet gets the most severe result among all addresses that its private key opens. */
export async function findKnownInAnyForm(tx: Db, indicators: readonly Indicator[]): Promise<(Known | null)[]> {
  const forms = indicators.map(equivalentIndicators);
  const found = await findKnown(tx, forms.flat());
  return forms.map((all) => {
    const own = found.splice(0, all.length);
    return own.toSorted((a, b) => severityOf(b) - severityOf(a))[0] ?? null;
  });
}

/** Current versions of settings and sanctions lists. */
export const loadActiveVersions = (tx: Db) =>
  requireRow<{ settings: string; lists: string }>(tx)`
    select ${settingsVersion} settings, ${sanctionsVersion} lists from active_versions`;
