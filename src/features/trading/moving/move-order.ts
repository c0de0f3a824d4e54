import { type Actor, may } from '../../../kernel/acts.ts';
import { audit } from '../../../platform/audit.ts';
import { announce, type Db, isOwn } from '../../../platform/database.ts';
import { byMover, type Mover } from '../../../platform/mover.ts';
import { type OrderAct, orderActs } from '../acts.ts';
import { refuse } from '../desk-messages.ts';
import { orderById } from '../order/history-store.ts';
import { move, type OrderState, whoseMove } from '../order/order.ts';
import { mayHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import type { Step } from '../order/step.ts';
import { addEvent, saveState } from './move-store.ts';

/** Who wants to do what to an order. */
export type Attempt = {
  readonly actor: Actor;
  readonly act: OrderAct;
  /** Who prepared what waits for a second person, if anything does. */
  readonly preparedBy?: string | null;
};

/** The order, locked, if this person may do this to it; for everybody else it does not exist. */
export async function orderFor(tx: Db, orderId: string, attempt: Attempt): Promise<Order> {
  const { actor, act, preparedBy = null } = attempt;
  const order = await orderById(tx, orderId, true);
  if (!order) return refuse('trading.order_not_found', {});
  const matter = { customerId: order.userId, preparedBy };
  if (may(actor, orderActs[act], matter)) return order;
  if (isOwn(actor, order.userId)) return refuse('approvals.own_matter', {});
  return refuse(may(actor, orderActs.view, matter) ? 'staff.not_allowed' : 'trading.order_not_found', {});
}

/** A step, who takes it, and when. */
export type Move = { readonly step: Step; readonly mover: Mover; readonly now: Date };

/**
 * Moves an order one step by the table of allowed moves (decisions A1, C2): state, story, audit line and announcement
 * in the caller's transaction. The row is locked and written with `where state = expected`, so a step happens once or
 * not at all.
 */
export async function moveOrder(tx: Db, order: Order, { step, mover, now }: Move): Promise<OrderState> {
  const moved = move(order.state, step.command);
  const result =
    moved.ok && step.command === 'hold' && !mayHold(order)
      ? { ok: false as const, reason: 'order_completed' as const }
      : moved;
  if (!result.ok)
    return mover.kind === 'staff'
      ? refuse('desk.not_now', { why: result.reason.replaceAll('_', ' ') })
      : refuse('trading.cannot_now', {});
  const { state } = result;
  // A hold is work for staff even while the customer has yet to pay, and so is what came in twice: the queue counts
  // from it.
  const open = state.status === 'pending' || state.status === 'processing';
  const waits = whoseMove(state) === 'staff' || (state.held && open) || order.extras > 0;
  await saveState(tx, order.id, {
    before: order.state,
    after: state,
    command: step.command,
    facts: step.facts ?? {},
    waits,
    now,
  });
  await addEvent(tx, order, { step, mover, now });
  await audit(tx, {
    ...byMover(mover),
    action: `trading.${step.command}`,
    subjectType: 'order',
    subjectId: order.id,
    aboutId: mover.kind === 'customer' ? null : order.userId,
    before: order.state,
    after: { ...state, ...step.facts, ...step.record },
    reasonCode: step.reasonCode ?? null,
  });
  // Nothing of a hold is told to its customer, not even that something happened just now (decision A7).
  if (step.command !== 'hold' && step.command !== 'release') announce(tx, 'trading', order.userId);
  announce(tx, 'desk');
  return state;
}
