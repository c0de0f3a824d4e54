import { jsonEqual } from '../../kernel/canonical-json.ts';
import { assertAll } from '../../kernel/refusal.ts';
import { decideProposal, defineProposal, lockProposal, propose } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { findBankPayer } from '../ledger/bank-evidence-store.ts';
import { assertNotChargedBack } from '../ledger/chargeback-store.ts';
import {
  assertUndoValid,
  type ProposalPayload,
  parseUndoInput,
  recordReturnedTransfer,
  reversalPayload,
  type UndoInput,
} from '../ledger/reversals.ts';
import { assertNotTakenBack } from '../ledger/taken-back-store.ts';
import { lockUnassigned, type Unassigned } from '../ledger/unassigned-store.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { unassignedPermissions } from '../trading/permissions.ts';
import { parseReason, type StaffContext } from '../trading/staff/order-commands.ts';
import { recordOutgoingMovement } from '../trading/staff/outgoing-guards.ts';
import { buildRefundPayload, withoutPersonalData } from '../trading/staff/pay-out-terms.ts';
import { refuse } from '../trading/staff-messages.ts';
import {
  assertMayRefund,
  assertNothingOpen,
  decisionProcedure,
  findApprovedRefunds,
  findOpenRefundProposal,
  hasRecorded,
  lockUnallocated,
  recordMoneyEvent,
  requireUnallocated,
  unallocatedProcedure,
} from './guards.ts';
import { Decide, PrepareReturn, RecordReturned, UndoReturn } from './schema.ts';

const getCustomerId = ({ through }: Unassigned) => through[0]?.userId ?? null;

async function buildRefund({ tx }: StaffContext, money: Unassigned, reasonCode: string): Promise<ProposalPayload> {
  const [to, ours] = await Promise.all([findBankPayer(tx, money.id, money.party), loadCurrentSettings(tx)]);
  return buildRefundPayload(null, { line: { ...money, amount: money.left }, to, reasonCode }, ours);
}

/** Proposes to refund the remaining amount to its payer (decision D2). */
export const prepareRefund = unallocatedProcedure(unassignedPermissions.giveBack)
  .input(PrepareReturn)
  .handler(async function prepareRefund({ context, input }) {
    const { tx, person } = context;
    const money = await lockUnallocated(context, input.movementId);
    await assertNothingOpen(context, money);
    const reasonCode = parseReason('return', input.reasonCode);
    await assertNotChargedBack(tx, { lineId: money.id, reasonCode });
    await assertMayRefund(context, money);
    await assertNotTakenBack(tx, [money.id]);
    const payload = await buildRefund(context, money, reasonCode);
    await propose(tx, { kind: 'return', subject: money.id, payload, by: person.id, customer: getCustomerId(money) });
    const event = {
      action: 'unassignedReturnPrepared',
      note: input.note,
      reasonCode,
      after: withoutPersonalData(payload),
    };
    return recordMoneyEvent(context, money, event);
  });

type OpenRefundProposal = Proposal & { readonly proposedBy: string };
const toProposalRef = ({ id, kind, subject }: OpenRefundProposal) => ({ id, kind, subject });

type Checked = StaffContext & {
  readonly money: Unassigned;
  readonly expected: ProposalPayload;
  readonly isRecorder: boolean;
  readonly note: string;
};

const returnProposal = defineProposal<Checked, ProposalPayload>({
  kind: 'return',
  stillValid: ({ expected }, { payload }) => jsonEqual(payload, expected),
  async apply(staff, { payload }) {
    // The refund goes to the payer that the recorder typed (decision D2).
    if (staff.isRecorder) refuse('desk.recorded_by_you', {});
    const event = { action: 'unassignedReturnApproved', note: staff.note, after: withoutPersonalData(payload) };
    await recordMoneyEvent(staff, staff.money, event);
  },
});

type Answer = { readonly open: OpenRefundProposal; readonly note: string };

async function approveRefund(context: StaffContext, money: Unassigned, { open, note }: Answer): Promise<void> {
  const { tx } = context;
  const reasonCode = (open.payload as ProposalPayload)['reasonCode'] ?? '';
  const [expected, isRecorder, locked] = await Promise.all([
    buildRefund(context, money, reasonCode),
    hasRecorded(context, money),
    lockProposal(tx, open.id),
    assertAll([
      assertMayRefund(context, money),
      assertNotTakenBack(tx, [money.id]),
      assertNotChargedBack(tx, { lineId: money.id, reasonCode }),
    ]),
  ]);
  const checked = { ...context, money, expected, isRecorder, note };
  await returnProposal.decide(checked, { proposalId: open.id, locked, decision: 'approve' });
}

async function approveUndo(context: StaffContext, money: Unassigned, { open, note }: Answer): Promise<void> {
  const refunds = await findApprovedRefunds(context, money);
  const getNamed = ({ of }: ProposalPayload) => refunds.find(({ id }) => id === of) ?? refuse('desk.not_approved', {});
  const unchanged = ({ payload }: Proposal) =>
    jsonEqual(
      payload,
      reversalPayload(null, getNamed(payload as ProposalPayload), parseUndoInput(payload as ProposalPayload)),
    );
  const verdict = { by: context.person.id, decision: 'approve', unchanged } as const;
  const undo = await decideProposal(context.tx, toProposalRef(open), verdict);
  const line = await recordReturnedTransfer(context, null, {
    approved: getNamed(undo.payload as ProposalPayload),
    undo,
  });
  const after = { ...(undo.payload as ProposalPayload), ...line };
  await recordMoneyEvent(context, money, { action: 'unassignedReturnUndone', note, after });
}

export const decideUnallocated = decisionProcedure(unassignedPermissions.decide)
  .input(Decide)
  .handler(async function decideUnallocated({ context: { personPromise, ...pipelined }, input }) {
    const { tx } = pipelined;
    const [person, found, waiting] = await Promise.all([
      personPromise,
      lockUnassigned(tx, input.movementId),
      findOpenRefundProposal(pipelined, { id: input.movementId }),
    ]);
    const context = { ...pipelined, person };
    const money = requireUnallocated(person, found);
    const open = waiting ?? refuse('approvals.not_found', {});
    // The proposal on the user's screen may have been replaced.
    if (open.id !== input.proposalId) refuse('approvals.already_decided', {});
    if (input.decision === 'approve') {
      await (open.kind === 'return' ? approveRefund : approveUndo)(context, money, { open, note: input.note });
      return { movementId: money.id };
    }
    const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
    await decideProposal(tx, toProposalRef(open), { by: person.id, decision, reason: input.note });
    const action = open.kind === 'return' ? 'unassignedReturnDeclined' : 'unassignedUndoDeclined';
    return recordMoneyEvent(context, money, { action, note: input.note });
  });

export const recordRefunded = unallocatedProcedure(unassignedPermissions.giveBack)
  .input(RecordReturned)
  .handler(async function recordRefunded({ context, input }) {
    const money = await lockUnallocated(context, input.movementId);
    if (await findOpenRefundProposal(context, money)) refuse('desk.undo_waits', {});
    const approved = (await findApprovedRefunds(context, money)).find(({ left }) => left === null);
    if (!approved) return refuse('desk.not_approved', {});
    const reasonCode = (approved.payload as ProposalPayload)['reasonCode'] ?? null;
    await assertNotChargedBack(context.tx, { lineId: money.id, reasonCode, note: input.note });
    await assertMayRefund(context, money);
    const after = await recordOutgoingMovement(context, null, {
      approvedTransfer: approved,
      sent: input,
      rail: money.rail,
    });
    return recordMoneyEvent(context, money, { action: 'unassignedReturned', note: input.note, after });
  });

/** Proposes to undo an approved refund that was never sent, or that the bank or network returned. */
export const proposeUndoRefund = unallocatedProcedure(unassignedPermissions.giveBack)
  .input(UndoReturn)
  .handler(async function proposeUndoRefund({ context, input }) {
    const { tx, person } = context;
    const money = await lockUnallocated(context, input.movementId);
    if (await findOpenRefundProposal(context, money)) refuse('approvals.already_open', {});
    const approved = (await findApprovedRefunds(context, money)).find(({ id }) => id === input.proposalId);
    if (!approved) return refuse('desk.not_approved', {});
    const reasonCode = parseReason(approved.left ? 'bounce' : 'undo', input.reasonCode);
    const { evidence, reference, movedOn, movedTime } = input;
    const undoing: UndoInput = { reasonCode, evidence, reference, movedOn, movedTime };
    await assertUndoValid(context, approved, undoing);
    const payload = reversalPayload(null, approved, undoing);
    await propose(tx, { kind: 'undo', subject: money.id, payload, by: person.id, customer: getCustomerId(money) });
    const event = { action: 'unassignedUndoPrepared', note: input.note, reasonCode, after: payload };
    return recordMoneyEvent(context, money, event);
  });
