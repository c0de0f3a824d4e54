import { sql } from 'kysely';
import { type Db, whoAsks } from '../../platform/database.ts';
import type { Indicator } from './indicators/indicator.ts';
import type { OwnReport } from './shapes.ts';

/** A report as it is handed in. */
export type NewReport = {
  readonly name: string;
  readonly website: string | null;
  readonly contactInfo: string | null;
  readonly description: string;
  readonly suspiciousNotes: string | null;
  readonly evidenceFile: string | null;
  readonly key: string;
  readonly requestHash: string;
  readonly now: Date;
};

/**
 * Writes a report down as one of whoever asks, a row of scam_reports: a matter of its own until it is placed [001 §3
 * scam_reports, §7 Reads and writes].
 */
export async function insertReport(tx: Db, one: NewReport): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into scam_reports (user_id, name, website, contact_info, description, suspicious_notes, evidence_file,
        idempotency_key, request_hash, created_at)
      values (${whoAsks}, ${one.name}, ${one.website}, ${one.contactInfo}, ${one.description}, ${one.suspiciousNotes},
        ${one.evidenceFile}, ${one.key}, ${one.requestHash}, ${one.now}) returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the report was not written');
  return row.id;
}

/** What a report names, with how it was typed. */
export type Named = Indicator & { readonly given: string };

/** Puts a report of whoever asks to the others that name the same, once. */
export const placeReport = (tx: Db, id: string, named: readonly Named[]) =>
  sql`select app.place_scam_report(${id}, ${JSON.stringify(named)}::jsonb)`.execute(tx);

/** The report that a request of whoever asks handed in, with the fingerprint of that request (decision A9). */
export async function reportUnder(tx: Db, key: string): Promise<{ id: string; requestHash: string } | null> {
  const { rows } = await sql<{ id: string; requestHash: string }>`
    select id, request_hash "requestHash" from scam_reports
     where user_id = ${whoAsks} and idempotency_key = ${key}`.execute(tx);
  return rows[0] ?? null;
}

/** How many reports of whoever asks came since a moment, and how many are under way. */
export async function ownCounts(tx: Db, since: Date): Promise<{ lately: number; open: number }> {
  const { rows } = await sql<{ lately: number; open: number }>`
    select count(*) filter (where created_at > ${since})::int lately,
        count(*) filter (where status in ('submitted', 'in_review'))::int open
      from scam_reports where user_id = ${whoAsks}`.execute(tx);
  return rows[0] ?? { lately: 0, open: 0 };
}

/** The reports of whoever asks, the newest first [001 §7 Reads and writes]. */
export async function ownReports(tx: Db): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`
    select id, name, status, case when status = 'completed' then report_file end "reportFile",
        evidence_file "evidenceFile", created_at "createdAt"
      from scam_reports where user_id = ${whoAsks} order by created_at desc, id limit 200`.execute(tx);
  return rows;
}

type DraftText = Record<string, string>;

export const saveDraft = (tx: Db, { data, now }: { data: DraftText; now: Date }) =>
  sql`insert into scam_drafts (user_id, data, updated_at) values (${whoAsks}, ${JSON.stringify(data)}, ${now})
    on conflict (user_id) do update set data = excluded.data, updated_at = excluded.updated_at`.execute(tx);

export async function readDraft(tx: Db): Promise<{ data: DraftText; updatedAt: Date } | null> {
  const { rows } = await sql<{ data: DraftText; updatedAt: Date }>`
    select data, updated_at "updatedAt" from scam_drafts where user_id = ${whoAsks}`.execute(tx);
  return rows[0] ?? null;
}

export const deleteDraft = (tx: Db) => sql`delete from scam_drafts where user_id = ${whoAsks}`.execute(tx);
