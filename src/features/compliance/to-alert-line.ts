import type { AlertRow } from './alert-store.ts';
import { getAlertClock } from './alerts.ts';
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
