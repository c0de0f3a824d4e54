import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, onlyRow } from '../../platform/database/database.ts';
import { createDraftStore } from '../../platform/database/drafts-store.ts';
import type { Indicator, OwnReport } from './types.ts';

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
  const row = await firstRow<{ id: string }>(tx)`
    insert into scam_reports (user_id, name, website, contact_info, description, suspicious_notes, evidence_file,
        idempotency_key, request_hash, connection_hash, created_at)
      values (${currentUserId}, ${report.name}, ${report.website}, ${report.contactInfo}, ${report.description}, ${report.suspiciousNotes},
        ${report.evidenceFile}, ${report.key}, ${report.requestHash}, ${report.connectionHash}, ${report.now})
      returning id`;
  if (!row) throw new Error('the report was not written');
  return row.id;
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
  onlyRow<{ recent: number; open: number }>(tx)`
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
