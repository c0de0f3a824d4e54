import { paginate } from '../../kernel/pagination.ts';
import { roleAllows } from '../../kernel/permissions.ts';
import { isSamePerson, publishTopic } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { assertNotStaff, mapStaffFreeze } from '../approvals/decide.ts';
import { assertAssignable, toAlertLine } from './alert-commands.ts';
import { customerExists, findAssignableStaff, findCustomerAlerts } from './alert-store.ts';
import {
  addCaseEvent,
  addCaseNote,
  type CaseRow,
  type CaseTarget,
  countCases,
  countLinkable,
  countOpenItems,
  findCase,
  findCases,
  findEvents,
  findFiles,
  findHits,
  findOtherOrders,
  findScreenings,
  isOrderInCase,
  type LockedCase,
  lockCase,
  type NewCaseEvent,
  setCaseAssignee,
  setCaseState,
  touchCase,
} from './case-store.ts';
import { type CaseAction, type CaseState, getResultingState, isActionAllowed, isFreezingOutcome } from './cases.ts';
import { refusalCodes, refuse } from './messages.ts';
import { linkToCase, openCase } from './open-case.ts';
import { compliancePermissions } from './permissions.ts';
import { auditChange, auditView, complianceProcedure, type StaffContext, toSubject } from './procedures.ts';
import { findCaseReports } from './report-store.ts';
import { AssignCase, CloseCase, ListCases, NoteCase, OneCase, OpenCase, ReopenCase } from './schema.ts';
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
  const { id, customerId: userId, state } = row;
  await auditView(staff, { ...toSubject('case', id, userId), action: 'compliance.case_viewed' });
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

/** Locks a case for an action. Refuses the wrong state. A case about the current user is not found. */
export async function lockCaseFor(
  { tx }: Pick<StaffContext, 'tx'>,
  caseId: string,
  action: CaseAction,
): Promise<LockedCase> {
  const lockedCase = await lockCase(tx, caseId);
  if (!lockedCase) return refuse('compliance.case_not_found', {});
  if (!isActionAllowed(lockedCase.state, action)) refuse('compliance.not_now', {});
  return lockedCase;
}

export const toCaseTarget = (
  { services }: Pick<StaffContext, 'services'>,
  caseRef: { id: string; userId: string },
): CaseTarget => ({
  caseId: caseRef.id,
  userId: caseRef.userId,
  at: services.clock(),
});

/** Adds a timeline entry for a change that its own command audits, such as an order. */
export async function addTimelineEntry(
  staff: StaffContext,
  lockedCase: LockedCase,
  entry: Omit<NewCaseEvent, 'actor'>,
): Promise<void> {
  const target = toCaseTarget(staff, lockedCase);
  await addCaseEvent(staff.tx, target, { ...entry, actor: staff.person.id });
  await touchCase(staff.tx, lockedCase.id, target.at);
  publishTopic(staff.tx, 'compliance');
}

export async function recordCaseChange(
  staff: StaffContext,
  lockedCase: LockedCase,
  entry: Omit<NewCaseEvent, 'actor'> & { after?: unknown },
): Promise<void> {
  const { after, ...event } = entry;
  await addTimelineEntry(staff, lockedCase, event);
  await auditChange(staff, {
    ...toSubject('case', lockedCase.id, lockedCase.userId),
    action: `compliance.case_${entry.event}`,
    before: { state: lockedCase.state },
    after: after ?? entry.subject ?? null,
    reasonCode: entry.reasonCode ?? null,
  });
}

export async function assertOrderInCase({ tx }: StaffContext, caseId: string, orderId: string): Promise<void> {
  if (!(await isOrderInCase(tx, caseId, orderId))) refuse('compliance.order_not_in_case', {});
}

export const openManualCase = complianceProcedure()
  .errors(refusalCodes('compliance.not_of_customer', 'compliance.alert_elsewhere'))
  .input(OpenCase)
  .handler(async function openManualCase({ context, input: { userId, title, alerts, orders } }) {
    const { tx, person, request, services } = context;
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    if ((await countLinkable(tx, userId, { orders })) !== new Set(orders).size)
      refuse('compliance.not_of_customer', {});
    const by = { id: person.id, roles: person.roles, requestId: request.id };
    const caseId = await openCase(tx, { userId, kind: 'manual', title, alerts: [], by, at: services.clock() });
    await linkToCase(context, { id: caseId, userId }, { alerts, orders });
    await setCaseAssignee(tx, caseId, { to: person.id, at: services.clock() });
    return { caseId };
  });

export const assignCase = complianceProcedure()
  .errors(refusalCodes('compliance.no_such_person'))
  .input(AssignCase)
  .handler(async function assignCase({ context, input }) {
    const lockedCase = await lockCaseFor(context, input.caseId, 'work');
    await assertAssignable(context, { to: input.to, customer: lockedCase.userId });
    await setCaseAssignee(context.tx, lockedCase.id, { to: input.to, at: context.services.clock() });
    const subject = { type: 'person', id: input.to };
    await recordCaseChange(context, lockedCase, { event: 'assigned', subject, after: { assignee: input.to } });
    return { caseId: lockedCase.id };
  });

export const startReview = complianceProcedure()
  .input(OneCase)
  .handler(async function startReview({ context, input }) {
    const lockedCase = await lockCaseFor(context, input.caseId, 'start_review');
    const { tx, services, person } = context;
    await setCaseState(tx, lockedCase.id, { to: 'under_review', at: services.clock() });
    if (!lockedCase.assignee) await setCaseAssignee(tx, lockedCase.id, { to: person.id, at: services.clock() });
    await recordCaseChange(context, lockedCase, {
      event: 'review_started',
      after: { state: getResultingState('start_review') },
    });
    return { caseId: lockedCase.id };
  });

export const noteCase = complianceProcedure()
  .input(NoteCase)
  .handler(async function noteCase({ context, input }) {
    const lockedCase = await lockCaseFor(context, input.caseId, 'work');
    const id = await addCaseNote(context.tx, toCaseTarget(context, lockedCase), {
      by: context.person.id,
      note: input.note,
    });
    await recordCaseChange(context, lockedCase, { event: 'noted', subject: { type: 'note', id } });
    return { caseId: lockedCase.id };
  });

/**
 * Closes a case. Refuses while alerts, releases or visible report drafts are open. The database freezes the customer in
 * the same transaction if {@link isFreezingOutcome} (decision E2, *Freezes*).
 */
export const closeCase = complianceProcedure()
  .errors(
    refusalCodes(
      'compliance.alerts_open',
      'compliance.release_waits',
      'compliance.report_open',
      'approvals.works_at_desk',
    ),
  )
  .input(CloseCase)
  .handler(async function closeCase({ context, input: { caseId, outcome, text } }) {
    const lockedCase = await lockCaseFor(context, caseId, 'close');
    const { tx, services, person } = context;
    const openItems = await countOpenItems(tx, lockedCase.id);
    if (openItems.alerts > 0) refuse('compliance.alerts_open', { count: String(openItems.alerts) });
    if (openItems.releases > 0) refuse('compliance.release_waits', {});
    if (openItems.drafts > 0) refuse('compliance.report_open', {});
    if (isFreezingOutcome(outcome)) await assertNotStaff(tx, lockedCase.userId);
    await recordCaseChange(context, lockedCase, {
      event: 'closed',
      reasonCode: outcome,
      note: text,
      after: { state: 'closed', outcome, frozen: isFreezingOutcome(outcome) },
    });
    await mapStaffFreeze(
      setCaseState(tx, lockedCase.id, { to: 'closed', at: services.clock(), by: person.id, outcome, text }),
    );
    publishTopic(tx, 'desk');
    return { caseId };
  });

export const reopenCase = complianceProcedure()
  .errors(refusalCodes('compliance.another_open'))
  .input(ReopenCase)
  .handler(async function reopenCase({ context, input }) {
    const lockedCase = await lockCaseFor(context, input.caseId, 'reopen');
    const moved = setCaseState(context.tx, lockedCase.id, { to: 'under_review', at: context.services.clock() });
    await mapConstraintViolation(moved, 'case_one_open', () => refuse('compliance.another_open', {}));
    await recordCaseChange(context, lockedCase, {
      event: 'reopened',
      note: input.reason,
      after: { state: getResultingState('reopen') },
    });
    return { caseId: lockedCase.id };
  });
