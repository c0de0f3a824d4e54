import { after, days } from '../../../kernel/clock.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import type { Movement } from '../../ledger/movement.ts';
import { insertMovement } from '../../ledger/movement-store.ts';
import { assertMayLeave } from '../../outgoing-money/gate.ts';
import {
  approveTransfer,
  type LockedTransfer,
  type ProposalPayload,
  proposeTransfer,
} from '../../outgoing-money/transfers.ts';
import { comparePayer } from '../../screening/compare-payer.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { findTimeline } from '../order/history-store.ts';
import { surplusPayments } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { orderPermissions } from '../permissions.ts';
import { refuse } from '../staff-messages.ts';
import { applyTransition, lockOrderForStaff, parseReason, recordEvent, type StaffContext } from './order-commands.ts';
import { orderMoney, outgoingProcedure, requireMovement } from './outgoing-guards.ts';
import { updateSurplusCount } from './pay-in.ts';
import { buildUnlinkPayload } from './pay-out-terms.ts';
import { UndoPayIn } from './schema.ts';

export const getUnlinkCommand = ({ status }: Order) =>
  status === 'cancelled' || status === 'failed' ? 'latePayInUndone' : 'payInUndone';

const findUnlinkable = (order: Order, movementId: string | null): Movement =>
  requireMovement(order, getUnlinkCommand(order), movementId);

/** Rejects unlinking a payment if its date set the order's price. Staff must cancel the order first. */
async function assertNotPriced({ tx }: StaffContext, order: Order, movement: Movement): Promise<void> {
  if (movement.extra || order.status === 'cancelled' || order.status === 'failed') return;
  const timeline = await findTimeline(tx, order.id, true);
  if (timeline.some(({ event }) => event === 'repriced' || event === 'tookPrice')) refuse('desk.priced_by_it', {});
}

export const proposeUnlink = outgoingProcedure(orderPermissions.undoPayIn)
  .input(UndoPayIn)
  .handler(async function proposeUnlink({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'undoPayIn');
    const movement = findUnlinkable(order, input.movementId);
    const money = orderMoney(context, order, [movement.id]);
    await assertMayLeave(context, 'proposeUnlink', money);
    await assertNotPriced(context, order, movement);
    const reasonCode = parseReason('take_off', input.reasonCode);
    const payload = buildUnlinkPayload(order, movement, { reasonCode, evidence: input.evidence });
    await proposeTransfer(context, money, { kind: 'undo', payload });
    await recordEvent(context, order, { action: 'prepareUndo', note: input.note, reasonCode, after: payload });
    return { orderId: order.id };
  });

export const isUnlink = ({ payload }: Pick<Proposal, 'payload'>): boolean =>
  ['payIn', 'extra'].includes((payload as ProposalPayload)['what'] ?? '');

type Answer = { readonly locked: LockedTransfer; readonly note: string };

export async function approveUnlink(context: StaffContext, order: Order, { locked, note }: Answer): Promise<void> {
  const { of = null, reasonCode: code, evidence } = locked.payload;
  const reasonCode = code ?? '';
  await assertMayLeave(context, 'approveUnlink', orderMoney(context, order));
  await approveTransfer(context, locked, {
    rebuildPayload: () =>
      buildUnlinkPayload(order, findUnlinkable(order, of), { reasonCode, evidence: evidence ?? '' }),
    apply: async ({ id, payload }) => {
      const movement = findUnlinkable(order, of);
      await assertNotPriced(context, order, movement);
      const record = { ...payload, ...(await unlink(context, order, { movement, proposalId: id })) };
      await applyUnlink(context, order, { movement, record, note, reasonCode });
    },
  });
}

type Unlinked = {
  readonly movement: Movement;
  readonly record: object;
  readonly note: string;
  readonly reasonCode: string;
};

async function applyUnlink(context: StaffContext, order: Order, { movement, record, note, reasonCode }: Unlinked) {
  if (movement.extra) {
    await updateSurplusCount(context, order, surplusPayments(order).length - 1);
    await recordEvent(context, order, { action: 'extraUndone', note, reasonCode, after: record, public: true });
    return;
  }
  const { searchDays } = (await loadCurrentSettings(context.tx)).price_windows;
  const facts = { lapsesAt: after(context.services.clock(), days(searchDays)) };
  const command = getUnlinkCommand(order);
  await applyTransition(context, order, { command, reasonCode, note: note || null, facts, record });
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
  const unallocatedId = await insertMovement(context.tx, null, {
    ...common,
    direction: 'in',
    fromId: offId,
    reference: reference === null ? null : { typed: reference, key: null },
    proposalId: null,
    reason: 'wrong_order',
  });
  await comparePayer(context.services, context.tx, unallocatedId);
  return { movementId: offId, unallocatedId };
}
