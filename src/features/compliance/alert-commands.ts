import { randomUUID } from 'node:crypto';
import { addDays, atHour, type Day, jamaicaDay } from '../../kernel/calendar.ts';
import { paginate } from '../../kernel/pagination.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import {
  type AlertRow,
  addSnooze,
  closeAlertRow,
  countAlerts,
  customerExists,
  endActiveSnooze,
  endExpiredSnooze,
  findAlert,
  findAlerts,
  findAssignableStaff,
  findCustomerAlerts,
  findSnoozes,
  type LockedAlert,
  lockAlert,
  type NewSnooze,
  setAlertAssignee,
} from './alert-store.ts';
import { canSnooze, getAlertClock, maxSnoozeDays } from './alerts.ts';
import { countLinkable, findOpenCases } from './case-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditChange, auditView, complianceProcedure, type StaffContext, toSubject } from './procedures.ts';
import { raiseAlert } from './raise-alert.ts';
import {
  AssignAlert,
  CloseAlert,
  EndSnooze,
  ListAlerts,
  ListSnoozes,
  OneAlert,
  RaiseManualAlert,
  Snooze,
} from './schema.ts';
import type { AlertLine } from './views.ts';

export function toAlertLine(row: AlertRow, now: Date): AlertLine {
  const { customerId, customer, email, orderId, reference, assigneeId, assignee, ...rest } = row;
  return {
    ...rest,
    customer: { id: customerId, name: customer, email },
    order: orderId && reference ? { id: orderId, reference } : null,
    assignee: assigneeId ? { id: assigneeId, name: assignee ?? '' } : null,
    clock: getAlertClock(row, now),
  };
}

const pageSize = 50;

export const listAlerts = complianceProcedure()
  .input(ListAlerts)
  .handler(async function listAlerts({ context: { services, tx, person }, input }) {
    const now = services.clock();
    const rows = await findAlerts(tx, { ...input, me: person.id, now, limit: pageSize + 1 });
    const { page, next } = paginate(rows, pageSize, ({ id, closedAt, deadline }) => ({ at: closedAt ?? deadline, id }));
    return {
      lines: page.map((row) => toAlertLine(row, now)),
      next,
      counts: await countAlerts(tx, person.id, now),
      now,
    };
  });

export const showAlert = complianceProcedure()
  .input(OneAlert)
  .handler(async function showAlert({ context, input }) {
    const { services, tx } = context;
    const now = services.clock();
    const alert = await findAlert(tx, input.alertId);
    if (!alert) return refuse('compliance.alert_not_found', {});
    const { details, takenAt, outcomeNote, closedBy, ...row } = alert;
    const subject = toSubject('alert', row.id, row.customerId);
    await auditView(context, { ...subject, action: 'compliance.alert_viewed' });
    const runs = row.state !== 'closed';
    return {
      ...toAlertLine(row, now),
      details: { ...details, ...(row.ruleSet && { ruleSet: row.ruleSet }) } as typeof details,
      takenAt,
      outcomeNote,
      closedBy,
      others: (await findCustomerAlerts(tx, row.customerId, { except: row.id })).map((other) =>
        toAlertLine(other, now),
      ),
      openCases: await findOpenCases(tx, row.customerId),
      snoozes: await findSnoozes(tx, { userId: row.customerId, now }),
      snoozable: row.rules.filter(canSnooze),
      people: await findAssignableStaff(tx, row.customerId),
      may: { take: row.state === 'open', assign: runs, close: runs, gather: row.caseId === null },
      now,
    };
  });

/** Closes an alert as a false positive after staff decided its subject in another queue. Closed alerts stay. */
export async function closeAnsweredAlert(staff: StaffContext, alertId: string, note: string): Promise<void> {
  const { tx, person, services } = staff;
  const alert = await lockAlert(tx, alertId);
  if (!alert || alert.state === 'closed') return;
  const outcome = 'false_positive';
  await closeAlertRow(tx, alertId, { by: person.id, at: services.clock(), outcome, note });
  await auditAlert(staff, alert, { action: 'closed', after: { state: 'closed', outcome }, reasonCode: outcome });
}

/** Returns the end of the day in Jamaica. Refuses today, the past and days after the maximum. */
function parseSnoozeEnd(day: Day, now: Date): Date {
  const today = jamaicaDay(now);
  if (day <= today || day > addDays(today, maxSnoozeDays))
    refuse('compliance.snooze_too_long', { days: String(maxSnoozeDays) });
  return atHour(addDays(day, 1), 0);
}

/** Snoozes a rule for one customer. Staff still see the number of suppressed alerts. */
export const snooze = complianceProcedure()
  .errors(refusalCodes('compliance.never_snoozed', 'compliance.snooze_too_long', 'compliance.snoozed_already'))
  .input(Snooze)
  .handler(async function snooze({ context, input: { userId, rule, until, reason } }) {
    const { tx, person, services } = context;
    const at = services.clock();
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!canSnooze(rule)) refuse('compliance.never_snoozed', {});
    const end = parseSnoozeEnd(until, at);
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    const snoozeId = await saveSnooze(context, { userId, rule, until: end, reason, by: person.id, at });
    const after = { customer: userId, rule, until: end, reason };
    const subject = toSubject('snooze', snoozeId, userId);
    await auditChange(context, { ...subject, action: 'compliance.rule_snoozed', after });
    return { snoozeId };
  });

async function saveSnooze({ tx }: StaffContext, newSnooze: NewSnooze): Promise<string> {
  await endExpiredSnooze(tx, newSnooze);
  return mapConstraintViolation(addSnooze(tx, newSnooze), 'snooze_one_at_a_time', () =>
    refuse('compliance.snoozed_already', {}),
  );
}

export const endSnooze = complianceProcedure()
  .errors(refusalCodes('compliance.snooze_not_found'))
  .input(EndSnooze)
  .handler(async function endSnooze({ context, input }) {
    const { tx, person, services } = context;
    const ended = await endActiveSnooze(tx, input.snoozeId, { by: person.id, at: services.clock() });
    if (!ended) return refuse('compliance.snooze_not_found', {});
    const subject = toSubject('snooze', input.snoozeId, ended.userId);
    await auditChange(context, { ...subject, action: 'compliance.snooze_ended', before: ended });
    return { snoozeId: input.snoozeId };
  });

export const listSnoozes = complianceProcedure()
  .input(ListSnoozes)
  .handler(async function listSnoozes({ context: { tx, services }, input }) {
    const now = services.clock();
    return { lines: await findSnoozes(tx, { userId: input.userId, now }), now };
  });

/** Locks an open alert. Refuses an alert about the current user as not found. */
async function lockOpenAlert({ tx }: StaffContext, id: string): Promise<LockedAlert> {
  const alert = await lockAlert(tx, id);
  if (!alert) return refuse('compliance.alert_not_found', {});
  if (alert.state === 'closed') refuse('compliance.not_now', {});
  return alert;
}

type AlertChange = { action: 'taken' | 'assigned' | 'closed'; after: object; reasonCode?: string };

const auditAlert = (staff: StaffContext, alert: LockedAlert, { action, ...change }: AlertChange) =>
  auditChange(staff, {
    ...toSubject('alert', alert.id, alert.userId),
    action: `compliance.alert_${action}`,
    before: { state: alert.state, assignee: alert.assignee },
    ...change,
  });

export const takeAlert = complianceProcedure()
  .input(OneAlert)
  .handler(async function takeAlert({ context, input }) {
    const alert = await lockOpenAlert(context, input.alertId);
    if (alert.state !== 'open') refuse('compliance.not_now', {});
    const { person, services } = context;
    await setAlertAssignee(context.tx, alert.id, { to: person.id, at: services.clock() });
    const after = { state: 'taken', assignee: person.id };
    await auditAlert(context, alert, { action: 'taken', after });
    return { alertId: alert.id };
  });

export const assignAlert = complianceProcedure()
  .errors(refusalCodes('compliance.no_such_person'))
  .input(AssignAlert)
  .handler(async function assignAlert({ context, input }) {
    const alert = await lockOpenAlert(context, input.alertId);
    await assertAssignable(context, { to: input.to, customer: alert.userId });
    await setAlertAssignee(context.tx, alert.id, { to: input.to, at: context.services.clock() });
    const after = { state: 'taken', assignee: input.to };
    await auditAlert(context, alert, { action: 'assigned', after });
    return { alertId: alert.id };
  });

/** Refuses an assignee without the role, or who is the customer. */
export async function assertAssignable(
  { tx }: StaffContext,
  { to, customer }: { to: string; customer: string },
): Promise<void> {
  const people = await findAssignableStaff(tx, customer);
  if (!people.some(({ id }) => id === to)) refuse('compliance.no_such_person', {});
}

export const closeAlert = complianceProcedure()
  .errors(refusalCodes('compliance.no_case'))
  .input(CloseAlert)
  .handler(async function closeAlert({ context, input }) {
    const alert = await lockOpenAlert(context, input.alertId);
    const { outcome, note } = input;
    if (outcome === 'case_opened' && !alert.inCase) refuse('compliance.no_case', {});
    const { tx, person, services } = context;
    await closeAlertRow(tx, alert.id, { by: person.id, at: services.clock(), outcome, note });
    await auditAlert(context, alert, { action: 'closed', after: { state: 'closed', outcome }, reasonCode: outcome });
    return { alertId: alert.id };
  });

export const raiseManualAlert = complianceProcedure()
  .errors(refusalCodes('compliance.not_of_customer'))
  .input(RaiseManualAlert)
  .handler(async function raiseManualAlert({ context, input }) {
    const { tx, person, services } = context;
    const { userId, orderId, priority, description } = input;
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    if (orderId && (await countLinkable(tx, userId, { orders: [orderId] })) !== 1)
      refuse('compliance.not_of_customer', {});
    const alert = { id: randomUUID(), transactionId: orderId, userId, type: 'manual', priority, description } as const;
    const summary = { riskScore: 0, details: { raisedBy: person.name }, rules: [], at: services.clock() };
    await raiseAlert(tx, { ...alert, ...summary });
    const after = { customer: userId, order: orderId, priority };
    const subject = toSubject('alert', alert.id, userId);
    await auditChange(context, { ...subject, action: 'compliance.alert_raised', after });
    return { alertId: alert.id };
  });
