import { after, hours } from '../../../kernel/clock.ts';
import { paginate } from '../../../kernel/pagination.ts';
import { type Actor, can, type PermissionSubject } from '../../../kernel/permissions.ts';
import { auditView, byStaff } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { staff } from '../../../platform/http/procedure.ts';
import type { OpenProposal } from '../../approvals/decide.ts';
import { checkAddress } from '../../assets/addresses.ts';
import { findFileSummaries } from '../../documents/store.ts';
import { isBlockedBy, standingOf } from '../../freezes/frozen.ts';
import { findSources } from '../../ledger/unallocated-store.ts';
import {
  type ApprovedTransfer,
  type ProposalPayload,
  type TransferKind,
  toProposalView,
  toTransferView,
} from '../../outgoing-money/transfers.ts';
import { getPromise } from '../lifecycle/my-orders.ts';
import { findPayoutHoldEnd } from '../lifecycle/payee-wait.ts';
import { findOrder, findTimeline } from '../order/history-store.ts';
import { canApply, nextAction, type OrderCommand } from '../order/order.ts';
import { canHold, getBalance, primaryPayIn, surplusPayments } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { type OrderAct, orderPermissions } from '../permissions.ts';
import { refusalCodes, refuse } from '../staff-messages.ts';
import { findOrderWarning } from '../wallets/order-warning-store.ts';
import { findContradiction } from './evidence.ts';
import { findOutgoingProposal, getFrozenStep } from './order-commands.ts';
import { approvedTransfers, canLeave } from './outgoing-guards.ts';
import { countQueue, findCompetingOrders, findCustomer, findQueue, findTransferParties } from './queue-store.ts';
import { OneOrder, ShowQueue } from './schema.ts';
import { getUnlinkCommand } from './unlink-payment.ts';
import { findWalletScreening } from './wallet-store.ts';

/** Only compliance sees hold reasons, which could reveal a case (decision A7). */
const redactedEvents: readonly string[] = ['hold', 'release', 'screened'];

type Line = {
  readonly event: string;
  readonly reasonCode: string | null;
  readonly note: string | null;
  readonly actor: string | null;
};

const maySeeHoldReason = (actor: Actor, subject: PermissionSubject): boolean =>
  can(actor, orderPermissions.hold, subject);

const redactTimeline = <L extends Line>(timeline: readonly L[]): L[] =>
  timeline
    .filter(({ event }) => event !== 'screened')
    .map((event) =>
      redactedEvents.includes(event.event) ? { ...event, reasonCode: null, note: null, actor: null } : event,
    );

const redactHold = <O extends { readonly holdReason: string | null }>(order: O): O => ({
  ...order,
  holdReason: null,
});

const lateAfter = hours(24);
const pageSize = 100;

const staffReader = () => staff(orderPermissions.viewStaffSide);

export const showQueue = staffReader()
  .input(ShowQueue)
  .handler(async function showQueue({ context: { services, tx, person }, input }) {
    const now = services.clock();
    const lateBefore = after(now, -lateAfter);
    const lines = await findQueue(tx, { ...input, lateBefore, limit: pageSize + 1 });
    const { page, next } = paginate(lines, pageSize, ({ waitingSince, id }) => ({ waitingSince, id }));
    const shown = page.map((line) =>
      maySeeHoldReason(person, { customerId: line.customerId, preparedBy: null }) ? line : redactHold(line),
    );
    return { lines: shown, next, counts: await countQueue(tx, lateBefore), lateBefore, now };
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

export type StaffAction = (typeof staffCommands)[number] | (typeof otherActs)[number];

type OrderProgress = { readonly waiting: string | null; readonly leaving: readonly ApprovedTransfer[] };

function getPossibleActions(order: Order, { waiting, leaving }: OrderProgress): StaffAction[] {
  const { state } = order;
  const hasUnsentRefund = leaving.some(({ kind, sentMovement }) => kind === 'return' && sentMovement === null);
  const hasSurplus = surplusPayments(order).length > 0 && !state.held;
  const allowed = (act: StaffAction): boolean => {
    switch (act) {
      case 'recordExtra':
        return state.payIn === 'received' || state.payIn === 'returned';
      case 'returnMoney':
        return waiting === null && !hasUnsentRefund && (hasSurplus || canApply(state, 'returnMoney'));
      case 'approveReturn':
      case 'declineReturn':
        return waiting === 'return';
      case 'recordReturned':
        return hasUnsentRefund && !state.held && waiting !== 'undo';
      case 'prepareUndo':
        return waiting === null && leaving.length > 0;
      case 'undoPayIn':
        return (
          waiting === null &&
          !hasUnsentRefund &&
          order.movements.some((line) => canLeave(order, getUnlinkCommand(order), line))
        );
      case 'hold':
        return canHold(order);
      case 'approveUndo':
      case 'declineUndo':
        return waiting === 'undo';
      case 'preparePayout':
        return waiting === null && canApply(state, act);
      case 'startProcessing':
        return order.chooseUntil === null && canApply(state, act);
      case 'complete':
        return waiting !== 'undo' && canApply(state, act);
      default:
        return canApply(state, act);
    }
  };
  return [...staffCommands, ...otherActs].filter(allowed);
}

function findCurrentContradiction(tx: Db, order: Order, proposal: OpenProposal | null) {
  const ofId = (proposal?.payload as ProposalPayload | undefined)?.['movementId'];
  const line = order.movements.find(({ id }) => id === ofId) ?? primaryPayIn(order);
  return line && findContradiction(tx, order, line.party);
}

const waitsForCoins = ({ state }: Order): boolean => state.payIn === 'awaiting' || state.payIn === 'claimed';

export const showOrder = staffReader()
  .errors(refusalCodes('trading.order_not_found'))
  .input(OneOrder)
  .handler(async function showOrder({ context, input }) {
    const { services, tx, person } = context;
    const order = await findOrder(tx, input.orderId);
    if (!order) return refuse('trading.order_not_found', {});
    const proposal = await findOutgoingProposal(tx, order.id);
    const subject = { customerId: order.userId, preparedBy: proposal?.proposedBy ?? null };
    if (!can(person, orderPermissions.viewStaffSide, subject)) return refuse('trading.order_not_found', {});
    const entry = { action: 'trading.order_viewed', subjectType: 'order', subjectId: order.id, aboutId: order.userId };
    await auditView(tx, services.clock(), { ...byStaff(context), ...entry });
    const standing = await standingOf(tx, order);
    const isStopped = (act: StaffAction) => {
      const step = getFrozenStep(act);
      return step !== null && isBlockedBy(standing, step);
    };
    const leaving = await approvedTransfers(context, order);
    const progress = { waiting: proposal?.kind ?? null, leaving };
    const possible = getPossibleActions(order, progress).filter((act) => !isStopped(act));
    const isOthersProposal = proposal !== null && proposal.proposedBy !== person.id;
    const { receipt: _receipt, ...shown } = order;
    const canSeeHold = maySeeHoldReason(person, subject);
    const timeline = await findTimeline(tx, order.id, true);
    return {
      order: canSeeHold ? shown : redactHold(shown),
      customer: await findCustomer(tx, order.userId),
      files: await findFileSummaries(tx, [order.proofFile, order.sourceOfFundsFile]),
      parties: await findTransferParties(tx, order.id),
      hasValidWallet: order.walletAddress !== null && checkAddress(order.network, order.walletAddress).ok,
      warned: await findOrderWarning(tx, order.id),
      rivals: order.side === 'sell' && waitsForCoins(order) ? await findCompetingOrders(tx, order) : [],
      story: canSeeHold ? timeline : redactTimeline(timeline),
      balance: getBalance(order),
      sources: canSeeHold || can(person, orderPermissions.receive, subject) ? await findSources(tx, order.id) : [],
      waiting: proposal && toProposalView<TransferKind>(proposal, person),
      leaving: leaving.map(toTransferView),
      contradiction:
        canSeeHold || can(person, orderPermissions.receive, subject)
          ? await findCurrentContradiction(tx, order, proposal)
          : null,
      toTakeOff: order.movements.filter((line) => canLeave(order, getUnlinkCommand(order), line)).map(({ id }) => id),
      toReturn: order.movements.filter((line) => canLeave(order, 'returnMoney', line)).map(({ id }) => id),
      nextAction: nextAction({ ...order.state, chooseUntil: order.chooseUntil }, order.side),
      promise: getPromise(order, services.clock(), await findPayoutHoldEnd(tx, order)),
      stopped: standing.standstill !== null,
      possible,
      allowed: possible.filter(
        (act) => can(person, orderPermissions[act], subject) && !(act === 'withdrawPreparation' && isOthersProposal),
      ),
    };
  });

/** Screening details of a wallet. Compliance only, and not for the user's own order (decision A7). */
export const showWallet = staff(orderPermissions.hold)
  .errors(refusalCodes('trading.order_not_found'))
  .input(OneOrder)
  .handler(async function showWallet({ context: { tx, person }, input }) {
    const order = await findOrder(tx, input.orderId);
    const sees = order && can(person, orderPermissions.viewStaffSide, { customerId: order.userId, preparedBy: null });
    if (!sees) return refuse('trading.order_not_found', {});
    return { held: order.state.held, holdReason: order.holdReason, screening: await findWalletScreening(tx, order.id) };
  });
