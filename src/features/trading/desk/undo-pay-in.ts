import { after, days } from '../../../kernel/clock.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import type { Movement } from '../../movements/movement.ts';
import { addMovement } from '../../movements/movement-store.ts';
import type { Proposed } from '../../movements/undoing.ts';
import { comparePayer } from '../../screening/compare-payer.ts';
import { currentSettings } from '../../settings/store.ts';
import { orderActs } from '../acts.ts';
import { refuse } from '../desk-messages.ts';
import { storyOf } from '../order/history-store.ts';
import { move } from '../order/order.ts';
import { extrasHere, isHere } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { outward, refuseReturning } from './outward.ts';
import { countExtras } from './pay-in.ts';
import { takeOffOf } from './pay-out-terms.ts';
import { UndoPayIn } from './schema.ts';
import { type Desk, orderAtDesk, reasonOf, refuseBesideAnother, refuseMove, remember, takeStep } from './steps.ts';

/** An order goes on, or had ended: what takes its pay-in off again. */
const commandFor = ({ status }: Order) =>
  status === 'cancelled' || status === 'failed' ? 'latePayInUndone' : 'payInUndone';

/** Whether a line of what came in may be taken off: it is here, nothing was sent for it, and nobody holds the order. */
export const mayTakeOff = (order: Order, line: Movement): boolean =>
  isHere(order, line) && (line.extra ? !order.state.held : move(order.state, commandFor(order)).ok);

/** The line, or why it stays. */
function lineToTakeOff(order: Order, movementId: string | null | undefined): Movement {
  const line = order.movements.find(({ id }) => id === movementId);
  if (!line || !isHere(order, line)) return refuse('desk.nothing_to_return', {});
  const possible = move(order.state, commandFor(order));
  if (!line.extra && !possible.ok) return refuseMove(possible.reason);
  return line.extra && order.state.held ? refuseMove('order_held') : line;
}

/**
 * The price of an order may have followed from when this came. Then its own would find another price than was agreed
 * on: such an order is called off first.
 */
async function refusePriced({ tx }: Desk, order: Order, line: Movement): Promise<void> {
  if (line.extra || order.status === 'cancelled' || order.status === 'failed') return;
  const story = await storyOf(tx, order.id, true);
  if (story.some(({ event }) => event === 'repriced' || event === 'tookPrice')) refuse('desk.priced_by_it', {});
}

/**
 * Asks to take off its order what came in and was not for it, with a reason and with where that is seen; another
 * person decides. It goes on as unassigned money. Refused once coins or money were sent for it, and while a return is
 * under way.
 */
export const undoPayIn = outward(orderActs.undoPayIn)
  .input(UndoPayIn)
  .handler(async ({ context, input }) => {
    const { tx, person } = context;
    const order = await orderAtDesk(context, input.orderId, 'undoPayIn');
    const line = lineToTakeOff(order, input.movementId);
    await refuseBesideAnother(tx, order);
    await refuseReturning(context, order);
    await refusePriced(context, order, line);
    const reasonCode = reasonOf('take_off', input.reasonCode);
    const payload = takeOffOf(order, line, { reasonCode, evidence: input.evidence });
    await propose(tx, { kind: 'undo', subject: order.id, payload, by: person.id, customer: order.userId });
    await remember(context, order, { action: 'prepareUndo', note: input.note, reasonCode, after: payload });
    return { orderId: order.id };
  });

/** Whether a wish to undo is about what came in. */
export const isTakeOff = ({ payload }: Pick<Proposal, 'payload'>): boolean =>
  ['payIn', 'extra'].includes((payload as Proposed)['what'] ?? '');

type Answer = { readonly proposalId: string; readonly note: string };

/** The second person agrees: it stands on no order any more. The order looks for its own. */
export async function approveTakeOff(desk: Desk, order: Order, answer: Answer): Promise<{ orderId: string }> {
  const { proposalId, note } = answer;
  const { tx, person } = desk;
  await orderAtDesk(desk, order.id, 'undoPayIn');
  const again = (frozen: Proposed) => {
    const why = { reasonCode: frozen['reasonCode'] ?? '', evidence: frozen['evidence'] ?? '' };
    return takeOffOf(order, lineToTakeOff(order, frozen['of']), why);
  };
  const unchanged = ({ payload }: Proposal) => sameJson(payload, again(payload as Proposed));
  const verdict = { by: person.id, decision: 'approve', unchanged } as const;
  const undo = await decideProposal(tx, { id: proposalId, kind: 'undo', subject: order.id }, verdict);
  const frozen = undo.payload as Proposed;
  const line = lineToTakeOff(order, frozen['of']);
  await refusePriced(desk, order, line);
  const record = { ...frozen, ...(await takeOff(desk, order, { line, proposalId: undo.id })) };
  const reasonCode = frozen['reasonCode'] ?? '';
  if (line.extra) {
    await countExtras(desk, order, extrasHere(order).length - 1);
    await remember(desk, order, { action: 'extraUndone', note, reasonCode, after: record, public: true });
    return { orderId: order.id };
  }
  const { searchDays } = (await currentSettings(tx)).price_windows;
  const facts = { lapsesAt: after(desk.services.clock(), days(searchDays)) };
  return takeStep(desk, order, { command: commandFor(order), reasonCode, note: note || null, facts, record });
}

/** The line leaves its order and goes on by itself, in one transaction: money is never nowhere. */
async function takeOff(desk: Desk, order: Order, { line, proposalId }: { line: Movement; proposalId: string }) {
  const { amount, rail, party, movedAt, dayOnly, reference } = line;
  const by = { recordedAt: desk.services.clock(), recordedBy: desk.person.id };
  const same = { amount, rail, party, movedAt, dayOnly, ...by };
  const off = { ...same, direction: 'off', ofId: line.id, reference: null, proposalId } as const;
  const offId = await addMovement(desk.tx, order, off);
  const unassignedId = await addMovement(desk.tx, null, {
    ...same,
    direction: 'in',
    fromId: offId,
    reference: reference === null ? null : { typed: reference, key: null },
    proposalId: null,
    reason: 'wrong_order',
  });
  await comparePayer(desk.services, desk.tx, unassignedId);
  return { movementId: offId, unassignedId };
}
