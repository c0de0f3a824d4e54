import { sameJson } from '../../../kernel/same-json.ts';
import { because, decideProposal, openProposal, propose } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import { payerOf } from '../../movements/evidence.ts';
import type { Movement, Party } from '../../movements/movement.ts';
import { paidFrom } from '../../movements/stated-store.ts';
import { refuseTakenBack } from '../../movements/taken-back-store.ts';
import type { Proposed } from '../../movements/undoing.ts';
import { currentSettings } from '../../settings/store.ts';
import { orderActs } from '../acts.ts';
import { refuse } from '../desk-messages.ts';
import { move } from '../order/order.ts';
import { extrasHere, isHere } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import {
  addLeft,
  approvedToLeave,
  outward,
  partyIn,
  refuseReturning,
  refuseStoppedReturn,
  refuseToGoBack,
  refuseToRecord,
} from './outward.ts';
import { countExtras } from './pay-in.ts';
import { returnOf, withoutPeople } from './pay-out-terms.ts';
import { AnswerStep, PrepareReturn, RecordSent } from './schema.ts';
import {
  type Desk,
  orderAtDesk,
  orderToApprove,
  reasonOf,
  refuseBesideAnother,
  refuseMove,
  remember,
  takeStep,
} from './steps.ts';

/** Whether what came in under a line may go back now: it is here, and its order is stopped or had its own already. */
export const mayGoBack = (order: Order, line: Movement): boolean =>
  line.direction === 'in' &&
  isHere(order, line) &&
  (line.extra ? !order.state.held : move(order.state, 'returnMoney').ok);

/** The line that is to go back: still here, and its order stopped, or a further payment beside the order's own. */
function lineToReturn(order: Order, movementId: string): Movement {
  const line = order.movements.find(({ id, direction }) => id === movementId && direction === 'in');
  if (!line || !isHere(order, line)) return refuse('desk.nothing_to_return', {});
  if (line.extra) {
    if (order.state.held) refuseMove('order_held');
    return line;
  }
  const possible = move(order.state, 'returnMoney');
  return possible.ok ? line : refuseMove(possible.reason);
}

type Payer = Parameters<typeof payerOf>[0];

/** Whether it is written down where it came from. A card's number is nobody's account: it goes back to the charge. */
const isPayerKnown = ({ rail, party }: Movement): boolean =>
  rail === 'card' || party.address !== null || party.account !== null;

/**
 * Where a line goes back to: where it came from, by the bank's own line where there is one, and nowhere else. Lines of
 * old do not say who paid.
 */
async function backTo({ tx }: Desk, line: Movement, typed: Payer): Promise<Party> {
  const given = payerOf(typed);
  const known = isPayerKnown(line);
  if (known && given) refuse('desk.payer_stands', {});
  return known ? paidFrom(tx, line.id, line.party) : (given ?? refuse('desk.payer_missing', {}));
}

/** The line that an agreed return is of, and where it goes. */
const leavesTo = (frozen: Proposed) => ({ lineId: frozen['movementId'] ?? '', to: partyIn(frozen) });

/** Lays the return of what came in before a second person: it leaves us like a pay-out (decision D2). */
export const prepareReturn = outward(orderActs.returnMoney)
  .input(PrepareReturn)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'returnMoney');
    const reasonCode = reasonOf('return', input.reasonCode);
    const line = lineToReturn(order, input.movementId);
    const to = await backTo(context, line, input);
    await refuseTakenBack(tx, { lineId: line.id, reasonCode });
    await refuseBesideAnother(tx, order);
    await refuseReturning(context, order);
    await refuseToGoBack(context, order, { lineId: line.id, to });
    const payload = returnOf(order, { line, to, reasonCode }, await currentSettings(tx));
    await propose(tx, { kind: 'return', subject: order.id, payload, by: person.id, customer: order.userId });
    await remember(context, order, { action: 'prepareReturn', note: input.note, after: withoutPeople(payload) });
    return { orderId: order.id };
  });

/** The second pair of eyes: from here on it may be sent back. */
export const approveReturn = outward(orderActs.approveReturn)
  .input(AnswerStep)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const { order } = await orderToApprove(context, input.orderId, { kind: 'return', act: 'approveReturn' });
    const ours = await currentSettings(tx);
    const paid = new Map(
      await Promise.all(order.movements.map(async ({ id, party }) => [id, await paidFrom(tx, id, party)] as const)),
    );
    const again = (frozen: Proposed) => {
      const line = lineToReturn(order, frozen['movementId'] ?? '');
      const to = isPayerKnown(line) ? (paid.get(line.id) ?? line.party) : partyIn(frozen);
      return returnOf(order, { line, to, reasonCode: frozen['reasonCode'] ?? '' }, ours);
    };
    const unchanged = ({ payload }: Proposal) => sameJson(payload, again(payload as Proposed));
    const verdict = { by: person.id, decision: 'approve', unchanged } as const;
    const { payload } = await decideProposal(tx, { id: input.proposalId, kind: 'return', subject: order.id }, verdict);
    const frozen = payload as Proposed;
    await refuseTakenBack(tx, { lineId: frozen['movementId'] ?? '', reasonCode: frozen['reasonCode'] ?? null });
    await refuseToGoBack(context, order, leavesTo(frozen));
    await remember(context, order, {
      action: 'approveReturn',
      note: input.note,
      after: withoutPeople(frozen),
    });
    return { orderId: order.id };
  });

/** Ends what waits for its second person: withdrawn by whoever asked, rejected, and why, by anybody else. */
export const declining = (action: 'declineReturn' | 'declineUndo', kind: 'return' | 'undo') =>
  outward(orderActs[action])
    .input(AnswerStep)
    .handler(async ({ context, input: { orderId, proposalId, note } }) => {
      const { tx, person } = context;
      const order = await orderAtDesk(context, orderId, action);
      const open = (await openProposal(tx, kind, order.id)) ?? refuse('approvals.not_found', {});
      const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
      const verdict = { by: person.id, decision, reason: note } as const;
      const decided = await decideProposal(tx, { id: proposalId, kind, subject: order.id }, verdict);
      await remember(context, order, { action, note, after: { decision, ...because(decided) } });
      return { orderId: order.id };
    });

/** Takes a prepared return off the table: by its proposer, or by the second person who does not agree. */
export const declineReturn = declining('declineReturn', 'return');

/** What was approved went back, and its reference is recorded. The customer is told how much, to where, under what. */
export const recordReturned = outward(orderActs.recordReturned)
  .input(RecordSent)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'recordReturned');
    const agreed = await approvedToLeave(context, order, 'return');
    const frozen = agreed.payload as Proposed;
    const line = lineToReturn(order, frozen['movementId'] ?? '');
    const back = leavesTo(frozen);
    const reasonCode = frozen['reasonCode'] ?? null;
    await refuseTakenBack(context.tx, { lineId: line.id, reasonCode, note: input.note });
    await refuseStoppedReturn(context, order, back);
    await refuseToRecord(context, order, { agreed, sent: input, to: back.to });
    const record = await addLeft(context, order, { agreed, sent: input, rail: line.rail });
    if (!line.extra)
      return takeStep(context, order, { command: 'returnMoney', reasonCode, note: input.note || null, record });
    await countExtras(context, order, extrasHere(order).length - 1);
    await remember(context, order, {
      action: 'extraReturned',
      reasonCode,
      note: input.note,
      after: record,
      public: true,
    });
    return { orderId: order.id };
  });
