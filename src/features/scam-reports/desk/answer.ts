import { audit, byStaff } from '../../../platform/audit.ts';
import { whoseOf } from '../../../platform/connection.ts';
import { announce, type Db, isOwn, type Person } from '../../../platform/database.ts';
import { unlessBroken } from '../../../platform/database-faults.ts';
import { refuseUnlessAllowed, type Services, signedInBriefly, staffOnly } from '../../../platform/procedure.ts';
import { comerOf } from '../../../platform/session.ts';
import { keepMade } from '../../documents/keep-made.ts';
import { ownFiles } from '../../documents/own-files.ts';
import { currentSettings } from '../../settings/store.ts';
import { scamActs } from '../acts.ts';
import type { About } from './desk-jobs.ts';
import { mayRefuse, refuse } from './desk-messages.ts';
import { CompleteReport, DeclineReport, DrawReport } from './desk-schema.ts';
import { answerReport, type ReportToAnswer, reportToAnswer, tieDrawn, waitsNoMore } from './judge-store.ts';
import { declineReasons, reasonIn } from './reasons.ts';
import { reportPdfApart } from './report-apart.ts';

type Within = { readonly tx: Db; readonly person: Person };

/** A report that somebody may answer now. */
async function openReport({ tx, person }: Within, id: string, lock: boolean): Promise<ReportToAnswer> {
  const found = (await reportToAnswer(tx, id, lock)) ?? refuse('scam_desk.not_found', {});
  if (isOwn(person, found.userId)) refuse('approvals.own_matter', {});
  if (found.status === 'completed' || found.status === 'declined') refuse('scam_desk.answered_before', {});
  return found;
}

const judged = ({ verdict }: ReportToAnswer) => verdict ?? refuse('scam_desk.verdict_first', {});

/**
 * Makes the report file from the facts of one report and what was judged of its matter: nothing of anybody else's.
 * It is drawn on a thread apart and kept as a file of whoever had it made, who looks at it and completes the report
 * with it: this one and no other.
 */
export const draw = signedInBriefly
  .errors(mayRefuse('staff.not_allowed', 'staff.factor_needed', 'scam_desk.not_found', 'approvals.own_matter'))
  .errors(mayRefuse('scam_desk.answered_before', 'scam_desk.verdict_first'))
  .meta({ act: scamActs.judge })
  .input(DrawReport)
  .handler(async ({ context, input: { reportId, says } }) => {
    const { services, request, person, enter } = context;
    const { report, verdict, company } = await enter(async (tx, asking) => {
      refuseUnlessAllowed(asking, scamActs.judge);
      const found = await openReport({ tx, person: asking }, reportId, false);
      return { report: found, verdict: judged(found), company: (await currentSettings(tx)).company.name };
    });
    const now = services.clock();
    const { name, website, contactInfo, description, createdAt, named } = report;
    const { id: verdictId, ...found } = verdict;
    const facts = { name, website, contactInfo, description, createdAt, named, ...found, says };
    const bytes = await reportPdfApart(whoseOf(request.ip, person.id), { facts, company, now });
    const paper = { purpose: 'scam-report', name: 'scam-report.pdf', mime: 'application/pdf', bytes } as const;
    const who = { userId: person.id, comer: comerOf(request, services.config), requestId: request.id };
    const fileId = await keepMade(services, who, paper);
    // Nobody hears of the file before it is tied to its report.
    await enter((tx) => tieDrawn(tx, { fileId, reportId, verdictId, now }));
    return { fileId, verdictId, name: paper.name, bytes: bytes.length };
  });

/** Once answered: whoever reported is written to, and their page changes. */
async function answered({ jobs }: Services, tx: Db, { id, matterId, userId }: ReportToAnswer): Promise<void> {
  await waitsNoMore(tx, matterId);
  await jobs.enqueue(tx, 'scams.answer_letter', { id } satisfies About);
  announce(tx, 'standing', userId);
  announce(tx, 'desk');
}

/**
 * Completes a report with a file that whoever asks made or uploaded: from now on its reporter can download it. What was
 * judged anew since is in no such file.
 */
export const complete = staffOnly(scamActs.judge)
  .errors(mayRefuse('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.answered_before'))
  .errors(mayRefuse('scam_desk.verdict_first', 'scam_desk.judged_since', 'scam_desk.file_not_there'))
  .errors(mayRefuse('scam_desk.file_of_another'))
  .input(CompleteReport)
  .handler(async ({ context, input: { reportId, fileId, verdictId } }) => {
    const { tx, services } = context;
    const report = await openReport(context, reportId, true);
    const { id, verdict } = judged(report);
    if (id !== verdictId) refuse('scam_desk.judged_since', {});
    const [file] = await ownFiles(tx, [fileId]);
    if (file?.purpose !== 'scam-report' || file.state === 'refused') refuse('scam_desk.file_not_there', {});
    const write = answerReport(tx, reportId, { status: 'completed', file: fileId, now: services.clock() });
    const ofAnother = () => refuse('scam_desk.file_of_another', {});
    const once = unlessBroken(
      unlessBroken(write, 'report_file_once', ofAnother),
      'report_file_of_its_report',
      ofAnother,
    );
    await unlessBroken(once, 'report_file_stands', () => refuse('scam_desk.file_not_there', {}));
    const what = { action: 'scams.report_completed', subjectType: 'scam_report', subjectId: reportId };
    await audit(tx, { ...byStaff(context), ...what, aboutId: report.userId, after: { fileId, verdict } });
    await answered(services, tx, report);
    return { done: true as const };
  });

/** Declines a report, with a reason that its reporter reads: it counts no more. */
export const decline = staffOnly(scamActs.judge)
  .errors(mayRefuse('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.answered_before'))
  .errors(mayRefuse('scam_desk.reason_unknown'))
  .input(DeclineReport)
  .handler(async ({ context, input: { reportId, reasonCode } }) => {
    const { tx, services } = context;
    const report = await openReport(context, reportId, true);
    if (!reasonIn(declineReasons, reasonCode)) refuse('scam_desk.reason_unknown', {});
    await answerReport(tx, reportId, { status: 'declined', reasonCode, now: services.clock() });
    const what = { action: 'scams.report_declined', subjectType: 'scam_report', subjectId: reportId, reasonCode };
    await audit(tx, { ...byStaff(context), ...what, aboutId: report.userId });
    await answered(services, tx, report);
    return { done: true as const };
  });
