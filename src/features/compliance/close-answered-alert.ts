import { closeAlertRow, lockAlert } from './alert-store.ts';
import { auditChange, type StaffContext } from './procedures.ts';

/** Closes an alert as a false positive after staff decided its subject in another queue. Closed alerts stay. */
export async function closeAnsweredAlert(staff: StaffContext, alertId: string, note: string): Promise<void> {
  const { tx, person, services } = staff;
  const alert = await lockAlert(tx, alertId);
  if (!alert || alert.state === 'closed') return;
  const outcome = 'false_positive';
  await closeAlertRow(tx, alertId, { by: person.id, at: services.clock(), outcome, note });
  const about = { subjectType: 'alert', subjectId: alertId, aboutId: alert.userId };
  const before = { state: alert.state, assignee: alert.assignee };
  const after = { state: 'closed', outcome };
  await auditChange(staff, { action: 'compliance.alert_closed', ...about, before, after, reasonCode: outcome });
}
