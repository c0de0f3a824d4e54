import { sql } from 'kysely';
import type { z } from 'zod';
import { currentUserId, type Db, firstRow, newId } from '../../../platform/database/database.ts';
import type { Indicator, ReportStatus, Verdict } from '../types.ts';
import type { JudgeCase } from './schema.ts';

type NewVerdict = Omit<z.infer<typeof JudgeCase>, 'caseId'> & { readonly now: Date };

export const insertVerdict = (tx: Db, caseId: string, values: NewVerdict) =>
  newId(tx)`
    insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
      values (${caseId}, ${values.verdict}, ${JSON.stringify(values.checklist)}, ${values.reasonCode}, ${values.note}, ${currentUserId},
        ${values.now}) returning id`;

/** Sets submitted reports of a case to `in_review`. Returns the user ids of their reporters. */
export async function beginReview(tx: Db, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    update scam_reports set status = 'in_review' where scam_case_id = ${caseId} and status = 'submitted'
      returning user_id "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Clears `waits_since` once every report of the case is answered. */
export const clearWaiting = (tx: Db, caseId: string) =>
  sql`update scam_cases set waits_since = null where id = ${caseId} and waits_since is not null
     and not exists (select from scam_reports r where r.scam_case_id = ${caseId} and r.status in ('submitted', 'in_review'))`.execute(
    tx,
  );

export type ReportToAnswer = {
  readonly id: string;
  readonly userId: string;
  readonly caseId: string;
  readonly status: ReportStatus;
  readonly name: string;
  readonly website: string | null;
  readonly contactInfo: string | null;
  readonly description: string;
  readonly createdAt: Date;
  /** Null when the case has no verdict on this report's indicators. */
  readonly verdict: { readonly id: string; readonly verdict: Verdict; readonly reasonCode: string } | null;
  readonly named: readonly Indicator[];
};

/** Finds a report with its verdict. `lock` locks its row until the transaction ends. */
export async function findReportToAnswer(tx: Db, id: string, lock = false): Promise<ReportToAnswer | null> {
  if (lock) await sql`select from scam_reports where id = ${id} for update`.execute(tx);
  return firstRow<ReportToAnswer>(tx)`
    select r.id, r.user_id "userId", r.scam_case_id "caseId", r.status, r.name, r.website, r.contact_info "contactInfo",
        r.description, r.created_at "createdAt",
        (select jsonb_build_object('id', v.id, 'verdict', v.verdict, 'reasonCode', v.reason_code) from scam_verdicts v
          where v.id = app.verdict_for_report(r.id)) verdict,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope, 'value', i.value)
            order by i.kind, i.value), '[]')
           from scam_report_indicators l join scam_indicators i on i.id = l.indicator_id where l.report_id = r.id) named
      from scam_reports r where r.id = ${id}`;
}

type Answer =
  | { readonly status: 'completed'; readonly file: string; readonly now: Date }
  | { readonly status: 'declined'; readonly reasonCode: string; readonly now: Date };

type GeneratedFile = {
  readonly fileId: string;
  readonly reportId: string;
  readonly verdictId: string;
  readonly now: Date;
};

export const linkGeneratedFile = (tx: Db, { fileId, reportId, verdictId, now }: GeneratedFile) =>
  sql`insert into scam_report_documents (file_id, report_id, verdict_id, generated_by, generated_at)
      values (${fileId}, ${reportId}, ${verdictId}, ${currentUserId}, ${now})`.execute(tx);

/** Stores the answer. Throws a violation of a `report_file_*` constraint when the file is not usable. */
export const answerReport = (tx: Db, id: string, answer: Answer) =>
  sql`update scam_reports set status = ${answer.status}, decided_by = ${currentUserId}, decided_at = ${answer.now},
      reason_code = ${answer.status === 'declined' ? answer.reasonCode : null},
      report_file = ${answer.status === 'completed' ? answer.file : null}
     where id = ${id} and status in ('submitted', 'in_review')`.execute(tx);

export type AnswerEmail = {
  readonly name: string;
  readonly email: string;
  readonly report: string;
  readonly status: ReportStatus;
  readonly reasonCode: string | null;
};

export const findAnswerEmail = (tx: Db, id: string) =>
  firstRow<AnswerEmail>(tx)`
    select p.display_name "name", p.email, r.name report, r.status, r.reason_code "reasonCode"
      from scam_reports r join profiles p on p.id = r.user_id
     where r.id = ${id} and r.status in ('completed', 'declined') and p.closed_at is null`;
