import { jsonEqual } from '../../../kernel/canonical-json.ts';
import { assertAll } from '../../../kernel/refusal.ts';
import { decideProposal, defineProposal, findOpenProposal, rejectionReason } from '../../approvals/decide.ts';
import { findBankPayer } from '../../ledger/bank-evidence-store.ts';
import { assertNotChargedBack } from '../../ledger/chargeback-store.ts';
import { parsePayer } from '../../ledger/evidence.ts';
import type { Movement, Party } from '../../ledger/movement.ts';
import type { ProposalPayload } from '../../ledger/reversals.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { applyCommand } from '../order/order.ts';
import { isStillHeld, surplusPayments } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
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
  recordEvent,
  refuseTransition,
  type StaffContext,
} from './order-commands.ts';
import {
  approvalProcedure,
  assertMayRecordSent,
  assertMayRefund,
  assertNoPendingRefund,
  assertRefundAllowed,
  outgoingProcedure,
  parseParty,
  recordOutgoingMovement,
  requireApprovedTransfer,
} from './outgoing-guards.ts';
import { updateSurplusCount } from './pay-in.ts';
import { buildRefundPayload, withoutPersonalData } from './pay-out-terms.ts';
import { AnswerStep, PrepareReturn, RecordSent } from './schema.ts';

export const isRefundable = (order: Order, movement: Movement): boolean =>
  movement.direction === 'in' &&
  isStillHeld(order, movement) &&
  (movement.extra ? !order.state.held : applyCommand(order.state, 'returnMoney').ok);

function movementToRefund(order: Order, movementId: string): Movement {
  const movement = order.movements.find(({ id, direction }) => id === movementId && direction === 'in');
  if (!movement || !isStillHeld(order, movement)) return refuse('desk.nothing_to_return', {});
  if (movement.extra) {
    if (order.state.held) refuseTransition('order_held');
    return movement;
  }
  const possible = applyCommand(order.state, 'returnMoney');
  return possible.ok ? movement : refuseTransition(possible.reason);
}

type Payer = Parameters<typeof parsePayer>[0];

/** A card refund needs no account, because the provider refunds the charge. */
const isPayerKnown = ({ rail, party }: Movement): boolean =>
  rail === 'card' || party.address !== null || party.account !== null;

/** Returns the payer of the bank line, else the recorded payer. Staff enter it only for old records without a payer. */
async function resolveDestination({ tx }: StaffContext, movement: Movement, typed: Payer): Promise<Party> {
  const typedPayer = parsePayer(typed);
  const known = isPayerKnown(movement);
  if (known && typedPayer) refuse('desk.payer_stands', {});
  return known ? findBankPayer(tx, movement.id, movement.party) : (typedPayer ?? refuse('desk.payer_missing', {}));
}

const parseRefund = (frozen: ProposalPayload) => ({ lineId: frozen['movementId'] ?? '', to: parseParty(frozen) });

type Checked = StaffContext & { readonly order: Order; readonly expected: ProposalPayload; readonly note: string };

const returnProposal = defineProposal<Checked, ProposalPayload>({
  kind: 'return',
  stillValid: ({ expected }, { payload }) => jsonEqual(payload, expected),
  apply: (staff, { payload }) =>
    recordEvent(staff, staff.order, {
      action: 'approveReturn',
      note: staff.note,
      after: withoutPersonalData(payload),
    }),
});

/** Proposes a refund of one payment of the order, which a second person approves (decision D2). */
export const prepareReturn = outgoingProcedure(orderPermissions.returnMoney)
  .input(PrepareReturn)
  .handler(async function prepareReturn({ context, input }) {
    const { tx } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'returnMoney');
    const reasonCode = parseReason('return', input.reasonCode);
    const movement = movementToRefund(order, input.movementId);
    const to = await resolveDestination(context, movement, input);
    await assertNotChargedBack(tx, { lineId: movement.id, reasonCode });
    await assertNoOpenProposal(tx, order);
    await assertNoPendingRefund(context, order);
    await assertMayRefund(context, order, { lineId: movement.id, to });
    const payload = buildRefundPayload(order, { line: movement, to, reasonCode }, await loadCurrentSettings(tx));
    await returnProposal.propose(context, { subject: order.id, payload, customer: order.userId });
    await recordEvent(context, order, {
      action: 'prepareReturn',
      note: input.note,
      after: withoutPersonalData(payload),
    });
    return { orderId: order.id };
  });

export const approveReturn = approvalProcedure(orderPermissions.approveReturn)
  .input(AnswerStep)
  .handler(async function approveReturn({ context, input }) {
    const act = 'approveReturn';
    const { staff, order, locked } = await lockOrderForApproval(context, input, { kind: 'return', act });
    const { tx } = staff;
    const { note, proposalId } = input;
    const frozen = locked.payload as ProposalPayload;
    const reasonCode = frozen['reasonCode'] ?? '';
    const movement = movementToRefund(order, frozen['movementId'] ?? '');
    const back = parseRefund(frozen);
    const [settings, payer] = await Promise.all([
      loadCurrentSettings(tx),
      findBankPayer(tx, movement.id, movement.party),
      assertAll([
        assertNotFrozen(staff, order, act),
        assertNotChargedBack(tx, { lineId: movement.id, reasonCode }),
        assertMayRefund(staff, order, back),
        assertMovementLooked(staff, order, { line: movement, note }),
      ]),
    ]);
    const to = isPayerKnown(movement) ? payer : back.to;
    const expected = buildRefundPayload(order, { line: movement, to, reasonCode }, settings);
    await returnProposal.decide({ ...staff, order, expected, note }, { proposalId, locked, decision: 'approve' });
    return { orderId: order.id };
  });

export const rejectProposal = (action: 'declineReturn' | 'declineUndo', kind: 'return' | 'undo') =>
  outgoingProcedure(orderPermissions[action])
    .input(AnswerStep)
    .handler(async ({ context, input: { orderId, proposalId, note } }) => {
      const { tx, person } = context;
      const order = await lockOrderForStaff(context, orderId, action);
      const open = (await findOpenProposal(tx, kind, order.id)) ?? refuse('approvals.not_found', {});
      const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
      const verdict = { by: person.id, decision, reason: note } as const;
      const decided = await decideProposal(tx, { id: proposalId, kind, subject: order.id }, verdict);
      await recordEvent(context, order, { action, note, after: { decision, ...rejectionReason(decided) } });
      return { orderId: order.id };
    });

export const declineReturn = rejectProposal('declineReturn', 'return');

export const recordReturned = outgoingProcedure(orderPermissions.recordReturned)
  .input(RecordSent)
  .handler(async function recordReturned({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'recordReturned');
    const approved = await requireApprovedTransfer(context, order, 'return');
    const frozen = approved.payload as ProposalPayload;
    const movement = movementToRefund(order, frozen['movementId'] ?? '');
    const back = parseRefund(frozen);
    const reasonCode = frozen['reasonCode'] ?? null;
    await assertNotChargedBack(context.tx, { lineId: movement.id, reasonCode, note: input.note });
    await assertRefundAllowed(context, order, back);
    await assertMayRecordSent(context, order, { approvedTransfer: approved, sent: input, to: back.to });
    const record = await recordOutgoingMovement(context, order, {
      approvedTransfer: approved,
      sent: input,
      rail: movement.rail,
    });
    if (!movement.extra)
      return applyTransition(context, order, { command: 'returnMoney', reasonCode, note: input.note || null, record });
    await updateSurplusCount(context, order, surplusPayments(order).length - 1);
    await recordEvent(context, order, {
      action: 'extraReturned',
      reasonCode,
      note: input.note,
      after: record,
      public: true,
    });
    return { orderId: order.id };
  });
