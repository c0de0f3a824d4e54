import { sql } from 'kysely';
import { type Db, firstRow, newId, whoAsks } from '../../../platform/database.ts';
import type { Indicator } from '../indicators/indicator.ts';
import type { ReportStatus, Verdict } from '../shapes.ts';
import type { Checklist } from './checklist.ts';

type NewVerdict = {
  readonly verdict: Verdict;
  readonly reasonCode: string;
  readonly checklist: Checklist;
  readonly note: string;
  readonly now: Date;
};

export const insertVerdict = (tx: Db, matterId: string, one: NewVerdict) =>
  newId(tx)`
    insert into scam_verdicts (matter_id, verdict, checklist, reason_code, note, decided_by, decided_at)
      values (${matterId}, ${one.verdict}, ${JSON.stringify(one.checklist)}, ${one.reasonCode}, ${one.note}, ${whoAsks},
        ${one.now}) returning id`;

/** Everything that came in of a matter is being looked at; of whom it is told. */
export async function beginReview(tx: Db, matterId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    update scam_reports set status = 'in_review' where matter_id = ${matterId} and status = 'submitted'
      returning user_id "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** A matter waits no longer once each of its reports is answered. */
export const waitsNoMore = (tx: Db, matterId: string) =>
  sql`update scam_matters set waits_since = null where id = ${matterId} and waits_since is not null
     and not exists (select from scam_reports r where r.matter_id = ${matterId} and r.status in ('submitted', 'in_review'))`.execute(
    tx,
  );

/** A report with what was judged of its matter, for whoever answers it. */
export type ReportToAnswer = {
  readonly id: string;
  readonly userId: string;
  readonly matterId: string;
  readonly status: ReportStatus;
  readonly name: string;
  readonly website: string | null;
  readonly contactInfo: string | null;
  readonly description: string;
  readonly createdAt: Date;
  /** What counts for it now; null where nobody judged its matter since what it names came there. */
  readonly verdict: { readonly id: string; readonly verdict: Verdict; readonly reasonCode: string } | null;
  readonly named: readonly Indicator[];
};

/** With `lock` nobody else answers it until the transaction ends. */
export async function reportToAnswer(tx: Db, id: string, lock = false): Promise<ReportToAnswer | null> {
  if (lock) await sql`select from scam_reports where id = ${id} for update`.execute(tx);
  return firstRow<ReportToAnswer>(tx)`
    select r.id, r.user_id "userId", r.matter_id "matterId", r.status, r.name, r.website, r.contact_info "contactInfo",
        r.description, r.created_at "createdAt",
        (select jsonb_build_object('id', v.id, 'verdict', v.verdict, 'reasonCode', v.reason_code) from scam_verdicts v
          where v.id = app.scam_verdict_of(r.id)) verdict,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'scope', i.scope, 'value', i.value)
            order by i.kind, i.value), '[]')
           from scam_report_indicators l join scam_indicators i on i.id = l.indicator_id where l.report_id = r.id) named
      from scam_reports r where r.id = ${id}`;
}

type Answer =
  | { readonly status: 'completed'; readonly file: string; readonly now: Date }
  | { readonly status: 'declined'; readonly reasonCode: string; readonly now: Date };

type Drawn = { readonly fileId: string; readonly reportId: string; readonly verdictId: string; readonly now: Date };

/** Ties a file to the report that it was drawn from, and to what was judged of that: it answers no other. */
export const tieDrawn = (tx: Db, { fileId, reportId, verdictId, now }: Drawn) =>
  sql`insert into scam_drawn_files (file_id, report_id, verdict_id, drawn_by, drawn_at)
      values (${fileId}, ${reportId}, ${verdictId}, ${whoAsks}, ${now})`.execute(tx);

/**
 * Breaks `report_file_stands` where the file is none, or not there; `report_file_of_its_report` where it was drawn from
 * another report or drawn anew since; `report_file_once` where it answered one.
 */
export const answerReport = (tx: Db, id: string, answer: Answer) =>
  sql`update scam_reports set status = ${answer.status}, decided_by = ${whoAsks}, decided_at = ${answer.now},
      reason_code = ${answer.status === 'declined' ? answer.reasonCode : null},
      report_file = ${answer.status === 'completed' ? answer.file : null}
     where id = ${id} and status in ('submitted', 'in_review')`.execute(tx);

/** To whom the answer to a report is told, and which. */
export type AnswerTold = {
  readonly name: string;
  readonly email: string;
  readonly report: string;
  readonly status: ReportStatus;
  readonly reasonCode: string | null;
};

export const answerToTell = (tx: Db, id: string) =>
  firstRow<AnswerTold>(tx)`
    select p.display_name "name", p.email, r.name report, r.status, r.reason_code "reasonCode"
      from scam_reports r join profiles p on p.id = r.user_id
     where r.id = ${id} and r.status in ('completed', 'declined') and p.closed_at is null`;
