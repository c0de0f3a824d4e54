import { paginate } from '../../kernel/pagination.ts';
import { roleAllows } from '../../kernel/permissions.ts';
import { findAssignableStaff, findCustomerAlerts } from './alert-store.ts';
import {
  type CaseRow,
  countCases,
  findCase,
  findCases,
  findEvents,
  findFiles,
  findHits,
  findOtherOrders,
  findScreenings,
} from './case-store.ts';
import { type CaseState, isActionAllowed } from './cases.ts';
import { refuse } from './messages.ts';
import { compliancePermissions } from './permissions.ts';
import { auditView, complianceProcedure, type StaffContext } from './procedures.ts';
import { findCaseReports } from './report-store.ts';
import { ListCases } from './schema.ts';
import { toAlertLine } from './show-alerts.ts';
import { toReportLine } from './show-reports.ts';
import type { CaseLine } from './views.ts';

const pageSize = 50;

export function toCaseLine({ customerId, customer, email, assigneeId, assignee, ...row }: CaseRow): CaseLine {
  return {
    ...row,
    customer: { id: customerId, name: customer, email },
    assignee: assigneeId ? { id: assigneeId, name: assignee ?? '' } : null,
  };
}

export const listCases = complianceProcedure()
  .input(ListCases)
  .handler(async function listCases({ context: { services, tx, person }, input }) {
    const rows = await findCases(tx, { ...input, me: person.id, limit: pageSize + 1 });
    const { page, next } = paginate(rows, pageSize, ({ id, closedAt, openedAt }) => ({ at: closedAt ?? openedAt, id }));
    return {
      lines: page.map(toCaseLine),
      next,
      counts: await countCases(tx, person.id),
      now: services.clock(),
    };
  });

export async function loadCase(staff: StaffContext, caseId: string) {
  const { services, tx, person } = staff;
  const now = services.clock();
  const found = await findCase(tx, caseId);
  if (!found) return refuse('compliance.case_not_found', {});
  const { openedBy, outcomeText, closedBy, ...row } = found;
  await auditView(staff, {
    action: 'compliance.case_viewed',
    subjectType: 'case',
    subjectId: row.id,
    aboutId: row.customerId,
  });
  const { id, customerId: userId, state } = row;
  const canReport = roleAllows(compliancePermissions.report, person.roles);
  return {
    ...toCaseLine(row),
    openedBy,
    outcomeText,
    closedBy,
    alertLines: (await findCustomerAlerts(tx, userId, { caseId: id })).map((alert) => toAlertLine(alert, now)),
    otherOrders: await findOtherOrders(tx, userId, id),
    otherAlerts: (await findCustomerAlerts(tx, userId, { free: true })).map((alert) => toAlertLine(alert, now)),
    screenings: await findScreenings(tx, userId, id),
    hits: await findHits(tx, userId, id),
    files: await findFiles(tx, userId, id),
    events: await findEvents(tx, userId, id),
    reports: canReport ? (await findCaseReports(tx, id)).map((report) => toReportLine(report, now)) : null,
    people: await findAssignableStaff(tx, userId),
    may: getCaseActions(state, canReport),
    now,
  };
}

const getCaseActions = (state: CaseState, canReport: boolean) => ({
  work: isActionAllowed(state, 'work'),
  startReview: isActionAllowed(state, 'start_review'),
  close: isActionAllowed(state, 'close'),
  reopen: isActionAllowed(state, 'reopen'),
  report: canReport && isActionAllowed(state, 'work'),
});
