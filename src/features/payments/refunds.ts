import { jsonEqual } from '../../kernel/canonical-json.ts';
import { type Money, parseMoney } from '../../kernel/money.ts';
import { assertAll } from '../../kernel/refusal.ts';
import { actorFrom } from '../../platform/actor.ts';
import type { SessionUser } from '../../platform/database/database.ts';
import { staffPipelined } from '../../platform/http/procedure.ts';
import {
  decideProposal,
  decisionRefusalCodes,
  defineProposal,
  findOpenProposal,
  type LockedProposal,
  lockProposal,
  standingApprovals,
} from '../approvals/decide.ts';
import { standingOf } from '../freezes/frozen.ts';
import { getAsset, parseStoredAmount } from '../ledger/amount.ts';
import { assertMatchesBankLine, assertNotDuplicateLine, findBankPayer } from '../ledger/bank-evidence-store.ts';
import { assertNotChargedBack } from '../ledger/chargeback-store.ts';
import { buildDeparture, isBefore, referenceRefusalCodes } from '../ledger/evidence.ts';
import type { Movement } from '../ledger/movement.ts';
import { insertMovement } from '../ledger/movement-store.ts';
import { type ApprovedProposal, type ProposalPayload, withOutgoingMovement } from '../ledger/reversals.ts';
import { assertSecondLook } from '../ledger/second-look.ts';
import { assertNotTakenBack } from '../ledger/taken-back-store.ts';
import { isReturnStopped } from '../ledger/unassigned-store.ts';
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
  assertNotStopped,
  isFromUnclearAddress,
  paymentStaffProcedure,
  recordEvent,
  requireReason,
  type StaffContext,
  staffRefusalCodes,
} from './staff-api.ts';
import { findPayment, type Payment } from './store.ts';

const partialRefusals = ['payments.whole_only', 'payments.part_unreadable', 'payments.more_than_left'] as const;

const refundRefusalCodes = {
  ...decisionRefusalCodes,
  ...refusalCodes(
    'approvals.already_open',
    'payments.nothing_here',
    'payments.not_approved',
    'payments.before_approval',
    'payments.payee_not_clear',
    'desk.undo_waits',
    ...partialRefusals,
    'desk.charged_back',
    'desk.line_differs',
    'desk.line_again',
    'desk.line_taken_back',
    'desk.line_corrected',
    'desk.line_returned',
    'desk.evidence_yours',
    'desk.look_missing',
  ),
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

async function assertMayRefund(staff: StaffContext, payment: Payment, line: Movement): Promise<void> {
  const { tx } = staff;
  await assertAll([
    assertNotStopped(staff, payment),
    assertRefundAllowed(staff, payment, line),
    assertMatchesBankLine(tx, [line.id]),
    assertNotDuplicateLine(tx, [line.id]),
    assertPayeeClear(staff, payment, line),
  ]);
}

async function assertRefundAllowed({ tx }: StaffContext, payment: Payment, line: Movement): Promise<void> {
  const refund = { lineId: line.id, to: line.party };
  const [isStopped, { returnDecided }] = await Promise.all([isReturnStopped(tx, refund), standingOf(tx, payment)]);
  if (isStopped && !returnDecided) refuse('payments.stopped', {});
}

/** Sanctions lists may have changed since the payment arrived. */
async function assertPayeeClear(staff: StaffContext, payment: Payment, line: Movement): Promise<void> {
  const expected = line.party.holder === null ? [] : [line.party.holder];
  const [isUnclearAddress, areNames, { returnDecided }] = await Promise.all([
    isFromUnclearAddress(staff, line),
    areNamesClear(staff.tx, payment.id, { expected }),
    standingOf(staff.tx, payment),
  ]);
  if (isUnclearAddress || !(areNames || returnDecided)) refuse('payments.payee_not_clear', {});
}

export const findWaitingProposal = ({ tx }: Pick<StaffContext, 'tx'>, paymentId: string) =>
  findOpenProposal(tx, ['return', 'undo'], paymentId);

/** Finds approved refunds that were not undone, newest first. `left` is the sent transfer, or null. */
export const findApprovedRefunds = async (
  { tx }: Pick<StaffContext, 'tx'>,
  payment: Payment,
): Promise<ApprovedProposal[]> =>
  withOutgoingMovement(await standingApprovals(tx, ['return'], payment.id), payment.movements);

const findUnsentRefund = async (staff: Pick<StaffContext, 'tx'>, payment: Payment): Promise<ApprovedProposal | null> =>
  (await findApprovedRefunds(staff, payment)).find(({ left }) => left === null) ?? null;

type RefundInput = { readonly reasonCode: string; readonly note: string; readonly part?: Money | null };

export async function proposeRefund(staff: StaffContext, payment: Payment, back: RefundInput): Promise<void> {
  const { reasonCode, note, part = null } = back;
  const { tx } = staff;
  const line = await findMovementToRefund(staff, payment);
  const reason = requireReason('return', reasonCode);
  if ((await findWaitingProposal(staff, payment.id)) || (await findUnsentRefund(staff, payment)))
    refuse('approvals.already_open', {});
  await assertNotChargedBack(tx, { lineId: line.id, reasonCode: reason });
  await assertMayRefund(staff, payment, line);
  await assertNotTakenBack(tx, [line.id]);
  const payload = buildRefundPayload(payment, line, { reasonCode: reason, part });
  await returnProposal.propose(staff, { subject: payment.id, payload, customer: payment.userId });
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
): Promise<{ staff: StaffContext & { person: SessionUser }; payment: Payment; locked: LockedProposal }> {
  const { tx } = context;
  const found = findPayment(tx, paymentId, true);
  const [person, payment, locked] = await Promise.all([personPromise, found, lockProposal(tx, proposalId)]);
  if (locked?.kind !== kind || locked.subject !== paymentId) return refuse('approvals.not_found', {});
  const attempt = { actor: person, act, preparedBy: locked.proposedBy };
  return { staff: { ...context, person }, payment: requirePaymentFor(payment, attempt), locked };
}

type Checked = StaffContext & { readonly payment: Payment; readonly expected: ProposalPayload; readonly note: string };

const returnProposal = defineProposal<Checked, ProposalPayload>({
  kind: 'return',
  stillValid: ({ expected }, { payload }) => jsonEqual(payload, expected),
  async apply(staff, { payload }) {
    const { payment, note } = staff;
    const record = redactParty(payload);
    const facts = { reasonCode: payload['reasonCode'] ?? null };
    const step = { actor: actorFrom('staff', staff), note, record };
    if (isPartialRefund(payload)) await movePayment(staff, payment, { ...step, command: 'agreePart' });
    else if (payment.state.ended === null) await movePayment(staff, payment, { ...step, command: 'refund', facts });
    else await recordEvent(staff, payment, { action: 'approveReturn', after: { ...record, note } });
  },
});

const approveReturn = (payables: FulfilmentByProduct) =>
  approvalProcedure(payables, 'approveReturn')
    .input(AnswerReturn)
    .handler(async ({ context, input }) => {
      const { proposalId, note } = input;
      const approval = { kind: 'return', act: 'approveReturn' } as const;
      const { staff, payment, locked } = await lockPaymentToApprove(context, input, approval);
      const { tx } = staff;
      const held = getHeldMovement(payment);
      const frozen = locked.payload as ProposalPayload;
      const { bank = null, account = null, holder = null, address = null, tag = null } = frozen;
      // The approval is refused below unless this is still the payer on the bank line.
      const line = { ...held, party: { bank, account, holder, address, tag } };
      const contradiction = findContradiction(tx, payment, held.party);
      const [paid] = await Promise.all([
        findMovementToRefund(staff, payment),
        assertAll([
          assertMayRefund(staff, payment, line),
          assertNotTakenBack(tx, [line.id]),
          assertSecondLook(staff, { lineId: line.id, contradiction, note }),
          assertNotChargedBack(tx, { lineId: line.id, reasonCode: frozen['reasonCode'] ?? null }),
        ]),
      ]);
      const expected = buildRefundPayload(payment, paid, parseRequest(frozen));
      await returnProposal.decide({ ...staff, payment, expected, note }, { proposalId, locked, decision: 'approve' });
      return { paymentId: payment.id };
    });

/** Withdraws the caller's own proposal, or rejects a colleague's. */
export const rejectProposal = (payables: FulfilmentByProduct, act: 'declineReturn' | 'declineUndo') =>
  refundProcedure(payables, act)
    .input(AnswerReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person } = staff;
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act });
      const open = (await findWaitingProposal(staff, payment.id)) ?? refuse('approvals.not_found', {});
      const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
      const kind = act === 'declineReturn' ? 'return' : 'undo';
      const criteria = { id: input.proposalId, kind, subject: payment.id } as const;
      await decideProposal(tx, criteria, { by: person.id, decision, reason: input.note });
      await recordEvent(staff, payment, { action: act, after: { decision, note: input.note } });
      return { paymentId: payment.id };
    });

/** Records the bank reference or hash of an approved refund after staff sent it (decision E4). */
const recordReturned = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'recordReturned')
    .errors(referenceRefusalCodes)
    .input(RecordReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person, services } = staff;
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act: 'recordReturned' });
      if ((await findWaitingProposal(staff, payment.id))?.kind === 'undo') refuse('desk.undo_waits', {});
      const approved = (await findUnsentRefund(staff, payment)) ?? refuse('payments.not_approved', {});
      const line = await findMovementToRefund(staff, payment);
      const approvedPayload = approved.payload as ProposalPayload;
      const reasonCode = approvedPayload['reasonCode'] ?? null;
      await assertNotChargedBack(tx, { lineId: line.id, reasonCode, note: input.note });
      await assertMayRefund(staff, payment, line);
      const amount = parseStoredAmount(getAsset(line.amount), approvedPayload['amount'] ?? '');
      const evidence = await buildDeparture(staff, { rail: line.rail, amount }, input);
      if (isBefore(evidence, approved.decidedAt)) refuse('payments.before_approval', {});
      const movementId = await insertMovement(
        tx,
        { paymentId: payment.id, userId: payment.userId },
        {
          direction: 'back',
          ofId: line.id,
          amount,
          ...evidence,
          party: line.party,
          recordedAt: services.clock(),
          recordedBy: person.id,
          proposalId: approved.id,
        },
      );
      await movePayment(staff, payment, {
        command: isPartialRefund(approvedPayload) ? 'returnPart' : 'returnMoney',
        actor: actorFrom('staff', staff),
        facts: { reasonCode },
        note: input.note,
        record: { movementId, reference: evidence.reference.key, amount: approvedPayload['amount'] ?? null },
      });
      return { paymentId: payment.id };
    });

export const refundApi = (payables: FulfilmentByProduct) => ({
  prepareReturn: prepareReturn(payables),
  approveReturn: approveReturn(payables),
  declineReturn: rejectProposal(payables, 'declineReturn'),
  recordReturned: recordReturned(payables),
});
