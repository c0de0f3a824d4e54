import { randomUUID } from 'node:crypto';
import { isOwn } from '../../platform/database.ts';
import { customerExists, endAlert, giveAlert, type LockedAlert, lockAlert, officersBut } from './alert-store.ts';
import { mattersOf } from './case-links-store.ts';
import { type Desk, officer, record } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { raiseAlert } from './raise-alert.ts';
import { AssignAlert, CloseAlert, OneAlert, RaiseByHand } from './schema.ts';

/** The alert, locked, while it still runs. One's own is not there: nobody learns that it exists. */
async function runningAlert({ tx }: Desk, id: string): Promise<LockedAlert> {
  const alert = await lockAlert(tx, id);
  if (!alert) return refuse('compliance.alert_not_found', {});
  if (alert.state === 'closed') refuse('compliance.not_now', {});
  return alert;
}

const about = (alert: LockedAlert) => ({
  subjectType: 'alert',
  subjectId: alert.id,
  aboutId: alert.userId,
  before: { state: alert.state, assignee: alert.assignee },
});

/** Takes an alert that nobody has. */
export const takeAlert = officer()
  .input(OneAlert)
  .handler(async ({ context, input }) => {
    const alert = await runningAlert(context, input.alertId);
    if (alert.state !== 'open') refuse('compliance.not_now', {});
    const { person, services } = context;
    await giveAlert(context.tx, alert.id, { to: person.id, at: services.clock() });
    const after = { state: 'taken', assignee: person.id };
    await record(context, { action: 'compliance.alert_taken', ...about(alert), after });
    return { alertId: alert.id };
  });

/** Gives an alert to somebody who works on alerts, or takes it over from somebody. */
export const assignAlert = officer()
  .errors(mayRefuse('compliance.no_such_person'))
  .input(AssignAlert)
  .handler(async ({ context, input }) => {
    const alert = await runningAlert(context, input.alertId);
    await refuseOther(context, { to: input.to, customer: alert.userId });
    await giveAlert(context.tx, alert.id, { to: input.to, at: context.services.clock() });
    const after = { state: 'taken', assignee: input.to };
    await record(context, { action: 'compliance.alert_assigned', ...about(alert), after });
    return { alertId: alert.id };
  });

/** Refuses to give work to somebody without the role for it, or to the customer it is about. */
export async function refuseOther({ tx }: Desk, { to, customer }: { to: string; customer: string }): Promise<void> {
  const people = await officersBut(tx, customer);
  if (!people.some(({ id }) => id === to)) refuse('compliance.no_such_person', {});
}

/** Closes an alert with a coded outcome and a sentence. */
export const closeAlert = officer()
  .errors(mayRefuse('compliance.no_case'))
  .input(CloseAlert)
  .handler(async ({ context, input }) => {
    const alert = await runningAlert(context, input.alertId);
    const { outcome, note } = input;
    if (outcome === 'case_opened' && !alert.inCase) refuse('compliance.no_case', {});
    const { tx, person, services } = context;
    await endAlert(tx, alert.id, { by: person.id, at: services.clock(), outcome, note });
    const after = { state: 'closed', outcome };
    await record(context, { action: 'compliance.alert_closed', ...about(alert), after, reasonCode: outcome });
    return { alertId: alert.id };
  });

/** Raises an alert by hand about something that no rule sees. */
export const raiseByHand = officer()
  .errors(mayRefuse('compliance.not_of_customer'))
  .input(RaiseByHand)
  .handler(async ({ context, input }) => {
    const { tx, person, services } = context;
    const { userId, orderId, priority, description } = input;
    if (isOwn(person, userId)) refuse('approvals.own_matter', {});
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    if (orderId && (await mattersOf(tx, userId, { orders: [orderId] })) !== 1) refuse('compliance.not_of_customer', {});
    const alert = { id: randomUUID(), transactionId: orderId, userId, type: 'manual', priority, description } as const;
    const facts = { riskScore: 0, details: { raisedBy: person.name }, rules: [], at: services.clock() };
    await raiseAlert(tx, { ...alert, ...facts });
    const after = { customer: userId, order: orderId, priority };
    await record(context, {
      action: 'compliance.alert_raised',
      subjectType: 'alert',
      subjectId: alert.id,
      aboutId: userId,
      after,
    });
    return { alertId: alert.id };
  });
