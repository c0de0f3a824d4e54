import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { paginate } from '../../kernel/pagination.ts';
import { loadCurrentSettings } from '../settings/store.ts';
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
  type ReportRow,
  type ReportVersion,
} from './report-store.ts';
import { getReportClock, getReportGaps, type ReportContent } from './reports.ts';
import { ListReports, OneReport } from './schema.ts';
import type { ReportLine } from './views.ts';

export function toReportLine(row: ReportRow, now: Date): ReportLine {
  const { customerId, customer, email, dueOn, ...rest } = row;
  return {
    ...rest,
    customer: { id: customerId, name: customer, email },
    clock: getReportClock({ state: row.state, dueOn }, now),
  };
}

let schema: Promise<string> | undefined;

const loadSchema = (): Promise<string> => {
  schema ??= readFile(new URL('./goaml.xsd', import.meta.url), 'utf8');
  return schema;
};

/** Validates XML against `goaml.xsd`. Returns at most 20 errors, none if valid. */
export async function validateReportXml(xml: string): Promise<string[]> {
  const file = { fileName: 'report.xml', contents: xml };
  const { valid, errors, rawOutput } = await validateXML({ xml: file, schema: await loadSchema() });
  if (valid) return [];
  const messages = errors.map(({ message }) => message).filter((message) => message !== '');
  return messages.length > 0 ? messages.slice(0, 20) : [rawOutput.slice(0, 500) || 'not well formed'];
}

const pageSize = 50;
const emptyContent: ReportContent = { narrative: '', action: '', reasons: [], parties: [], orders: [] };

/** Lists reports and audits the view. */
export const listReports = strProcedure()
  .input(ListReports)
  .handler(async function listReports({ context, input }) {
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
  .handler(async function showReport({ context, input }) {
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
        id,
        reference,
        side,
        jmd,
        coins,
        symbol,
        placedAt,
        status,
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
  .handler(async function reportXml({ context, input }) {
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
