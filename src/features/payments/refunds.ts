import { type Money, parseMoney } from '../../kernel/money.ts';
import { actorFrom } from '../../platform/actor.ts';
import type { SessionUser } from '../../platform/database/database.ts';
import { staffPipelined } from '../../platform/http/procedure.ts';
import { findOpenProposal } from '../approvals/decide.ts';
import { standingOf } from '../freezes/frozen.ts';
import { findBankPayer } from '../ledger/bank-evidence-store.ts';
import { referenceRefusalCodes } from '../ledger/evidence.ts';
import { noParty, type Party } from '../ledger/movement.ts';
import { assertMayLeave, outgoingRefusalCodes } from '../outgoing-money/gate.ts';
import {
  approveTransfer,
  findApprovedTransfers,
  type LockedTransfer,
  lockForApproval,
  type OutgoingMoney,
  type ProposalPayload,
  parseParty,
  proposeTransfer,
  recordTransfer,
  rejectTransfer,
  requireUnsent,
} from '../outgoing-money/transfers.ts';
import { areNamesClear } from '../screening/compare-payer.ts';
import { findContradiction } from './match-incoming.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type FulfilmentByProduct, lockPaymentFor, movePayment, requirePaymentFor } from './move-payment.ts';
import {
  buildRefundPayload,
  getHeldMovement,
  type HeldMovement,
  isPartialRefund,
  parseRequest,
  redactParty,
} from './partial-refund.ts';
import { type PaymentAct, paymentPermissions } from './permissions.ts';
import { AnswerReturn, PrepareReturn, RecordReturn } from './schema.ts';
import {
  isFromUnclearAddress,
  paymentStaffProcedure,
  recordEvent,
  requireReason,
  type StaffContext,
  staffRefusalCodes,
} from './staff-api.ts';
import { findPayment, type Payment } from './store.ts';

const refundRefusalCodes = {
  ...outgoingRefusalCodes,
  ...refusalCodes('payments.whole_only', 'payments.part_unreadable', 'payments.more_than_left'),
};

type StaffAct = Exclude<PaymentAct, 'claim' | 'callOff' | 'view' | 'queue'>;

export const refundProcedure = (payables: FulfilmentByProduct, act: StaffAct) =>
  paymentStaffProcedure(payables, act).errors(refundRefusalCodes);

/** {@link refundProcedure} of the second person, see {@link lockPaymentToApprove}. */
export const approvalProcedure = (payables: FulfilmentByProduct, act: StaffAct) =>
  staffPipelined(paymentPermissions[act])
    .errors(staffRefusalCodes)
    .errors(refundRefusalCodes)
    .use(({ next }) => next({ context: { payables } }));

/** Finds the payment to refund, with the payer from the bank line. Refunds go to that payer only. */
async function findMovementToRefund({ tx }: StaffContext, payment: Payment): Promise<HeldMovement> {
  const line = getHeldMovement(payment);
  return { ...line, party: await findBankPayer(tx, line.id, line.party) };
}

type Refund = {
  readonly line: HeldMovement;
  readonly to: Party;
  readonly reasonCode: string | null;
  readonly note?: string;
};

/** Sanctions lists may have changed since the payment arrived. An allowed return covers the names, not the address. */
async function loadOwnFacts(staff: StaffContext, payment: Payment, { line, to }: Refund) {
  const expected = to.holder === null ? [] : [to.holder];
  const [isUnclearAddress, areNames, { returnDecided }, contradiction] = await Promise.all([
    isFromUnclearAddress(staff, { ...line, party: to }),
    areNamesClear(staff.tx, payment.id, { expected }),
    standingOf(staff.tx, payment),
    findContradiction(staff.tx, payment, line.party),
  ]);
  return { isCleared: !isUnclearAddress && (areNames || returnDecided), contradiction };
}

/** Money of a payment without a destination, to undo a refund. */
export const paymentMoney = ({ tx }: StaffContext, payment: Payment) =>
  ({
    kind: 'payment',
    due: { paymentId: payment.id, userId: payment.userId },
    id: payment.id,
    customerIds: [payment.userId],
    incomingIds: [],
    to: noParty,
    transfers: findApprovedTransfers(tx, payment),
  }) as const satisfies OutgoingMoney;

const refundMoney = (staff: StaffContext, payment: Payment, refund: Refund): OutgoingMoney => ({
  ...paymentMoney(staff, payment),
  incomingIds: [refund.line.id],
  to: refund.to,
  reasonCode: refund.reasonCode,
  note: refund.note ?? '',
  own: loadOwnFacts(staff, payment, refund),
});

export const findWaitingProposal = ({ tx }: Pick<StaffContext, 'tx'>, paymentId: string) =>
  findOpenProposal(tx, ['return', 'undo'], paymentId);

type RefundInput = { readonly reasonCode: string; readonly note: string; readonly part?: Money | null };

export async function proposeRefund(staff: StaffContext, payment: Payment, back: RefundInput): Promise<void> {
  const { note, part = null } = back;
  const line = await findMovementToRefund(staff, payment);
  const reasonCode = requireReason('return', back.reasonCode);
  const money = refundMoney(staff, payment, { line, to: line.party, reasonCode });
  await assertMayLeave(staff, 'prepareRefund', money);
  const payload = buildRefundPayload(payment, line, { reasonCode, part });
  await proposeTransfer(staff, money, { kind: 'return', payload });
  await recordEvent(staff, payment, { action: 'prepareReturn', after: { ...redactParty(payload), note } });
}

/** Proposes a full or partial refund, which a second person approves (decision D2). */
const prepareReturn = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'prepareReturn')
    .input(PrepareReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person } = staff;
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act: 'prepareReturn' });
      const { reasonCode, note, amount } = input;
      const part = amount === null ? null : (parseMoney(amount, 'JMD') ?? refuse('payments.part_unreadable', {}));
      await proposeRefund(staff, payment, { reasonCode, note, part });
      return { paymentId: payment.id };
    });

type Pipelined = Omit<StaffContext, 'person'> & { readonly personPromise: Promise<SessionUser> };
type Approval = { readonly kind: 'return' | 'undo'; readonly act: 'approveReturn' | 'approveUndo' };

/** Locks payment, proposal and both people together with the session check. */
export async function lockPaymentToApprove(
  { personPromise, ...context }: Pipelined,
  { paymentId, proposalId }: { readonly paymentId: string; readonly proposalId: string },
  { kind, act }: Approval,
): Promise<{ staff: StaffContext; payment: Payment; locked: LockedTransfer }> {
  const { tx } = context;
  const found = findPayment(tx, paymentId, true);
  const subject = { proposalId, subject: paymentId, kinds: [kind] };
  const { person, owner, locked } = await lockForApproval({ tx, personPromise }, found, subject);
  const attempt = { actor: person, act, preparedBy: locked.proposedBy };
  return { staff: { ...context, person }, payment: requirePaymentFor(owner, attempt), locked };
}

async function applyRefund(staff: StaffContext, payment: Payment, refund: { payload: ProposalPayload; note: string }) {
  const { payload, note } = refund;
  const record = redactParty(payload);
  const facts = { reasonCode: payload['reasonCode'] ?? null };
  const step = { actor: actorFrom('staff', staff), note, record };
  if (isPartialRefund(payload)) await movePayment(staff, payment, { ...step, command: 'agreePart' });
  else if (payment.state.ended === null) await movePayment(staff, payment, { ...step, command: 'refund', facts });
  else await recordEvent(staff, payment, { action: 'approveReturn', after: { ...record, note } });
}

const approveReturn = (payables: FulfilmentByProduct) =>
  approvalProcedure(payables, 'approveReturn')
    .input(AnswerReturn)
    .handler(async ({ context, input }) => {
      const { note } = input;
      const approval = { kind: 'return', act: 'approveReturn' } as const;
      const { staff, payment, locked } = await lockPaymentToApprove(context, input, approval);
      const proposed = locked.payload;
      const { reasonCode = null } = proposed;
      // The approval is refused below unless this is still the payer on the bank line.
      const refund = { line: getHeldMovement(payment), to: parseParty(proposed), reasonCode, note };
      const [line] = await Promise.all([
        findMovementToRefund(staff, payment),
        assertMayLeave(staff, 'approveRefund', refundMoney(staff, payment, refund)),
      ]);
      await approveTransfer(staff, locked, {
        rebuildPayload: () => buildRefundPayload(payment, line, parseRequest(proposed)),
        apply: ({ payload }) => applyRefund(staff, payment, { payload, note }),
      });
      return { paymentId: payment.id };
    });

/** Withdraws the caller's own proposal, or rejects a colleague's. */
export const rejectProposal = (payables: FulfilmentByProduct, act: 'declineReturn' | 'declineUndo') =>
  refundProcedure(payables, act)
    .input(AnswerReturn)
    .handler(async ({ context: staff, input: { paymentId, proposalId, note } }) => {
      const payment = await lockPaymentFor(staff.tx, paymentId, { actor: staff.person, act });
      const kind = act === 'declineReturn' ? 'return' : 'undo';
      const { decision } = await rejectTransfer(staff, { proposalId, kind, subject: payment.id, note });
      await recordEvent(staff, payment, { action: act, after: { decision, note } });
      return { paymentId: payment.id };
    });

/** Records the bank reference or hash of an approved refund after staff sent it (decision E4). */
const recordReturned = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'recordReturned')
    .errors(referenceRefusalCodes)
    .input(RecordReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person } = staff;
      const { note } = input;
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act: 'recordReturned' });
      const approved = requireUnsent(await findApprovedTransfers(tx, payment), 'return');
      const payload = approved.payload as ProposalPayload;
      const { reasonCode = null, amount = null } = payload;
      const refund = { line: getHeldMovement(payment), to: parseParty(payload), reasonCode, note };
      const money = refundMoney(staff, payment, refund);
      await assertMayLeave(staff, 'recordRefund', money);
      const { rail } = refund.line;
      const { movementId, reference } = await recordTransfer(staff, money, { approved, rail, sent: input });
      await movePayment(staff, payment, {
        command: isPartialRefund(payload) ? 'returnPart' : 'returnMoney',
        actor: actorFrom('staff', staff),
        facts: { reasonCode },
        note,
        record: { movementId, reference, amount },
      });
      return { paymentId: payment.id };
    });

export const refundApi = (payables: FulfilmentByProduct) => ({
  prepareReturn: prepareReturn(payables),
  approveReturn: approveReturn(payables),
  declineReturn: rejectProposal(payables, 'declineReturn'),
  recordReturned: recordReturned(payables),
});
