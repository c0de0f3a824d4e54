import { jsonEqual } from '../../../kernel/canonical-json.ts';
import type { Db } from '../../../platform/database/database.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import { holderMatches } from '../../ledger/names.ts';
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
  lockOrderForApproval,
  lockOrderForStaff,
  parseReason,
} from './order-commands.ts';
import {
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

/** Proposes a payout. Its amount, recipient and source cannot change before approval (decisions D2, E4). */
export const preparePayout = outgoingProcedure(orderPermissions.preparePayout)
  .input(PlainStep)
  .handler(async function preparePayout({ context, input }) {
    const { tx, person } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'preparePayout');
    await assertNoOpenProposal(tx, order);
    await assertPayeeUnchanged(tx, order);
    await assertMayPayOut(context, order, getPayee(order));
    const payload = buildPayoutPayload(order, await loadCurrentSettings(tx));
    const note = input.note || null;
    const done = await applyTransition(context, order, {
      command: 'preparePayout',
      note,
      public: false,
      record: withoutPersonalData(payload),
    });
    await propose(tx, { kind: 'payout', subject: order.id, payload, by: person.id, customer: order.userId });
    return done;
  });

/** A second person approves the payout, and staff may send it (decision D2). */
export const approvePayout = outgoingProcedure(orderPermissions.approvePayout)
  .input(AnswerStep)
  .handler(async function approvePayout({ context, input }) {
    const { tx, person } = context;
    const { order } = await lockOrderForApproval(context, input.orderId, { kind: 'payout', act: 'approvePayout' });
    await assertPayeeUnchanged(tx, order);
    await assertMayPayOut(context, order, getPayee(order));
    await assertMovementLooked(context, order, { line: primaryPayIn(order), note: input.note });
    const now = buildPayoutPayload(order, await loadCurrentSettings(tx));
    const unchanged = ({ payload }: { payload: unknown }) => jsonEqual(payload, now);
    await decideProposal(tx, toProposalRef(input), { by: person.id, decision: 'approve', unchanged });
    return applyTransition(context, order, {
      command: 'approvePayout',
      note: input.note || null,
      public: false,
      record: withoutPersonalData(now),
    });
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
