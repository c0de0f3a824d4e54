import { jsonEqual } from '../../../kernel/canonical-json.ts';
import { assertAll } from '../../../kernel/refusal.ts';
import type { Db } from '../../../platform/database/database.ts';
import { decideProposal, defineProposal } from '../../approvals/decide.ts';
import { holderMatches } from '../../ledger/names.ts';
import type { ProposalPayload } from '../../ledger/reversals.ts';
import type { Settings } from '../../settings/schema.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { primaryPayIn } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { readReason } from '../order/reasons.ts';
import { orderPermissions } from '../permissions.ts';
import { refuse } from '../staff-messages.ts';
import { assertMovementLooked } from './evidence.ts';
import {
  applyTransition,
  assertNoOpenProposal,
  assertNotFrozen,
  lockOrderForApproval,
  lockOrderForStaff,
  parseReason,
  type StaffContext,
} from './order-commands.ts';
import {
  approvalProcedure,
  assertMayPayOut,
  assertMayRecordSent,
  assertNotStopped,
  outgoingProcedure,
  recordOutgoingMovement,
  requireApprovedTransfer,
} from './outgoing-guards.ts';
import { buildPayoutPayload, getPayee, getPayoutRail, withoutPersonalData } from './pay-out-terms.ts';
import { findCustomerName } from './queue-store.ts';
import { AnswerStep, PlainStep, RecordSent, SendBack } from './schema.ts';

const toProposalRef = ({ orderId, proposalId }: { orderId: string; proposalId: string }) =>
  ({ id: proposalId, kind: 'payout', subject: orderId }) as const;

async function assertPayeeUnchanged(tx: Db, { side, userId, bank }: Order): Promise<void> {
  if (side === 'buy' || bank === null) return;
  const name = await findCustomerName(tx, userId);
  if (!name || !holderMatches(bank.accountHolderName, name)) refuse('desk.payee_renamed', {});
}

type Checked = StaffContext & { readonly order: Order; readonly settings: Settings; readonly note: string };

const payoutProposal = defineProposal<Checked, ProposalPayload>({
  kind: 'payout',
  stillValid: ({ order, settings }, { payload }) => jsonEqual(payload, buildPayoutPayload(order, settings)),
  async apply(staff, { payload }) {
    const step = { command: 'approvePayout', note: staff.note || null, public: false } as const;
    await applyTransition(staff, staff.order, { ...step, record: withoutPersonalData(payload) });
  },
});

/** Proposes a payout. Its amount, recipient and source cannot change before approval (decisions D2, E4). */
export const preparePayout = outgoingProcedure(orderPermissions.preparePayout)
  .input(PlainStep)
  .handler(async function preparePayout({ context, input }) {
    const { tx } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'preparePayout');
    const [settings] = await Promise.all([
      loadCurrentSettings(tx),
      assertAll([
        assertNoOpenProposal(tx, order),
        assertPayeeUnchanged(tx, order),
        assertMayPayOut(context, order, getPayee(order)),
      ]),
    ]);
    const payload = buildPayoutPayload(order, settings);
    const note = input.note || null;
    const done = await applyTransition(context, order, {
      command: 'preparePayout',
      note,
      public: false,
      record: withoutPersonalData(payload),
    });
    await payoutProposal.propose(context, { subject: order.id, payload, customer: order.userId });
    return done;
  });

/** A second person approves the payout, and staff may send it (decision D2). */
export const approvePayout = approvalProcedure(orderPermissions.approvePayout)
  .input(AnswerStep)
  .handler(async function approvePayout({ context, input }) {
    const { note, proposalId } = input;
    const act = 'approvePayout';
    const { staff, order, locked } = await lockOrderForApproval(context, input, { kind: 'payout', act });
    const [settings] = await Promise.all([
      loadCurrentSettings(staff.tx),
      assertAll([
        assertNotFrozen(staff, order, act),
        assertPayeeUnchanged(staff.tx, order),
        assertMayPayOut(staff, order, getPayee(order)),
        assertMovementLooked(staff, order, { line: primaryPayIn(order), note }),
      ]),
    ]);
    await payoutProposal.decide({ ...staff, order, settings, note }, { proposalId, locked, decision: 'approve' });
    return { orderId: order.id };
  });

const formatRejection = (code: string, note: string): string =>
  [readReason('send_back', code)?.staff, note].filter(Boolean).join(' ').slice(0, 500);

export const sendBackPayout = outgoingProcedure(orderPermissions.sendBack)
  .input(SendBack)
  .handler(async function sendBackPayout({ context, input }) {
    const { tx, person } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'sendBack');
    const reasonCode = parseReason('send_back', input.reasonCode);
    const reason = formatRejection(reasonCode, input.note);
    await decideProposal(tx, toProposalRef(input), { by: person.id, decision: 'reject', reason });
    return applyTransition(context, order, {
      command: 'sendBack',
      reasonCode,
      note: input.note || null,
      public: false,
    });
  });

export const withdrawPayout = outgoingProcedure(orderPermissions.withdrawPreparation)
  .input(AnswerStep)
  .handler(async function withdrawPayout({ context, input }) {
    const { tx, person } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'withdrawPreparation');
    await decideProposal(tx, toProposalRef(input), { by: person.id, decision: 'withdraw' });
    return applyTransition(context, order, { command: 'withdrawPreparation', note: input.note || null, public: false });
  });

/** Records the bank reference or transaction hash of a sent payout. Completes the order (decision E4). */
export const recordSent = outgoingProcedure(orderPermissions.complete)
  .input(RecordSent)
  .handler(async function recordSent({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'complete');
    await assertNotStopped(context, order);
    const approved = await requireApprovedTransfer(context, order, 'payout');
    await assertMayRecordSent(context, order, { approvedTransfer: approved, sent: input, to: getPayee(order) });
    const record = await recordOutgoingMovement(context, order, {
      approvedTransfer: approved,
      sent: input,
      rail: getPayoutRail(order),
    });
    return applyTransition(context, order, { command: 'complete', note: input.note || null, record });
  });
