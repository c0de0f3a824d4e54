import { decideProposal } from '../../approvals/decide.ts';
import { assertMayLeave } from '../../outgoing-money/gate.ts';
import { approveTransfer, proposeTransfer, recordTransfer, requireUnsent } from '../../outgoing-money/transfers.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { readReason } from '../order/reasons.ts';
import { orderPermissions } from '../permissions.ts';
import { applyTransition, lockOrderForApproval, lockOrderForStaff, parseReason } from './order-commands.ts';
import {
  approvalProcedure,
  assertNotHeld,
  loadRecordFacts,
  orderMoney,
  outgoingProcedure,
  payoutMoney,
} from './outgoing-guards.ts';
import { buildPayoutPayload, getPayee, getPayoutRail, withoutPersonalData } from './pay-out-terms.ts';
import { AnswerStep, PlainStep, RecordSent, SendBack } from './schema.ts';

const toProposalRef = ({ orderId, proposalId }: { orderId: string; proposalId: string }) =>
  ({ id: proposalId, kind: 'payout', subject: orderId }) as const;

/** Proposes a payout. Its amount, recipient and source cannot change before approval (decisions D2, E4). */
export const preparePayout = outgoingProcedure(orderPermissions.preparePayout)
  .input(PlainStep)
  .handler(async function preparePayout({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'preparePayout');
    const money = payoutMoney(context, order);
    const [settings] = await Promise.all([
      loadCurrentSettings(context.tx),
      assertMayLeave(context, 'preparePayout', money),
    ]);
    const payload = buildPayoutPayload(order, settings);
    const done = await applyTransition(context, order, {
      command: 'preparePayout',
      note: input.note || null,
      public: false,
      record: withoutPersonalData(payload),
    });
    await proposeTransfer(context, money, { kind: 'payout', payload });
    return done;
  });

/** A second person approves the payout, and staff may send it (decision D2). */
export const approvePayout = approvalProcedure(orderPermissions.approvePayout)
  .input(AnswerStep)
  .handler(async function approvePayout({ context, input }) {
    const { note } = input;
    const approval = { kind: 'payout', act: 'approvePayout' } as const;
    const { staff, order, locked } = await lockOrderForApproval(context, input, approval);
    const [settings] = await Promise.all([
      loadCurrentSettings(staff.tx),
      assertMayLeave(staff, 'approvePayout', payoutMoney(staff, order, note)),
    ]);
    await approveTransfer(staff, locked, {
      rebuildPayload: () => buildPayoutPayload(order, settings),
      apply: ({ payload }) => {
        const step = { command: 'approvePayout', note: note || null, public: false } as const;
        return applyTransition(staff, order, { ...step, record: withoutPersonalData(payload) });
      },
    });
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
    const base = orderMoney(context, order);
    const approved = requireUnsent(await base.transfers, 'payout');
    const sent = { decidedAt: approved.decidedAt, sent: input, to: getPayee(order) };
    const money = { ...base, own: loadRecordFacts(context, order, sent) };
    await assertMayLeave(context, 'recordPayout', money);
    assertNotHeld(order);
    const record = await recordTransfer(context, money, { approved, rail: getPayoutRail(order), sent: input });
    return applyTransition(context, order, { command: 'complete', note: input.note || null, record });
  });
