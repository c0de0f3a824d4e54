import { refuse } from '../../../messages.ts';
import { audit } from '../../../platform/audit.ts';
import { announce } from '../../../platform/database.ts';
import { decideProposal, openProposal, propose } from '../../approvals/decide.ts';
import { addEvent } from '../move-store.ts';
import { move } from '../order.ts';
import type { Order } from '../order-row.ts';
import { approveOutward, outward, outwardNow } from './outward.ts';
import { PlainStep, PrepareReturn } from './schema.ts';
import {
  asStaff,
  type Desk,
  orderAtDesk,
  reasonOf,
  refuseUnlessSecond,
  refuseUsedReference,
  returnOf,
} from './steps.ts';

/** A line in story and audit log for a step that leaves the order's own state as it is. */
type Remembered = { action: string; note: string; after?: unknown };

async function remember(desk: Desk, order: Order, { action, note, after }: Remembered) {
  const { tx, person, request, services } = desk;
  const step = { command: action, note: note || null, public: false } as const;
  await addEvent(tx, order, { step, mover: asStaff(desk), now: services.clock() });
  const record = {
    action: `trading.${action}`,
    subjectType: 'order',
    subjectId: order.id,
    aboutId: order.userId,
    after,
    requestId: request.id,
  };
  await audit(tx, { actorId: person.id, actorRole: person.roles.join(','), ...record });
  await announce(tx, 'desk');
}

/** Lays the return of a stopped order's money before a second person: it leaves us like a pay-out (decision D2). */
export const prepareReturn = outwardNow()
  .input(PrepareReturn)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'returnMoney');
    const reasonCode = reasonOf('return', input.reasonCode);
    const possible = move(order.state, 'returnMoney');
    if (!possible.ok) return refuse('desk.not_now', { why: possible.reason.replaceAll('_', ' ') });
    await refuseUsedReference(tx, input.reference, order);
    const payload = returnOf(order, input.reference, reasonCode);
    await propose(tx, { kind: 'return', subject: order.id, payload, by: person.id, customer: order.userId });
    await remember(context, order, { action: 'prepareReturn', note: input.note, after: payload });
    return { orderId: order.id };
  });

/** The second pair of eyes: the money goes back as it was frozen, and the customer is written to. */
export const approveReturn = outwardNow()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    await refuseUnlessSecond(context, 'return', input.orderId);
    const order = await orderAtDesk(context, input.orderId, 'approveReturn');
    return approveOutward(context, order, {
      kind: 'return',
      again: ({ reference, reasonCode }) => returnOf(order, reference, reasonCode ?? ''),
      step: ({ reasonCode }) => ({ command: 'returnMoney', reasonCode, note: input.note || null }),
    });
  });

/** Takes a prepared return off the table: by its proposer, or by the second person who does not agree. */
export const declineReturn = outward()
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'declineReturn');
    const open = await openProposal(tx, 'return', order.id);
    if (!open) return refuse('approvals.not_found', {});
    const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
    await decideProposal(tx, { id: open.id }, { by: person.id, decision });
    await remember(context, order, { action: 'declineReturn', note: input.note });
    return { orderId: order.id };
  });
