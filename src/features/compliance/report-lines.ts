import type { ReportRow } from './report-store.ts';
import { reportClock } from './reports.ts';
import type { ReportLine } from './views.ts';

/** A report as lists show it, its clock read at a moment. */
export function reportLine(row: ReportRow, now: Date): ReportLine {
  const { customerId, customer, email, dueOn, ...rest } = row;
  return {
    ...rest,
    customer: { id: customerId, name: customer, email },
    clock: reportClock({ state: row.state, dueOn }, now),
  };
}
