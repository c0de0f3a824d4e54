import { createHash } from 'node:crypto';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { lockCaseFor } from './case-commands.ts';
import { addCaseEvent, countLinkable, type NewCaseEvent } from './case-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditReportChange, type StaffContext, strProcedure } from './procedures.ts';
import {
  addReport,
  addVersion,
  closeReport,
  findCaseOrderIds,
  findCustomerParty,
  type ReportDetail,
  summarizeFindings,
} from './report-store.ts';
import {
  getReportDueDay,
  getReportGaps,
  isPossibleSuspicionDay,
  type ReportContent,
  type ReportGap,
} from './reports.ts';
import { AbandonReport, FileReport, OpenReport, SaveReport } from './schema.ts';
import { buildReportFile, loadReport } from './show-reports.ts';

/** Adds a timeline entry that only `compliance` can read. */
const addRestrictedEntry = (
  staff: StaffContext,
  report: { caseId: string; customerId: string },
  entry: Omit<NewCaseEvent, 'actor' | 'restricted'>,
) =>
  addCaseEvent(
    staff.tx,
    { caseId: report.caseId, userId: report.customerId, at: staff.services.clock() },
    { ...entry, actor: staff.person.id, restricted: true },
  );

/** Opens a report with a first draft from the customer, the orders and the alert findings. */
export const openReport = strProcedure()
  .errors(refusalCodes('compliance.day_not_possible', 'compliance.report_open'))
  .input(OpenReport)
  .handler(async function openReport({ context, input: { caseId, suspicionFormedOn: formedOn } }) {
    const { tx, person, services } = context;
    const at = services.clock();
    if (!isPossibleSuspicionDay(formedOn, at)) refuse('compliance.day_not_possible', {});
    const { userId } = await lockCaseFor(context, caseId, 'work');
    const newReport = { caseId, userId, formedOn, dueOn: getReportDueDay(formedOn), by: person.id, at };
    const reportId = await mapConstraintViolation(addReport(tx, newReport), 'report_one_draft', () =>
      refuse('compliance.report_open', {}),
    );
    const start = {
      narrative: await summarizeFindings(tx, { caseId, userId }),
      action: '',
      reasons: [],
      parties: await findCustomerParty(tx, userId),
    };
    const content = { ...start, orders: await findCaseOrderIds(tx, caseId) };
    await addVersion(tx, { reportId, userId, expected: 0, content, by: person.id, at });
    const subject = { type: 'report', id: reportId };
    const opened = { id: reportId, caseId, customerId: userId };
    await addRestrictedEntry(context, opened, { event: 'report_opened', subject });
    await auditReportChange(context, opened, { action: 'compliance.report_opened', after: { formedOn } });
    return { reportId };
  });

export const saveReport = strProcedure()
  .errors(refusalCodes('compliance.saved_since', 'compliance.not_of_customer'))
  .input(SaveReport)
  .handler(async function saveReport({ context, input: { reportId, version, content } }) {
    const { tx, person, services } = context;
    const { report } = await loadReport(context, reportId, true);
    if (report.state !== 'draft') refuse('compliance.not_now', {});
    const orderCount = new Set(content.orders).size;
    if ((await countLinkable(tx, report.customerId, { orders: content.orders })) !== orderCount)
      refuse('compliance.not_of_customer', {});
    const draft = { reportId, userId: report.customerId, expected: version, content: content as ReportContent };
    const next = await addVersion(tx, { ...draft, by: person.id, at: services.clock() });
    if (next === null) return refuse('compliance.saved_since', {});
    await auditReportChange(context, report, { action: 'compliance.report_saved', after: { version: next } });
    return { reportId, version: next };
  });

const gapLabels: Readonly<Record<ReportGap, string>> = {
  narrative: 'the narrative is too short',
  reasons: 'no reason is selected',
  parties: 'the customer is not among the parties',
};

/** Builds the XML file. Refuses an incomplete draft or an invalid file. */
async function buildValidFile(
  staff: StaffContext,
  loaded: Awaited<ReturnType<typeof loadReport>>,
  reference: string,
): Promise<string> {
  const gaps = getReportGaps(loaded.content);
  if (gaps.length > 0)
    refuse('compliance.report_incomplete', { missing: gaps.map((gap) => gapLabels[gap]).join(', ') });
  const { xml, problems } = await buildReportFile(staff, loaded, reference);
  if (problems[0]) refuse('compliance.xml_not_sound', { problem: problems[0] });
  return xml;
}

function assertFiledDay(report: ReportDetail, day: string, now: Date): void {
  if (day > jamaicaDay(now) || day < report.suspicionFormedOn) refuse('compliance.filed_day_not_possible', {});
}

/** Marks a draft as filed and stores its file. The audit entry holds the file's hash. */
export const fileReport = strProcedure()
  .errors(
    refusalCodes(
      'compliance.saved_since',
      'compliance.report_incomplete',
      'compliance.xml_not_sound',
      'compliance.reference_used',
      'compliance.filed_day_not_possible',
    ),
  )
  .input(FileReport)
  .handler(async function fileReport({ context, input: { reportId, version, fidReference, filedOn } }) {
    const { tx, person, services } = context;
    const at = services.clock();
    const loaded = await loadReport(context, reportId, true);
    const { report } = loaded;
    if (report.state !== 'draft') refuse('compliance.not_now', {});
    if (report.version !== version) refuse('compliance.saved_since', {});
    assertFiledDay(report, filedOn, at);
    const xml = await buildValidFile(context, loaded, fidReference);
    const sha256 = createHash('sha256').update(xml).digest('hex');
    const ended = closeReport(tx, reportId, { state: 'filed', fidReference, filedOn, xml, sha256, by: person.id, at });
    await mapConstraintViolation(ended, 'fid_reference_once', () => refuse('compliance.reference_used', {}));
    await addRestrictedEntry(context, report, { event: 'report_filed', subject: { type: 'report', id: reportId } });
    const after = { state: 'filed', fidReference, filedOn, version, sha256 };
    await auditReportChange(context, report, { action: 'compliance.report_filed', before: { state: 'draft' }, after });
    return { reportId };
  });

export const abandonReport = strProcedure()
  .input(AbandonReport)
  .handler(async function abandonReport({ context, input: { reportId, reason } }) {
    const { tx, person, services } = context;
    const { report } = await loadReport(context, reportId, true);
    if (report.state !== 'draft') refuse('compliance.not_now', {});
    await closeReport(tx, reportId, { state: 'abandoned', reason, by: person.id, at: services.clock() });
    const subject = { type: 'report', id: reportId };
    await addRestrictedEntry(context, report, { event: 'report_abandoned', note: reason, subject });
    const after = { state: 'abandoned' };
    await auditReportChange(context, report, {
      action: 'compliance.report_abandoned',
      before: { state: 'draft' },
      after,
    });
    return { reportId };
  });
