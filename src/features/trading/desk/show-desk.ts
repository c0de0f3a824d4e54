import { after, hours } from '../../../kernel/clock.ts';
import { mayRefuse, refuse } from '../../../messages.ts';
import { staffOnly } from '../../../platform/procedure.ts';
import { standingOf, stops } from '../../freezes/frozen.ts';
import { frozenStepOf } from '../frozen-rule.ts';
import { orderById, storyOf } from '../history-store.ts';
import { canMove, nextAction, type OrderCommand } from '../order.ts';
import type { Order } from '../order-row.ts';
import { promiseOf } from '../own-orders.ts';
import { may, type OrderAct, orderActs } from '../permissions.ts';
import { knowsWhy, neutral, neutralStory } from './neutral.ts';
import { customerOf, filesOf, partiesOf, queue, queueCounts } from './queue-store.ts';
import { OneOrder, ShowQueue } from './schema.ts';
import { outwardProposal } from './steps.ts';

/** An order that has waited longer than a day is late on the desk, whatever its promise. */
const lateAfter = hours(24);
const pageSize = 100;

const anyStaff = () => staffOnly('finance', 'compliance', 'support', 'admin');

/** What waits for staff, oldest first, with the counts of the filters. */
export const showQueue = anyStaff()
  .input(ShowQueue)
  .handler(async ({ context: { services, tx, person }, input }) => {
    const now = services.clock();
    const lateBefore = after(now, -lateAfter);
    const lines = await queue(tx, { ...input, lateBefore, limit: pageSize + 1 });
    const page = lines.slice(0, pageSize);
    const last = page.at(-1);
    const next = lines.length > pageSize && last ? { waitingSince: last.waitingSince, id: last.id } : null;
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
  'payoutFailed',
  'complete',
  'fail',
  'cancel',
  'returnMoney',
  'hold',
  'release',
] as const satisfies readonly (OrderCommand & OrderAct)[];

/** What staff may be able to do with an order: its moves, and the two steps of a return. */
export type DeskAct = (typeof staffCommands)[number] | 'approveReturn' | 'declineReturn';

type Waiting = { kind: string; proposedBy: string } | null;

/** What the order allows now. A return that waits for its second person takes the place of preparing one. */
function possibleFor(order: Order, waiting: Waiting): DeskAct[] {
  const acts: DeskAct[] = staffCommands.filter((command) => canMove(order.state, command));
  // Sending back is for what waits; an approved pay-out is withdrawn.
  if (!waiting) return acts.filter((act) => act !== 'sendBack');
  if (waiting.kind !== 'return') return acts;
  return [...acts.filter((act) => act !== 'returnMoney'), 'approveReturn', 'declineReturn'];
}

/** One order with its evidence, and what this member of staff may do with it now. */
export const showOrder = anyStaff()
  .errors(mayRefuse('trading.order_not_found'))
  .input(OneOrder)
  .handler(async ({ context: { services, tx, person }, input }) => {
    const order = await orderById(tx, input.orderId);
    if (!order) return refuse('trading.order_not_found', {});
    const proposal = await outwardProposal(tx, order.id);
    const thing = { customerId: order.userId, preparedBy: proposal?.proposedBy ?? null };
    if (!may(person, 'viewStaffSide', thing)) return refuse('trading.order_not_found', {});
    const allowed = orderActs.filter((act) => may(person, act, thing));
    const standing = await standingOf(tx, order);
    const isStopped = (act: DeskAct) => {
      const step = frozenStepOf(act);
      return step !== null && stops(standing, step);
    };
    const possible = possibleFor(order, proposal).filter((act) => !isStopped(act));
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
      story: told ? story : neutralStory(story),
      /** What waits for a second person: the pay-out, or the return of the money. */
      payout: proposal && {
        kind: proposal.kind as 'payout' | 'return',
        preparedBy: proposal.proposer,
        preparedAt: proposal.proposedAt,
        mine: proposal.proposedBy === person.id,
        frozen: proposal.payload as Record<string, string | null>,
      },
      nextAction: nextAction(order.state, order.side),
      promise: promiseOf(order, services.clock()),
      /** Whether nothing of the customer moves; why is for compliance alone. */
      stopped: standing.standstill !== null,
      /** What the order allows at all, and of that what this person may do. */
      possible,
      mine: possible.filter((act) => allowed.includes(act) && !(act === 'withdrawPreparation' && othersWaits)),
    };
  });
