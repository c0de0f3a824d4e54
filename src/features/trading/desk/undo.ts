import { sameJson } from '../../../kernel/same-json.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import { freshReference, movedAt } from '../../movements/evidence.ts';
import { addMovement } from '../../movements/movement-store.ts';
import { orderActs } from '../acts.ts';
import { refuse } from '../desk-messages.ts';
import { extrasHere } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { type Frozen, type Undoing, undoOf } from './frozen.ts';
import { decline } from './money-back.ts';
import { type Leaving, leavingOf, outward } from './outward.ts';
import { countExtras } from './pay-in.ts';
import { AnswerStep, PrepareUndo } from './schema.ts';
import { type Desk, orderAtDesk, orderToApprove, reasonOf, refuseBesideAnother, remember, takeStep } from './steps.ts';
import { approveTakeOff, isTakeOff } from './undo-pay-in.ts';

/** The approval that is to be undone. One whose line bounced already was undone then. */
async function toUndo(desk: Desk, order: Order, proposalId: string): Promise<Leaving> {
  const found = (await leavingOf(desk, order)).find(({ id }) => id === proposalId);
  return found ?? refuse('desk.not_approved', {});
}

/** What came back needs the day on which it did; what never left has neither day nor reference. */
export function readBounce(desk: Desk, { left }: Pick<Leaving, 'left'>, { reference, movedOn, movedTime }: Undoing) {
  if (!left) {
    if (reference || movedOn || movedTime) refuse('desk.came_back_with', {});
    return null;
  }
  if (!movedOn) return refuse('desk.came_back_with', {});
  return { left, reference, ...movedAt(desk, { movedOn, movedTime }) };
}

/**
 * Asks to undo what two people had approved: it was never sent, or the bank or the chain gave it back. With a reason
 * and with where that is seen; another person decides. A reference that was recorded stays used for ever.
 */
export const prepareUndo = outward(orderActs.prepareUndo)
  .input(PrepareUndo)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'prepareUndo');
    await refuseBesideAnother(tx, order);
    const approved = await toUndo(context, order, input.proposalId);
    const reasonCode = reasonOf(approved.left ? 'bounce' : 'undo', input.reasonCode);
    const { evidence, reference, movedOn, movedTime } = input;
    const undoing = { reasonCode, evidence, reference, movedOn, movedTime };
    const bounce = readBounce(context, approved, undoing);
    if (bounce?.reference) await freshReference(context, bounce.left.rail, bounce);
    const payload = undoOf(order, approved, undoing);
    await propose(tx, { kind: 'undo', subject: order.id, payload, by: person.id, customer: order.userId });
    await remember(context, order, { action: 'prepareUndo', note: input.note, reasonCode, after: payload });
    return { orderId: order.id };
  });

export const undoingIn = (frozen: Frozen): Undoing => ({
  reasonCode: frozen['reasonCode'] ?? '',
  evidence: frozen['evidence'] ?? '',
  reference: frozen['cameBackWith'] ?? '',
  movedOn: frozen['movedOn'] ?? '',
  movedTime: frozen['movedTime'] ?? '',
});

/** The second person agrees: it is as if it had not been approved, or what came back has its own line. */
export const approveUndo = outward(orderActs.approveUndo)
  .input(AnswerStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const { order, waiting } = await orderToApprove(context, input.orderId, { kind: 'undo', act: 'approveUndo' });
    if (isTakeOff(waiting)) return approveTakeOff(context, order, input);
    const leaving = await leavingOf(context, order);
    const named = (frozen: Frozen) => leaving.find(({ id }) => id === frozen['of']) ?? refuse('desk.not_approved', {});
    const unchanged = ({ payload }: Proposal) =>
      sameJson(payload, undoOf(order, named(payload as Frozen), undoingIn(payload as Frozen)));
    const verdict = { by: person.id, decision: 'approve', unchanged } as const;
    const undo = await decideProposal(tx, { id: input.proposalId, kind: 'undo', subject: order.id }, verdict);
    const frozen = undo.payload as Frozen;
    const approved = named(frozen);
    const { reasonCode } = undoingIn(frozen);
    const line = await addBounce(context, order, { approved, undo });
    const step = { reasonCode, note: input.note || null, record: { ...frozen, ...line } };
    if (approved.kind === 'payout') {
      if (line) return takeStep(context, order, { ...step, command: 'payoutBounced' });
      return takeStep(context, order, { ...step, command: 'payoutFailed', public: false });
    }
    return undoReturn(context, order, { approved, step });
  });

type Undone = { approved: Leaving; step: { reasonCode: string; note: string | null; record: object } };

async function undoReturn(desk: Desk, order: Order, { approved, step }: Undone) {
  const told = { reasonCode: step.reasonCode, note: step.note ?? '', after: step.record };
  if (!approved.left) {
    await remember(desk, order, { ...told, action: 'undoReturn' });
    return { orderId: order.id };
  }
  const extra = order.movements.some(({ id, extra }) => extra && id === approved.left?.ofId);
  if (!extra) return takeStep(desk, order, { ...step, command: 'returnBounced' });
  await countExtras(desk, order, extrasHere(order).length + 1);
  await remember(desk, order, { ...told, action: 'extraBounced', public: true });
  return { orderId: order.id };
}

/** The line of what came back to us, from whoever had been paid; null where nothing had left. */
export async function addBounce(
  desk: Desk,
  order: Order | null,
  { approved, undo }: { approved: Pick<Leaving, 'left'>; undo: Proposal },
) {
  const bounce = readBounce(desk, approved, undoingIn(undo.payload as Frozen));
  if (!bounce) return null;
  const { left, reference, ...moved } = bounce;
  const movementId = await addMovement(desk.tx, order, {
    direction: 'bounced',
    ofId: left.id,
    amount: left.amount,
    rail: left.rail,
    reference: reference ? await freshReference(desk, left.rail, { reference }) : null,
    party: left.party,
    ...moved,
    recordedAt: desk.services.clock(),
    recordedBy: desk.person.id,
    proposalId: undo.id,
  });
  // An order that had ended comes to life: who closed the account meanwhile was compared with no list since.
  if (order) await desk.services.jobs.enqueue(desk.tx, 'screening.names', { userId: order.userId });
  return { movementId };
}

/** Takes the wish to undo off the table: by whoever asked, or by the second person who does not agree. */
export const declineUndo = outward(orderActs.declineUndo)
  .input(AnswerStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'declineUndo');
    await decline(context, { id: input.proposalId, kind: 'undo', subject: order.id });
    await remember(context, order, { action: 'declineUndo', note: input.note });
    return { orderId: order.id };
  });
