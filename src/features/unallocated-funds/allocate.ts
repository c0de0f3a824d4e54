import { jamaicaDay } from '../../kernel/calendar.ts';
import { parseReference } from '../../kernel/order-reference.ts';
import type { AssetSymbol } from '../assets/assets.ts';
import { isOffered } from '../assets/networks.ts';
import {
  type Amount,
  formatAmount,
  formatPlainAmount,
  getAsset,
  minorUnitsOf,
  parseAmount,
  parseStoredAmount,
} from '../ledger/amount.ts';
import { buildArrival, isOurs, parseParty } from '../ledger/evidence.ts';
import type { Movement, Party } from '../ledger/movement.ts';
import { getFirstKey, getPart } from '../ledger/movement-reference.ts';
import { insertMovement, type NewMovement } from '../ledger/movement-store.ts';
import type { UnallocatedReason } from '../ledger/unallocated-reasons.ts';
import { findDueByReference, findIncomingUnder, type Unallocated } from '../ledger/unallocated-store.ts';
import { assertMayLeave } from '../outgoing-money/gate.ts';
import { getAmountDue } from '../payments/match-incoming.ts';
import { type FulfilmentByProduct, lockPaymentFor } from '../payments/move-payment.ts';
import { incomingRefusalCodes, recordIncoming as takeInPayment } from '../payments/staff-api.ts';
import { comparePayer } from '../screening/compare-payer.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { getBalance } from '../trading/order/order-balance.ts';
import { unallocatedPermissions } from '../trading/permissions.ts';
import { assertNoContradiction } from '../trading/staff/evidence.ts';
import { lockOrderForStaff, type StaffContext } from '../trading/staff/order-commands.ts';
import { holdNameless } from '../trading/staff/paid-by-card.ts';
import { recordPayIn, settlePayIn } from '../trading/staff/pay-in.ts';
import { canArriveOver } from '../trading/staff/pay-out-terms.ts';
import { refusalCodes, refuse } from '../trading/staff-messages.ts';
import { attachedMoney, lockUnallocated, mayAttach, recordMoneyEvent, unallocatedProcedure } from './guards.ts';
import { Attach, RecordUnallocated } from './schema.ts';

type RecordInput = typeof RecordUnallocated._output;

function assertRail({ asset, rail }: RecordInput): void {
  const money = asset === 'JMD' || asset === 'USD';
  if (money !== (rail === 'bank') || (rail !== 'bank' && !isOffered(rail, asset as AssetSymbol)))
    refuse('desk.no_such_way', {});
}

type Arrival = Pick<Movement, 'rail' | 'party' | 'movedAt'>;

const digits = (account: string | null) => (account ?? '').replaceAll(/\D/g, '');

const isSamePayer = (a: Party, b: Party): boolean => a.address === b.address && digits(a.account) === digits(b.account);

/** Part 2 and later must match the rail, day and payer of part 1, so that no transfer is recorded twice. */
async function findPartPayer({ tx }: StaffContext, key: string, movement: Arrival): Promise<Party> {
  if (getPart(key) === 1) return movement.party;
  const first = (await findIncomingUnder(tx, getFirstKey(key))) ?? refuse('desk.part_of_nothing', {});
  const unknown = first.party.account === null && first.party.address === null;
  const sameDay = jamaicaDay(first.movedAt) === jamaicaDay(movement.movedAt);
  if (first.rail !== movement.rail || !sameDay || !(unknown || isSamePayer(first.party, movement.party)))
    refuse('desk.part_of_another', {});
  return unknown ? movement.party : first.party;
}

type UnallocatedMoney = Pick<NewMovement, 'amount' | 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly'> & {
  readonly reason: UnallocatedReason;
  readonly note: string;
};

export async function recordUnallocated(context: StaffContext, { reason, note, ...movement }: UnallocatedMoney) {
  const { tx, services, person } = context;
  const by = { recordedAt: services.clock(), recordedBy: person.id, proposalId: null };
  const id = await insertMovement(tx, null, { direction: 'in', ...movement, ...by, reason, note });
  await comparePayer(services, tx, id);
  const { amount, rail, reference } = movement;
  const after = { asset: getAsset(amount), amount: formatPlainAmount(amount), rail, reference: reference?.key };
  const entry = { action: 'unallocatedRecorded', note, reasonCode: reason, after };
  return recordMoneyEvent(context, { id, through: [] }, entry);
}

/** Records incoming money without an order, or for several orders. Rejects a used reference (decision E6). */
export const recordUnallocatedMoney = unallocatedProcedure(unallocatedPermissions.work)
  .errors(refusalCodes('desk.no_such_way', 'desk.part_of_nothing', 'desk.part_of_another', 'desk.from_elsewhere'))
  .input(RecordUnallocated)
  .handler(async function recordUnallocatedMoney({ context, input }) {
    const { tx } = context;
    const { asset, rail, reason, note } = input;
    const part = Number(input.part || 1);
    assertRail(input);
    const amount = parseAmount(parseStoredAmount(asset, '1'), input.amount) ?? refuse('desk.amount_unreadable', {});
    const evidence = await buildArrival(context, rail, { ...input, part });
    const settings = await loadCurrentSettings(tx);
    const typed = { rail, movedAt: evidence.movedAt, party: parseParty(rail, input, settings) };
    const party = await findPartPayer(context, evidence.reference.key, typed);
    const isOwn = isOurs(party, settings);
    if (isOwn !== (reason === 'made_good')) refuse(isOwn ? 'desk.from_ourselves' : 'desk.from_elsewhere', {});
    return recordUnallocated(context, { amount, ...evidence, party, reason, note });
  });

type AttachInput = typeof Attach._output;

function assertWithinRemaining(money: Unallocated, amount: Amount): Amount {
  if (minorUnitsOf(amount) > minorUnitsOf(money.left))
    return refuse('desk.more_than_left', { left: formatAmount(money.left) });
  return amount;
}

function toMovement({ rail, party, movedAt, dayOnly, id: fromId, reference }: Unallocated) {
  return {
    rail,
    party,
    movedAt,
    dayOnly,
    fromId,
    reference: reference === null ? null : { typed: reference, key: null },
  };
}

async function lockAttachable(
  context: StaffContext,
  { movementId }: AttachInput,
  due: { userId: string },
): Promise<Unallocated> {
  const money = await lockUnallocated(context, movementId);
  if (!mayAttach(context, money)) refuse('desk.part_by_another', {});
  await assertMayLeave(context, 'attach', attachedMoney(context, money, due));
  return money;
}

async function attachToOrder(context: StaffContext, orderId: string, typed: AttachInput) {
  const order = await lockOrderForStaff(context, orderId, 'receive');
  const money = await lockAttachable(context, typed, order);
  const { asked } = getBalance(order);
  if (getAsset(asked) !== getAsset(money.amount) || !canArriveOver(order, money.rail))
    refuse('desk.other_asset', { expected: formatAmount(asked) });
  await assertNoContradiction(context, order, { party: money.party, note: typed.note });
  const movement = { extra: false, ...toMovement(money) };
  const add = (amount: Amount) =>
    recordPayIn(context, order, { ...movement, amount: assertWithinRemaining(money, amount) });
  await settlePayIn(context, order, { ...typed, whole: money.amount, add });
  if (money.rail === 'card') await holdNameless(context, order, money.party.holder);
  return { movementId: money.id };
}

async function attachToPayment(
  context: StaffContext & { readonly payables: FulfilmentByProduct },
  paymentId: string,
  typed: AttachInput,
) {
  const payment = await lockPaymentFor(context.tx, paymentId, { actor: context.person, act: 'receive' });
  const money = await lockAttachable(context, typed, payment);
  const due = getAmountDue(payment);
  if (getAsset(due) !== getAsset(money.amount)) refuse('desk.other_asset', { expected: formatAmount(due) });
  const amount = parseAmount(due, typed.amount) ?? refuse('desk.amount_unreadable', {});
  const part = { amount: assertWithinRemaining(money, amount), whole: money.amount };
  await takeInPayment(context, payment, { ...toMovement(money), ...part, note: typed.note });
  return { movementId: money.id };
}

export async function attachPart(
  context: StaffContext & { readonly payables: FulfilmentByProduct },
  typed: AttachInput,
) {
  const reference = parseReference(typed.reference);
  const due = reference === null ? null : await findDueByReference(context.tx, reference);
  if (!due) return refuse('desk.nothing_named', {});
  return due.kind === 'order' ? attachToOrder(context, due.id, typed) : attachToPayment(context, due.id, typed);
}

export const attachRefusalCodes = {
  ...refusalCodes('desk.part_by_another', 'desk.nothing_named', 'desk.name_differs', 'desk.sender_differs'),
  ...incomingRefusalCodes,
};

export const attachUnallocated = (payables: FulfilmentByProduct) =>
  unallocatedProcedure(unallocatedPermissions.work)
    .errors(attachRefusalCodes)
    .input(Attach)
    .handler(({ context, input }) => attachPart({ ...context, payables }, input));
