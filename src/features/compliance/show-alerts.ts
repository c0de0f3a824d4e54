import { paginate } from '../../kernel/pagination.ts';
import {
  type AlertRow,
  countAlerts,
  findAlert,
  findAlerts,
  findAssignableStaff,
  findCustomerAlerts,
  findSnoozes,
} from './alert-store.ts';
import { canSnooze, getAlertClock } from './alerts.ts';
import { findOpenCases } from './case-store.ts';
import { refuse } from './messages.ts';
import { auditView, complianceProcedure } from './procedures.ts';
import { ListAlerts, OneAlert } from './schema.ts';
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
    await auditView(context, {
      action: 'compliance.alert_viewed',
      subjectType: 'alert',
      subjectId: row.id,
      aboutId: row.customerId,
    });
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
