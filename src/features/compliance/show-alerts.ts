import { pageOf } from '../../kernel/page.ts';
import { lineOf } from './alert-lines.ts';
import { alertById, alertCounts, alertRows, alertsOf, officersBut } from './alert-store.ts';
import { maySnooze } from './alerts.ts';
import { openCasesOf } from './case-store.ts';
import { look, officer } from './desk.ts';
import { refuse } from './messages.ts';
import { ListAlerts, OneAlert } from './schema.ts';
import { snoozesOf } from './snooze-store.ts';
import type { AlertPage, AlertView } from './views.ts';

const pageSize = 50;

/** The alerts that wait, what is due first on top, each with its clock. */
export const listAlerts = officer()
  .input(ListAlerts)
  .handler(async ({ context: { services, tx, person }, input }): Promise<AlertPage> => {
    const now = services.clock();
    const rows = await alertRows(tx, { ...input, me: person.id, now, limit: pageSize + 1 });
    const { page, next } = pageOf(rows, pageSize, ({ id, closedAt, deadline }) => ({ at: closedAt ?? deadline, id }));
    return {
      lines: page.map((row) => lineOf(row, now)),
      next,
      counts: await alertCounts(tx, person.id, now),
      now,
    };
  });

/** One alert with what led to it, what else is known of its customer, and what whoever asks may do. */
export const showAlert = officer()
  .input(OneAlert)
  .handler(async ({ context, input }): Promise<AlertView> => {
    const { services, tx } = context;
    const now = services.clock();
    const alert = await alertById(tx, input.alertId);
    if (!alert) return refuse('compliance.alert_not_found', {});
    const { details, ruleSet, takenAt, outcomeNote, closedBy, ...row } = alert;
    await look(context, {
      action: 'compliance.alert_viewed',
      subjectType: 'alert',
      subjectId: row.id,
      aboutId: row.customerId,
    });
    const runs = row.state !== 'closed';
    return {
      ...lineOf(row, now),
      details: { ...details, ...(ruleSet && { rules: ruleSet }) },
      takenAt,
      outcomeNote,
      closedBy,
      others: (await alertsOf(tx, row.customerId, { except: row.id })).map((other) => lineOf(other, now)),
      openCases: await openCasesOf(tx, row.customerId),
      snoozes: await snoozesOf(tx, { userId: row.customerId, now }),
      snoozable: row.rules.filter(maySnooze),
      people: await officersBut(tx, row.customerId),
      may: { take: row.state === 'open', assign: runs, close: runs, gather: row.caseId === null },
      now,
    };
  });
