import { jamaicaDay } from '../../kernel/calendar.ts';
import { paginate } from '../../kernel/pagination.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { validateReportXml } from './check-xml.ts';
import { formatGoamlXml } from './goaml.ts';
import { refuse } from './messages.ts';
import { auditReportView, type StaffContext, strProcedure } from './procedures.ts';
import {
  countReports,
  filedXml,
  findReport,
  findReportOrders,
  findReports,
  findVersions,
  type ReportDetail,
  type ReportVersion,
} from './report-store.ts';
import { getReportGaps, type ReportContent } from './reports.ts';
import { ListReports, OneReport } from './schema.ts';
import { toReportLine } from './to-report-line.ts';
import type { ReportPage, ReportView, ReportXml } from './views.ts';

const pageSize = 50;
const emptyContent: ReportContent = { narrative: '', action: '', reasons: [], parties: [], orders: [] };

/** Lists reports and audits the view. */
export const listReports = strProcedure()
  .input(ListReports)
  .handler(async function listReports({ context, input }): Promise<ReportPage> {
    const { services, tx } = context;
    const now = services.clock();
    const rows = await findReports(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = paginate(rows, pageSize, ({ id }) => id);
    await auditReportView(context, { id: input.view, customerId: null }, { action: 'compliance.reports_listed' });
    return {
      lines: page.map((row) => toReportLine(row, now)),
      next,
      counts: await countReports(tx, jamaicaDay(now)),
    };
  });

/** Shows a report and audits the view. */
export const showReport = strProcedure()
  .input(OneReport)
  .handler(async function showReport({ context, input }): Promise<ReportView> {
    const { services, tx } = context;
    const { report, versions, content } = await loadReport(context, input.reportId);
    await auditReportView(context, report, { action: 'compliance.report_viewed' });
    const { createdBy, createdAt, closedBy, closedAt, abandonReason, ...row } = report;
    const orders = await findReportOrders(tx, row.customerId, { named: content.orders, includeOthers: true });
    return {
      ...toReportLine(row, services.clock()),
      content,
      gaps: getReportGaps(content),
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

type LoadedReport = { report: ReportDetail; versions: ReportVersion[]; content: ReportContent };

/** Loads a report. Row security hides the report from its subject. */
export async function loadReport({ tx }: Pick<StaffContext, 'tx'>, id: string, lock = false): Promise<LoadedReport> {
  const report = await findReport(tx, id, lock);
  if (!report) return refuse('compliance.report_not_found', {});
  const versions = await findVersions(tx, id);
  return { report, versions, content: versions[0]?.content ?? emptyContent };
}

export async function buildReportFile(
  staff: StaffContext,
  { report, versions, content }: LoadedReport,
  reference: string | null,
) {
  const { person, services, tx } = staff;
  const { company } = await loadCurrentSettings(tx);
  const xml = formatGoamlXml({
    number: report.number,
    version: report.version,
    entity: { name: company.name, id: services.config.reportingEntityId },
    reporter: { name: person.name, email: person.email },
    writtenAt: versions[0]?.writtenAt ?? report.createdAt,
    suspicionFormedOn: report.suspicionFormedOn,
    fidReference: reference,
    customer: { id: report.customerId, name: report.customer },
    content,
    orders: await findReportOrders(tx, report.customerId, { named: content.orders, includeOthers: false }),
  });
  return { xml, problems: await validateReportXml(xml) };
}

/** Returns the filed goAML XML, or XML of the newest draft with its schema errors. Audits the export. */
export const reportXml = strProcedure()
  .input(OneReport)
  .handler(async function reportXml({ context, input }): Promise<ReportXml> {
    const loaded = await loadReport(context, input.reportId);
    const { report } = loaded;
    await auditReportView(context, report, {
      action: 'compliance.report_exported',
      after: { version: report.version },
    });
    const filed = await filedXml(context.tx, report.id);
    const file =
      filed === null ? await buildReportFile(context, loaded, report.fidReference) : { xml: filed, problems: [] };
    return { fileName: `STR-${report.number}-${report.version}.xml`, ...file };
  });
