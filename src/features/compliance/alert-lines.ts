import type { AlertRow } from './alert-store.ts';
import { clockOf } from './alerts.ts';
import type { AlertLine } from './views.ts';

/** An alert as the lists show it, its clock read at a moment. */
export function lineOf(row: AlertRow, now: Date): AlertLine {
  const { customerId, customer, email, orderId, reference, assigneeId, assignee, ...rest } = row;
  return {
    ...rest,
    customer: { id: customerId, name: customer, email },
    order: orderId && reference ? { id: orderId, reference } : null,
    assignee: assigneeId ? { id: assigneeId, name: assignee ?? '' } : null,
    clock: clockOf(row, now),
  };
}
