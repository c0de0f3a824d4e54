import { may } from '../../../kernel/acts.ts';
import { after, hours } from '../../../kernel/clock.ts';
import { pageOf } from '../../../kernel/page.ts';
import { auditLook, byStaff } from '../../../platform/audit.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { filesOf } from '../../documents/store.ts';
import { standingOf, stops } from '../../freezes/frozen.ts';
import { sourcesOf } from '../../movements/unassigned-store.ts';
import type { Proposed } from '../../movements/undoing.ts';
import { type OrderAct, orderActs } from '../acts.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { cardWait } from '../moving/card-wait.ts';
import { promiseOf } from '../moving/own-orders.ts';
import { orderById, storyOf } from '../order/history-store.ts';
import { canMove, nextAction, type OrderCommand } from '../order/order.ts';
import { balanceOf, extrasHere, mayHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { warnedOf } from '../wallets/warned-store.ts';
import { frozenStepOf } from './frozen-rule.ts';
import { mayGoBack } from './money-back.ts';
import { knowsWhy, neutral, neutralStory } from './neutral.ts';
import { type Leaving, leavingOf } from './outward.ts';
import { customerOf, partiesOf, queue, queueCounts, rivalsOf } from './queue-store.ts';
import { OneOrder, ShowQueue } from './schema.ts';
import { outwardProposal } from './steps.ts';
import { mayTakeOff } from './undo-pay-in.ts';

/** An order that has waited longer than a day is late on the desk, whatever its promise. */
const lateAfter = hours(24);
const pageSize = 100;

const anyStaff = () => staffOnly(orderActs.viewStaffSide);

/** What waits for staff, oldest first, with the counts of the filters. */
export const showQueue = anyStaff()
  .input(ShowQueue)
  .handler(async ({ context: { services, tx, person }, input }) => {
    const now = services.clock();
    const lateBefore = after(now, -lateAfter);
    const lines = await queue(tx, { ...input, lateBefore, limit: pageSize + 1 });
    const { page, next } = pageOf(lines, pageSize, ({ waitingSince, id }) => ({ waitingSince, id }));
    const shown = page.map((line) =>
      knowsWhy(person, { customerId: line.customerId, preparedBy: null }) ? line : neutral(line),
    );
    return { lines: shown, next, counts: await queueCounts(tx, lateBefore), lateBefore, now };
  });

const staffCommands = [
  'rejectClaim',
  'receive',
  'attachLate',
  'startProcessing',
  'preparePayout',
  'approvePayout',
  'sendBack',
  'withdrawPreparation',
  'complete',
  'fail',
  'cancel',
  'returnMoney',
  'hold',
  'release',
] as const satisfies readonly (OrderCommand & OrderAct)[];

/** The acts that leave an order's own state as it is: further payments, the steps of a return, and undoing. */
const otherActs = [
  'recordExtra',
  'approveReturn',
  'declineReturn',
  'recordReturned',
  'prepareUndo',
  'undoPayIn',
  'approveUndo',
  'declineUndo',
] as const satisfies readonly OrderAct[];

/** What staff may be able to do with an order. */
export type DeskAct = (typeof staffCommands)[number] | (typeof otherActs)[number];

type Way = { readonly waiting: string | null; readonly leaving: readonly Leaving[] };

/** What the order allows now. One thing waits for its second person at a time. */
function possibleFor(order: Order, { waiting, leaving }: Way): DeskAct[] {
  const { state } = order;
  const onItsWay = leaving.some(({ kind, left }) => kind === 'return' && left === null);
  const extra = extrasHere(order).length > 0 && !state.held;
  const allowed = (act: DeskAct): boolean => {
    switch (act) {
      case 'recordExtra':
        return state.payIn === 'received' || state.payIn === 'returned';
      case 'returnMoney':
        return waiting === null && !onItsWay && (extra || canMove(state, 'returnMoney'));
      case 'approveReturn':
      case 'declineReturn':
        return waiting === 'return';
      case 'recordReturned':
        return onItsWay && !state.held && waiting !== 'undo';
      case 'prepareUndo':
        return waiting === null && leaving.length > 0;
      case 'undoPayIn':
        return waiting === null && !onItsWay && order.movements.some((line) => mayTakeOff(order, line));
      case 'hold':
        return mayHold(order);
      case 'approveUndo':
      case 'declineUndo':
        return waiting === 'undo';
      case 'preparePayout':
        return waiting === null && canMove(state, act);
      case 'startProcessing':
        return order.chooseUntil === null && canMove(state, act);
      case 'complete':
        return waiting !== 'undo' && canMove(state, act);
      default:
        return canMove(state, act);
    }
  };
  return [...staffCommands, ...otherActs].filter(allowed);
}

const waitsForCoins = ({ state }: Order): boolean => state.payIn === 'awaiting' || state.payIn === 'claimed';

/** One order with its evidence, and what this member of staff may do with it now. The look is written down. */
export const showOrder = anyStaff()
  .errors(mayRefuse('trading.order_not_found'))
  .input(OneOrder)
  .handler(async ({ context, input }) => {
    const { services, tx, person } = context;
    const order = await orderById(tx, input.orderId);
    if (!order) return refuse('trading.order_not_found', {});
    const proposal = await outwardProposal(tx, order.id);
    const thing = { customerId: order.userId, preparedBy: proposal?.proposedBy ?? null };
    if (!may(person, orderActs.viewStaffSide, thing)) return refuse('trading.order_not_found', {});
    const what = { action: 'trading.order_viewed', subjectType: 'order', subjectId: order.id, aboutId: order.userId };
    await auditLook(tx, services.clock(), { ...byStaff(context), ...what });
    const standing = await standingOf(tx, order);
    const isStopped = (act: DeskAct) => {
      const step = frozenStepOf(act);
      return step !== null && stops(standing, step);
    };
    const leaving = await leavingOf(context, order);
    const way = { waiting: proposal?.kind ?? null, leaving };
    const possible = possibleFor(order, way).filter((act) => !isStopped(act));
    // Taking a preparation back is for whoever made it; others send it back.
    const othersWaits = proposal !== null && proposal.proposedBy !== person.id;
    const { receipt: _judged, ...shown } = order;
    const told = knowsWhy(person, thing);
    const story = await storyOf(tx, order.id, true);
    return {
      order: told ? shown : neutral(shown),
      customer: await customerOf(tx, order.userId),
      files: await filesOf(tx, [order.proofFile, order.sourceOfFundsFile]),
      /** The travel rule's part, from US$1,000 on. */
      parties: await partiesOf(tx, order.id),
      /** What was shown and answered about the wallet when it was placed. */
      warned: await warnedOf(tx, order.id),
      /** Other open sells for which the same coins could be, who placed first before the others. */
      rivals: order.side === 'sell' && waitsForCoins(order) ? await rivalsOf(tx, order) : [],
      story: told ? story : neutralStory(story),
      balance: balanceOf(order),
      /** Which of its lines came from unassigned money, and why that stood on no order. */
      sources: told || may(person, orderActs.receive, thing) ? await sourcesOf(tx, order.id) : [],
      /** What waits for a second person: a pay-out, a return, or undoing one of them. */
      waiting: proposal && {
        id: proposal.id,
        kind: proposal.kind as 'payout' | 'return' | 'undo',
        preparedBy: proposal.proposer,
        preparedAt: proposal.proposedAt,
        mine: proposal.proposedBy === person.id,
        frozen: proposal.payload as Proposed,
      },
      /** What two people agreed on, newest first; what has not left yet is to be sent. */
      leaving: leaving.map(({ id, kind, proposer, proposedAt, decider, decidedAt, payload, left }) => ({
        ...{ id, kind, preparedBy: proposer, preparedAt: proposedAt, approvedBy: decider, approvedAt: decidedAt },
        frozen: payload as Proposed,
        leftId: left?.id ?? null,
      })),
      /** What came in and may go back now: the order's own, once it is stopped, and what came in beside it. */
      /** What came in and may be taken off again: it was not for this order. */
      toTakeOff: order.movements.filter((line) => mayTakeOff(order, line)).map(({ id }) => id),
      toReturn: order.movements.filter((line) => mayGoBack(order, line)).map(({ id }) => id),
      nextAction: nextAction({ ...order.state, chooseUntil: order.chooseUntil }, order.side),
      promise: promiseOf(order, services.clock(), await cardWait(tx, order)),
      /** Whether nothing of the customer moves; why is for compliance alone. */
      stopped: standing.standstill !== null,
      /** What the order allows at all, and of that what this person may do. */
      possible,
      mine: possible.filter(
        (act) => may(person, orderActs[act], thing) && !(act === 'withdrawPreparation' && othersWaits),
      ),
    };
  });
