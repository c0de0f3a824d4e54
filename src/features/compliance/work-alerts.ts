import { randomUUID } from 'node:crypto';
import { isSamePerson } from '../../platform/database/database.ts';
import {
  closeAlertRow,
  customerExists,
  findAssignableStaff,
  type LockedAlert,
  lockAlert,
  setAlertAssignee,
} from './alert-store.ts';
import { countLinkable } from './case-links-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditChange, complianceProcedure, type StaffContext } from './procedures.ts';
import { raiseAlert } from './raise-alert.ts';
import { AssignAlert, CloseAlert, OneAlert, RaiseManualAlert } from './schema.ts';

/** Locks an open alert. Refuses an alert about the current user as not found. */
async function lockOpenAlert({ tx }: StaffContext, id: string): Promise<LockedAlert> {
  const alert = await lockAlert(tx, id);
  if (!alert) return refuse('compliance.alert_not_found', {});
  if (alert.state === 'closed') refuse('compliance.not_now', {});
  return alert;
}

const toAuditSubject = (alert: LockedAlert) => ({
  subjectType: 'alert',
  subjectId: alert.id,
  aboutId: alert.userId,
  before: { state: alert.state, assignee: alert.assignee },
});

export const takeAlert = complianceProcedure()
  .input(OneAlert)
  .handler(async function takeAlert({ context, input }) {
    const alert = await lockOpenAlert(context, input.alertId);
    if (alert.state !== 'open') refuse('compliance.not_now', {});
    const { person, services } = context;
    await setAlertAssignee(context.tx, alert.id, { to: person.id, at: services.clock() });
    const after = { state: 'taken', assignee: person.id };
    await auditChange(context, { action: 'compliance.alert_taken', ...toAuditSubject(alert), after });
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
    await auditChange(context, { action: 'compliance.alert_assigned', ...toAuditSubject(alert), after });
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
    const after = { state: 'closed', outcome };
    await auditChange(context, {
      action: 'compliance.alert_closed',
      ...toAuditSubject(alert),
      after,
      reasonCode: outcome,
    });
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
    await auditChange(context, {
      action: 'compliance.alert_raised',
      subjectType: 'alert',
      subjectId: alert.id,
      aboutId: userId,
      after,
    });
    return { alertId: alert.id };
  });
