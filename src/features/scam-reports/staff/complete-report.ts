import { isSamePerson } from '../../../kernel/permissions.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { getQueueKeys } from '../../../platform/http/client-network.ts';
import { assertAllowed, authedTwoPhase, type Services, staff } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import { findMyFiles } from '../../documents/my-files.ts';
import { storeGenerated } from '../../documents/store-file.ts';
import { prosePdfApart } from '../../receipts/prose-worker.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { scamPermissions } from '../permissions.ts';
import { separateReport } from './case-store.ts';
import type { AnswerRef } from './jobs.ts';
import { refusalCodes, refuse } from './messages.ts';
import { declineReasons, findReason } from './reasons.ts';
import { getReportPdf } from './report-pdf.ts';
import { CompleteReport, DeclineReport, GenerateReport } from './schema.ts';
import {
  answerReport,
  clearWaiting,
  findReportToAnswer,
  linkGeneratedFile,
  type ReportToAnswer,
} from './verdict-store.ts';

type StaffContext = { readonly tx: Db; readonly person: SessionUser };

async function loadOpenReport({ tx, person }: StaffContext, id: string, lock: boolean): Promise<ReportToAnswer> {
  const found = (await findReportToAnswer(tx, id, lock)) ?? refuse('scam_desk.not_found', {});
  if (isSamePerson(person, found.userId)) refuse('approvals.own_matter', {});
  if (found.status === 'completed' || found.status === 'declined') refuse('scam_desk.answered_before', {});
  return found;
}

const assertVerdict = ({ verdict }: ReportToAnswer) => verdict ?? refuse('scam_desk.verdict_first', {});

/** Generates the report PDF in a worker and stores it as the actor's file, valid for this report only. */
export const generateReportPdf = authedTwoPhase
  .errors(refusalCodes('staff.not_allowed', 'staff.factor_needed', 'scam_desk.not_found', 'approvals.own_matter'))
  .errors(refusalCodes('scam_desk.answered_before', 'scam_desk.verdict_first'))
  .meta({ permission: scamPermissions.judge })
  .input(GenerateReport)
  .handler(async function generateReportPdf({ context, input: { reportId, message } }) {
    const { services, request, person, openTransaction } = context;
    const { report, verdict, company } = await openTransaction(async (tx, user) => {
      assertAllowed(user, scamPermissions.judge);
      const found = await loadOpenReport({ tx, person: user }, reportId, false);
      return { report: found, verdict: assertVerdict(found), company: (await loadCurrentSettings(tx)).company.name };
    });
    const now = services.clock();
    const { name, website, contactInfo, description, createdAt, named } = report;
    const { id: verdictId, ...found } = verdict;
    const facts = { name, website, contactInfo, description, createdAt, named, ...found, message };
    const bytes = await prosePdfApart(getQueueKeys(request.ip, person.id), getReportPdf({ facts, company, now }));
    const file = { purpose: 'scam-report', name: 'scam-report.pdf', mime: 'application/pdf', bytes } as const;
    const owner = { userId: person.id, credentials: credentialsOf(request, services.config), requestId: request.id };
    const fileId = await storeGenerated(services, owner, file);
    // Returns the file only after it is linked to its report.
    await openTransaction((tx) => linkGeneratedFile(tx, { fileId, reportId, verdictId, now }));
    return { fileId, verdictId, name: file.name, bytes: bytes.length };
  });

async function publishAnswer({ jobs }: Services, tx: Db, { id, caseId, userId }: ReportToAnswer): Promise<void> {
  await clearWaiting(tx, caseId);
  await jobs.enqueue(tx, 'scams.send_answer', { id } satisfies AnswerRef);
  publishTopic(tx, 'standing', userId);
  publishTopic(tx, 'desk');
}

/** Completes a report with a file that its reporter can download. Refuses when the case has a newer verdict. */
export const complete = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.answered_before'))
  .errors(refusalCodes('scam_desk.verdict_first', 'scam_desk.judged_since', 'scam_desk.file_not_there'))
  .errors(refusalCodes('scam_desk.file_of_another'))
  .input(CompleteReport)
  .handler(async function complete({ context, input: { reportId, fileId, verdictId } }) {
    const { tx, services } = context;
    const report = await loadOpenReport(context, reportId, true);
    const { id, verdict } = assertVerdict(report);
    if (id !== verdictId) refuse('scam_desk.judged_since', {});
    const [file] = await findMyFiles(tx, [fileId]);
    if (file?.purpose !== 'scam-report' || file.state === 'refused') refuse('scam_desk.file_not_there', {});
    const write = answerReport(tx, reportId, { status: 'completed', file: fileId, now: services.clock() });
    const refuseOtherFile = () => refuse('scam_desk.file_of_another', {});
    const guarded = mapConstraintViolation(
      mapConstraintViolation(write, 'report_file_once', refuseOtherFile),
      'report_file_of_its_report',
      refuseOtherFile,
    );
    await mapConstraintViolation(guarded, 'report_file_stands', () => refuse('scam_desk.file_not_there', {}));
    const entry = { action: 'scams.report_completed', subjectType: 'scam_report', subjectId: reportId };
    await audit(tx, { ...byStaff(context), ...entry, aboutId: report.userId, after: { fileId, verdict } });
    await publishAnswer(services, tx, report);
    return { done: true as const };
  });

/** Declines a report and emails its reporter. A declined report no longer counts for its case. */
export const decline = staff(scamPermissions.judge)
  .errors(refusalCodes('scam_desk.not_found', 'approvals.own_matter', 'scam_desk.answered_before'))
  .errors(refusalCodes('scam_desk.reason_unknown'))
  .input(DeclineReport)
  .handler(async function decline({ context, input: { reportId, reasonCode } }) {
    const { tx, services } = context;
    const report = await loadOpenReport(context, reportId, true);
    if (!findReason(declineReasons, reasonCode)) refuse('scam_desk.reason_unknown', {});
    await answerReport(tx, reportId, { status: 'declined', reasonCode, now: services.clock() });
    const entry = { action: 'scams.report_declined', subjectType: 'scam_report', subjectId: reportId, reasonCode };
    await audit(tx, { ...byStaff(context), ...entry, aboutId: report.userId });
    await publishAnswer(services, tx, report);
    // Also removes indicators that only this report named from the case.
    await separateReport(tx, reportId);
    return { done: true as const };
  });
