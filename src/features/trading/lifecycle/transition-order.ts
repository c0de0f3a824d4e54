import { type Actor, can, isSecondMissing } from '../../../kernel/permissions.ts';
import { type AuditActor, auditActor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { type Db, isSamePerson, publishTopic } from '../../../platform/database/database.ts';
import { findOrder } from '../order/history-store.ts';
import { applyCommand, awaitingParty, type OrderState } from '../order/order.ts';
import { canHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import type { Step } from '../order/step.ts';
import { type OrderAct, orderPermissions } from '../permissions.ts';
import { refuse } from '../staff-messages.ts';
import { addEvent, saveState } from './transition-store.ts';

export type Attempt = {
  readonly actor: Actor;
  readonly act: OrderAct;
  readonly preparedBy?: string | null;
};

/** Locks the order if the user may do this. Throws `trading.order_not_found` for users who may not see the order. */
export async function lockOrderFor(tx: Db, orderId: string, attempt: Attempt): Promise<Order> {
  return requireOrderFor(await findOrder(tx, orderId, true), attempt);
}

/** Returns a locked order if the user may do this, and refuses like {@link lockOrderFor}. */
export function requireOrderFor(order: Order | null, { actor, act, preparedBy = null }: Attempt): Order {
  if (!order) return refuse('trading.order_not_found', {});
  const subject = { customerId: order.userId, preparedBy };
  if (can(actor, orderPermissions[act], subject)) return order;
  if (isSamePerson(actor, order.userId)) return refuse('approvals.own_matter', {});
  if (isSecondMissing(actor, orderPermissions[act], subject)) return refuse('approvals.second_person_needed', {});
  return refuse(can(actor, orderPermissions.view, subject) ? 'staff.not_allowed' : 'trading.order_not_found', {});
}

export type TransitionInput = { readonly step: Step; readonly mover: AuditActor; readonly now: Date };

/** Applies a command and records event and audit entry (decisions A1, C2). Throws when the state does not allow it. */
export async function transitionOrder(
  tx: Db,
  order: Order,
  { step, mover, now }: TransitionInput,
): Promise<OrderState> {
  const attempt = applyCommand(order.state, step.command);
  const result =
    attempt.ok && step.command === 'hold' && !canHold(order)
      ? { ok: false as const, reason: 'order_completed' as const }
      : attempt;
  if (!result.ok)
    return mover.kind === 'staff'
      ? refuse('desk.not_now', { why: result.reason.replaceAll('_', ' ') })
      : refuse('trading.cannot_now', {});
  const { state } = result;
  // A hold or a surplus payment needs staff, even when the order also waits for the customer.
  const open = state.status === 'pending' || state.status === 'processing';
  const waits = awaitingParty(state) === 'staff' || (state.held && open) || order.extras > 0;
  const change = { before: order.state, after: state, command: step.command, facts: step.facts ?? {}, waits, now };
  await Promise.all([
    saveState(tx, order.id, change),
    addEvent(tx, order, { step, mover, now }),
    audit(tx, {
      ...auditActor(mover),
      action: `trading.${step.command}`,
      subjectType: 'order',
      subjectId: order.id,
      aboutId: mover.kind === 'customer' ? null : order.userId,
      before: order.state,
      after: { ...state, ...step.facts, ...step.record },
      reasonCode: step.reasonCode ?? null,
    }),
  ]);
  // Holds are never published to the customer (decision A7).
  if (step.command !== 'hold' && step.command !== 'release') publishTopic(tx, 'trading', order.userId);
  publishTopic(tx, 'desk');
  return state;
}
