import { sameJson } from '../../../kernel/same-json.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import { addBounce, type Proposed, refuseUnsoundUndo, undoingIn, undoOf } from '../../movements/undoing.ts';
import { orderActs } from '../acts.ts';
import { refuse } from '../desk-messages.ts';
import { extrasHere } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { declining } from './money-back.ts';
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

/**
 * Asks to undo what two people had approved, which takes a second person (decision E4): it was never sent, or the bank
 * or the chain gave it back. With a reason and with where that is seen; another person decides. A reference that was
 * recorded stays used for ever.
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
    await refuseUnsoundUndo(context, approved, undoing);
    const payload = undoOf(order.id, approved, undoing);
    await propose(tx, { kind: 'undo', subject: order.id, payload, by: person.id, customer: order.userId });
    await remember(context, order, { action: 'prepareUndo', note: input.note, reasonCode, after: payload });
    return { orderId: order.id };
  });

/** The second person agrees: it is as if it had not been approved, or what came back has its own line. */
export const approveUndo = outward(orderActs.approveUndo)
  .input(AnswerStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const { order, waiting } = await orderToApprove(context, input.orderId, { kind: 'undo', act: 'approveUndo' });
    if (isTakeOff(waiting)) return approveTakeOff(context, order, input);
    const leaving = await leavingOf(context, order);
    const named = (frozen: Proposed) =>
      leaving.find(({ id }) => id === frozen['of']) ?? refuse('desk.not_approved', {});
    const unchanged = ({ payload }: Proposal) =>
      sameJson(payload, undoOf(order.id, named(payload as Proposed), undoingIn(payload as Proposed)));
    const verdict = { by: person.id, decision: 'approve', unchanged } as const;
    const undo = await decideProposal(tx, { id: input.proposalId, kind: 'undo', subject: order.id }, verdict);
    const frozen = undo.payload as Proposed;
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

/** Takes the wish to undo off the table: by whoever asked, or by the second person who does not agree. */
export const declineUndo = declining('declineUndo', 'undo');
