import { jamaicaDay } from '../../kernel/calendar.ts';
import { pageOf } from '../../kernel/page.ts';
import { currentSettings } from '../settings/store.ts';
import { problemsOf } from './check-xml.ts';
import { type Desk, lookAtReport, reporter } from './desk.ts';
import { goamlXml } from './goaml.ts';
import { refuse } from './messages.ts';
import { reportLine } from './report-lines.ts';
import {
  filedXml,
  ordersToReport,
  type ReportDetail,
  reportById,
  reportCounts,
  reportRows,
  type Version,
  versionsOf,
} from './report-store.ts';
import { gapsOf, type ReportContent } from './reports.ts';
import { ListReports, OneReport } from './schema.ts';
import type { ReportPage, ReportView, ReportXml } from './views.ts';

const pageSize = 50;
const nothing: ReportContent = { narrative: '', action: '', reasons: [], parties: [], orders: [] };

/** Reports: drafts by what is due first. Looking at the list is on record too. */
export const listReports = reporter()
  .input(ListReports)
  .handler(async ({ context, input }): Promise<ReportPage> => {
    const { services, tx } = context;
    const now = services.clock();
    const rows = await reportRows(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = pageOf(rows, pageSize, ({ id }) => id);
    await lookAtReport(context, { id: input.view, customerId: null }, { action: 'compliance.reports_listed' });
    return {
      lines: page.map((row) => reportLine(row, now)),
      next,
      counts: await reportCounts(tx, jamaicaDay(now)),
    };
  });

/** One report with every draft of it. Each look is on record, for the role `compliance` alone. */
export const showReport = reporter()
  .input(OneReport)
  .handler(async ({ context, input }): Promise<ReportView> => {
    const { services, tx } = context;
    const { report, versions, content } = await wholeReport(context, input.reportId);
    await lookAtReport(context, report, { action: 'compliance.report_viewed' });
    const { createdBy, createdAt, closedBy, closedAt, abandonReason, ...row } = report;
    const orders = await ordersToReport(tx, row.customerId, { named: content.orders, others: true });
    return {
      ...reportLine(row, services.clock()),
      content,
      gaps: gapsOf(content),
      versions,
      orders: orders.map(({ id, reference, side, jmd, coins, symbol, placedAt, status }) => ({
        ...{ id, reference, side, jmd, coins, symbol, placedAt, status },
      })),
      createdBy,
      createdAt,
      closedBy,
      closedAt,
      abandonReason,
    };
  });

type Whole = { report: ReportDetail; versions: Version[]; content: ReportContent };

/** A report and its drafts, the newest as its content. One's own is not there. */
export async function wholeReport({ tx }: Pick<Desk, 'tx'>, id: string, lock = false): Promise<Whole> {
  const report = await reportById(tx, id, lock);
  if (!report) return refuse('compliance.report_not_found', {});
  const versions = await versionsOf(tx, id);
  return { report, versions, content: versions[0]?.content ?? nothing };
}

/** The file for the portal, from the newest draft, and what its schema says about it. */
export async function fileOf(desk: Desk, { report, versions, content }: Whole, reference: string | null) {
  const { person, services, tx } = desk;
  const { company } = await currentSettings(tx);
  const xml = goamlXml({
    number: report.number,
    version: report.version,
    entity: { name: company.name, id: services.config.reportingEntityId },
    reporter: { name: person.name, email: person.email },
    writtenAt: versions[0]?.writtenAt ?? report.createdAt,
    suspicionFormedOn: report.suspicionFormedOn,
    fidReference: reference,
    customer: { id: report.customerId, name: report.customer },
    content,
    orders: await ordersToReport(tx, report.customerId, { named: content.orders, others: false }),
  });
  return { xml, problems: await problemsOf(xml) };
}

/**
 * The report as goAML-shaped XML: as it was filed, or made of the newest draft and judged by its schema. Taking it away
 * is on record.
 */
export const reportXml = reporter()
  .input(OneReport)
  .handler(async ({ context, input }): Promise<ReportXml> => {
    const whole = await wholeReport(context, input.reportId);
    const { report } = whole;
    await lookAtReport(context, report, { action: 'compliance.report_exported', after: { version: report.version } });
    const filed = await filedXml(context.tx, report.id);
    const file = filed === null ? await fileOf(context, whole, report.fidReference) : { xml: filed, problems: [] };
    return { fileName: `STR-${report.number}-${report.version}.xml`, ...file };
  });
