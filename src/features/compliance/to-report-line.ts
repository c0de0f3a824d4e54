import type { ReportRow } from './report-store.ts';
import { getReportClock } from './reports.ts';
import type { ReportLine } from './views.ts';

export function toReportLine(row: ReportRow, now: Date): ReportLine {
  const { customerId, customer, email, dueOn, ...rest } = row;
  return {
    ...rest,
    customer: { id: customerId, name: customer, email },
    clock: getReportClock({ state: row.state, dueOn }, now),
  };
}
