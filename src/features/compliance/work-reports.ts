import { createHash } from 'node:crypto';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { addCaseEvent, mattersOf, type NewEvent } from './case-links-store.ts';
import { type Desk, recordReport, reporter } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import {
  addReport,
  addVersion,
  customerAsParty,
  endReport,
  orderIdsOfCase,
  type ReportDetail,
  whatCaseHolds,
} from './report-store.ts';
import { gapsOf, mayHaveFormed, type ReportContent, type ReportGap, reportDue } from './reports.ts';
import { AbandonReport, FileReport, OpenReport, SaveReport } from './schema.ts';
import { fileOf, wholeReport } from './show-reports.ts';
import { caseFor } from './work-cases.ts';

/** A line in the time line of the case that only `compliance` sees. */
const tellCase = (
  desk: Desk,
  of: { caseId: string; customerId: string },
  line: Omit<NewEvent, 'actor' | 'restricted'>,
) =>
  addCaseEvent(
    desk.tx,
    { caseId: of.caseId, userId: of.customerId, at: desk.services.clock() },
    { ...line, actor: desk.person.id, restricted: true },
  );

/**
 * Opens a report from a case: due 15 days after the suspicion was formed. Its first draft names the customer and the
 * orders of the case, and tells what its alerts found: party, list, programmes, score, rules and refused orders.
 */
export const openReport = reporter()
  .errors(mayRefuse('compliance.day_not_possible', 'compliance.report_open'))
  .input(OpenReport)
  .handler(async ({ context, input: { caseId, suspicionFormedOn: formedOn } }) => {
    const { tx, person, services } = context;
    const at = services.clock();
    if (!mayHaveFormed(formedOn, at)) refuse('compliance.day_not_possible', {});
    const { userId } = await caseFor(context, caseId, 'work');
    const wish = { caseId, userId, formedOn, dueOn: reportDue(formedOn), by: person.id, at };
    const reportId = await unlessBroken(addReport(tx, wish), 'report_one_draft', () =>
      refuse('compliance.report_open', {}),
    );
    const start = {
      narrative: await whatCaseHolds(tx, { caseId, userId }),
      action: '',
      reasons: [],
      parties: await customerAsParty(tx, userId),
    };
    const content = { ...start, orders: await orderIdsOfCase(tx, caseId) };
    await addVersion(tx, { reportId, userId, expected: 0, content, by: person.id, at });
    const subject = { type: 'report', id: reportId };
    const opened = { id: reportId, caseId, customerId: userId };
    await tellCase(context, opened, { event: 'report_opened', subject });
    await recordReport(context, opened, { action: 'compliance.report_opened', after: { formedOn } });
    return { reportId };
  });

/** Saves the next draft. Refused when somebody saved another since; every draft stays as it was. */
export const saveReport = reporter()
  .errors(mayRefuse('compliance.saved_since', 'compliance.not_of_customer'))
  .input(SaveReport)
  .handler(async ({ context, input: { reportId, version, content } }) => {
    const { tx, person, services } = context;
    const { report } = await wholeReport(context, reportId, true);
    if (report.state !== 'draft') refuse('compliance.not_now', {});
    const named = new Set(content.orders).size;
    if ((await mattersOf(tx, report.customerId, { orders: content.orders })) !== named)
      refuse('compliance.not_of_customer', {});
    const draft = { reportId, userId: report.customerId, expected: version, content: content as ReportContent };
    const next = await addVersion(tx, { ...draft, by: person.id, at: services.clock() });
    if (next === null) return refuse('compliance.saved_since', {});
    await recordReport(context, report, { action: 'compliance.report_saved', after: { version: next } });
    return { reportId, version: next };
  });

const gapWords: Readonly<Record<ReportGap, string>> = {
  narrative: 'the narrative is too short',
  reasons: 'no reason is named',
  parties: 'the customer is not among the parties',
};

/** The file of the newest draft, where that is whole and the file follows the schema. */
async function fitFile(desk: Desk, whole: Awaited<ReturnType<typeof wholeReport>>, reference: string): Promise<string> {
  const gaps = gapsOf(whole.content);
  if (gaps.length > 0) refuse('compliance.report_incomplete', { missing: gaps.map((gap) => gapWords[gap]).join(', ') });
  const { xml, problems } = await fileOf(desk, whole, reference);
  if (problems[0]) refuse('compliance.xml_not_sound', { problem: problems[0] });
  return xml;
}

function refuseFiledDay(report: ReportDetail, day: string, now: Date): void {
  if (day > jamaicaDay(now) || day < report.suspicionFormedOn) refuse('compliance.filed_day_not_possible', {});
}

/**
 * Marks the newest draft as filed with the FID, under the reference that it gave, and keeps its file, the hash of which
 * stands in the log. From then on nothing changes.
 */
export const fileReport = reporter()
  .errors(
    mayRefuse(
      'compliance.saved_since',
      'compliance.report_incomplete',
      'compliance.xml_not_sound',
      'compliance.reference_used',
      'compliance.filed_day_not_possible',
    ),
  )
  .input(FileReport)
  .handler(async ({ context, input: { reportId, version, fidReference, filedOn } }) => {
    const { tx, person, services } = context;
    const at = services.clock();
    const whole = await wholeReport(context, reportId, true);
    const { report } = whole;
    if (report.state !== 'draft') refuse('compliance.not_now', {});
    if (report.version !== version) refuse('compliance.saved_since', {});
    refuseFiledDay(report, filedOn, at);
    const xml = await fitFile(context, whole, fidReference);
    const sha256 = createHash('sha256').update(xml).digest('hex');
    const ended = endReport(tx, reportId, { state: 'filed', fidReference, filedOn, xml, sha256, by: person.id, at });
    await unlessBroken(ended, 'fid_reference_once', () => refuse('compliance.reference_used', {}));
    await tellCase(context, report, { event: 'report_filed', subject: { type: 'report', id: reportId } });
    const after = { state: 'filed', fidReference, filedOn, version, sha256 };
    await recordReport(context, report, { action: 'compliance.report_filed', before: { state: 'draft' }, after });
    return { reportId };
  });

/** Records why nothing is reported after all. The drafts stay. */
export const abandonReport = reporter()
  .input(AbandonReport)
  .handler(async ({ context, input: { reportId, reason } }) => {
    const { tx, person, services } = context;
    const { report } = await wholeReport(context, reportId, true);
    if (report.state !== 'draft') refuse('compliance.not_now', {});
    await endReport(tx, reportId, { state: 'abandoned', reason, by: person.id, at: services.clock() });
    const subject = { type: 'report', id: reportId };
    await tellCase(context, report, { event: 'report_abandoned', note: reason, subject });
    const after = { state: 'abandoned' };
    await recordReport(context, report, { action: 'compliance.report_abandoned', before: { state: 'draft' }, after });
    return { reportId };
  });
