import { paginate } from '../../kernel/pagination.ts';
import { can } from '../../kernel/permissions.ts';
import { auditView, byStaff } from '../../platform/audit.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { findFileSummaries } from '../documents/store.ts';
import { isBlockedBy, standingOf } from '../freezes/frozen.ts';
import { findApprovedTransfers, toProposalView, toTransferView } from '../outgoing-money/transfers.ts';
import { findContradiction, getPayerName } from './match-incoming.ts';
import { refusalCodes, refuse } from './messages.ts';
import { getRefundableAmount } from './partial-refund.ts';
import { canMove, getNextAction, type NextAction } from './payment.ts';
import { type PaymentAct, paymentPermissions } from './permissions.ts';
import { getRefundSummary } from './refund-summary.ts';
import { findWaitingProposal } from './refunds.ts';
import { OnePayment, QueuePage } from './schema.ts';
import { countQueued, findPayer, findPayment, findQueuedPayments, type Payment } from './store.ts';

const pageSize = 50;
const readProcedure = () => staff(paymentPermissions.queue);

const getStaffAction = ({
  held,
  partAgreed,
  state,
}: Pick<Payment, 'held' | 'partAgreed' | 'state'>): NextAction | null =>
  held ? 'stopped' : partAgreed ? 'return_part' : getNextAction(state);

const queue = readProcedure()
  .input(QueuePage)
  .handler(async function queue({ context: { tx, services }, input }) {
    const found = await findQueuedPayments(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = paginate(found, pageSize, ({ waitingSince, id }) => ({ waitingSince, id }));
    const lines = page.map(({ movements: _lines, ...rest }) => ({ ...rest, nextAction: getStaffAction(rest) }));
    return { lines, next, now: services.clock() };
  });

const count = readProcedure().handler(async function count({ context: { tx } }) {
  return { waiting: await countQueued(tx) };
});

type RefundState = {
  readonly waiting: 'return' | 'undo' | null;
  readonly isApproved: boolean;
  readonly canUndo: boolean;
  readonly isStopped: boolean;
};

const staffMoves = ['receive', 'attachLate', 'rejectClaim', 'reject'] as const;
export type PaymentStaffAct = Exclude<PaymentAct, 'claim' | 'callOff' | 'view' | 'queue'> | 'attachLate';

function getPossibleActs(
  { state }: Payment,
  { waiting, isApproved, canUndo, isStopped }: RefundState,
): PaymentStaffAct[] {
  const isRefundable = state.payIn === 'received' && !isStopped;
  return [
    ...staffMoves.filter((command) => canMove(state, command)),
    ...(isRefundable && !waiting && !isApproved ? (['prepareReturn'] as const) : []),
    ...(waiting === 'return' && !isStopped ? (['approveReturn'] as const) : []),
    ...(waiting === 'return' ? (['declineReturn'] as const) : []),
    ...(waiting === 'undo' ? (['approveUndo', 'declineUndo'] as const) : []),
    ...(isRefundable && isApproved && !waiting ? (['recordReturned'] as const) : []),
    ...(canUndo && !waiting ? (['prepareUndo'] as const) : []),
  ];
}

/** Shows a payment to staff and audits the view. Refuses their own payments. */
const show = readProcedure()
  .errors(refusalCodes('payments.not_found', 'approvals.own_matter'))
  .input(OnePayment)
  .handler(async function show({ context, input }) {
    const { tx, person, services } = context;
    const payment = (await findPayment(tx, input.paymentId)) ?? refuse('payments.not_found', {});
    if (isSamePerson(person, payment.userId)) refuse('approvals.own_matter', {});
    const about = { subjectType: 'payment', subjectId: payment.id, aboutId: payment.userId };
    await auditView(tx, services.clock(), { ...byStaff(context), action: 'payments.viewed', ...about });
    const customer = await findPayer(tx, payment.userId);
    const open = await findWaitingProposal(context, payment.id);
    const approved = await findApprovedTransfers(tx, payment);
    const line = payment.movements.find(({ direction }) => direction === 'in');
    const isStopped = isBlockedBy(await standingOf(tx, payment), 'back');
    const subject = { customerId: payment.userId, preparedBy: open?.proposedBy ?? null };
    const waitingKind = (open?.kind ?? null) as 'return' | 'undo' | null;
    const isApproved = approved.some(({ sentMovement }) => sentMovement === null);
    const allowed = getPossibleActs(payment, {
      waiting: waitingKind,
      isApproved,
      canUndo: approved.length > 0,
      isStopped,
    }).filter((act) => can(person, paymentPermissions[act === 'attachLate' ? 'receive' : act], subject));
    return {
      payment,
      customer: customer && {
        id: payment.userId,
        name: customer.name,
        legalName: getPayerName(customer),
        email: customer.email,
      },
      files: await findFileSummaries(tx, [payment.proofFile]),
      waiting: open && toProposalView<'return' | 'undo'>(open, person),
      leaving: approved.map(toTransferView),
      contradiction: line ? await findContradiction(tx, payment, line.party) : null,
      allowed,
      wentBack: getRefundSummary(payment),
      worthHere: getRefundableAmount(payment),
      nextAction: getStaffAction(payment),
    };
  });

export const staffViewsApi = { queue, count, show };
