import { jsonEqual } from '../../../kernel/canonical-json.ts';
import { after, days } from '../../../kernel/clock.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import type { Movement } from '../../ledger/movement.ts';
import { insertMovement } from '../../ledger/movement-store.ts';
import type { ProposalPayload } from '../../ledger/reversals.ts';
import { comparePayer } from '../../screening/compare-payer.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { findTimeline } from '../order/history-store.ts';
import { applyCommand } from '../order/order.ts';
import { isStillHeld, surplusPayments } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { orderPermissions } from '../permissions.ts';
import { refuse } from '../staff-messages.ts';
import {
  applyTransition,
  assertNoOpenProposal,
  lockOrderForStaff,
  parseReason,
  recordEvent,
  refuseTransition,
  type StaffContext,
} from './order-commands.ts';
import { assertNoPendingRefund, outgoingProcedure } from './outgoing-guards.ts';
import { updateSurplusCount } from './pay-in.ts';
import { buildUnlinkPayload } from './pay-out-terms.ts';
import { UndoPayIn } from './schema.ts';

const getUnlinkCommand = ({ status }: Order) =>
  status === 'cancelled' || status === 'failed' ? 'latePayInUndone' : 'payInUndone';

export const mayUnlink = (order: Order, movement: Movement): boolean =>
  isStillHeld(order, movement) &&
  (movement.extra ? !order.state.held : applyCommand(order.state, getUnlinkCommand(order)).ok);

function findUnlinkable(order: Order, movementId: string | null | undefined): Movement {
  const movement = order.movements.find(({ id }) => id === movementId);
  if (!movement || !isStillHeld(order, movement)) return refuse('desk.nothing_to_return', {});
  const possible = applyCommand(order.state, getUnlinkCommand(order));
  if (!movement.extra && !possible.ok) return refuseTransition(possible.reason);
  return movement.extra && order.state.held ? refuseTransition('order_held') : movement;
}

/** Rejects unlinking a payment if its date set the order's price. Staff must cancel the order first. */
async function assertNotPriced({ tx }: StaffContext, order: Order, movement: Movement): Promise<void> {
  if (movement.extra || order.status === 'cancelled' || order.status === 'failed') return;
  const timeline = await findTimeline(tx, order.id, true);
  if (timeline.some(({ event }) => event === 'repriced' || event === 'tookPrice')) refuse('desk.priced_by_it', {});
}

export const proposeUnlink = outgoingProcedure(orderPermissions.undoPayIn)
  .input(UndoPayIn)
  .handler(async function proposeUnlink({ context, input }) {
    const { tx, person } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'undoPayIn');
    const movement = findUnlinkable(order, input.movementId);
    await assertNoOpenProposal(tx, order);
    await assertNoPendingRefund(context, order);
    await assertNotPriced(context, order, movement);
    const reasonCode = parseReason('take_off', input.reasonCode);
    const payload = buildUnlinkPayload(order, movement, { reasonCode, evidence: input.evidence });
    await propose(tx, { kind: 'undo', subject: order.id, payload, by: person.id, customer: order.userId });
    await recordEvent(context, order, { action: 'prepareUndo', note: input.note, reasonCode, after: payload });
    return { orderId: order.id };
  });

export const isUnlink = ({ payload }: Pick<Proposal, 'payload'>): boolean =>
  ['payIn', 'extra'].includes((payload as ProposalPayload)['what'] ?? '');

type Answer = { readonly proposalId: string; readonly note: string };

export async function approveUnlink(context: StaffContext, order: Order, answer: Answer): Promise<{ orderId: string }> {
  const { proposalId, note } = answer;
  const { tx, person } = context;
  await lockOrderForStaff(context, order.id, 'undoPayIn');
  const expected = (frozen: ProposalPayload) => {
    const why = { reasonCode: frozen['reasonCode'] ?? '', evidence: frozen['evidence'] ?? '' };
    return buildUnlinkPayload(order, findUnlinkable(order, frozen['of']), why);
  };
  const unchanged = ({ payload }: Proposal) => jsonEqual(payload, expected(payload as ProposalPayload));
  const verdict = { by: person.id, decision: 'approve', unchanged } as const;
  const undo = await decideProposal(tx, { id: proposalId, kind: 'undo', subject: order.id }, verdict);
  const frozen = undo.payload as ProposalPayload;
  const movement = findUnlinkable(order, frozen['of']);
  await assertNotPriced(context, order, movement);
  const record = { ...frozen, ...(await unlink(context, order, { movement, proposalId: undo.id })) };
  const reasonCode = frozen['reasonCode'] ?? '';
  if (movement.extra) {
    await updateSurplusCount(context, order, surplusPayments(order).length - 1);
    await recordEvent(context, order, { action: 'extraUndone', note, reasonCode, after: record, public: true });
    return { orderId: order.id };
  }
  const { searchDays } = (await loadCurrentSettings(tx)).price_windows;
  const facts = { lapsesAt: after(context.services.clock(), days(searchDays)) };
  return applyTransition(context, order, {
    command: getUnlinkCommand(order),
    reasonCode,
    note: note || null,
    facts,
    record,
  });
}

async function unlink(
  context: StaffContext,
  order: Order,
  { movement, proposalId }: { movement: Movement; proposalId: string },
) {
  const { amount, rail, party, movedAt, dayOnly, reference } = movement;
  const by = { recordedAt: context.services.clock(), recordedBy: context.person.id };
  const common = { amount, rail, party, movedAt, dayOnly, ...by };
  const off = { ...common, direction: 'off', ofId: movement.id, reference: null, proposalId } as const;
  const offId = await insertMovement(context.tx, order, off);
  const unassignedId = await insertMovement(context.tx, null, {
    ...common,
    direction: 'in',
    fromId: offId,
    reference: reference === null ? null : { typed: reference, key: null },
    proposalId: null,
    reason: 'wrong_order',
  });
  await comparePayer(context.services, context.tx, unassignedId);
  return { movementId: offId, unassignedId };
}
