import { jamaicaDay } from '../../../kernel/calendar.ts';
import { readReference } from '../../../kernel/ids.ts';
import type { AssetSymbol } from '../../coins/assets.ts';
import { carries } from '../../coins/networks.ts';
import {
  type Amount,
  amountPlain,
  amountWords,
  assetOf,
  parseAmount,
  readAmount,
  unitsOf,
} from '../../movements/amount.ts';
import { arrivalOf, isOurs, partyOn } from '../../movements/evidence.ts';
import type { Movement, Party } from '../../movements/movement.ts';
import { firstKey, partIn } from '../../movements/movement-reference.ts';
import { addMovement, type NewMovement } from '../../movements/movement-store.ts';
import { refuseAgainstLine } from '../../movements/stated-store.ts';
import { refuseTakenBack } from '../../movements/taken-back-store.ts';
import { cameInUnder, dueNamed, type Unassigned } from '../../movements/unassigned-store.ts';
import type { UnassignedReason } from '../../movements/unassigned-why.ts';
import { takeInMayRefuse, takeIn as takeInPayment } from '../../payments/desk.ts';
import { dueOf } from '../../payments/fit.ts';
import { type Payables, paymentFor } from '../../payments/move-payment.ts';
import { comparePayer } from '../../screening/compare-payer.ts';
import { currentSettings } from '../../settings/store.ts';
import { unassignedActs } from '../acts.ts';
import { refuseOtherName } from '../desk/evidence.ts';
import { holdNameless } from '../desk/paid-by-card.ts';
import { addToOrder, takeIn } from '../desk/pay-in.ts';
import { comesOver } from '../desk/pay-out-terms.ts';
import { type Desk, orderAtDesk } from '../desk/steps.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { balanceOf } from '../order/order-balance.ts';
import { Attach, RecordUnassigned } from './schema.ts';
import { cashier, mayAttach, moneyFor, refuseOfFrozen, refuseWhileLeaving, rememberMoney } from './work.ts';

type Recorded = typeof RecordUnassigned._output;

/** Money comes through a bank, a coin over a network that carries it. */
function refuseOtherWay({ asset, rail }: Recorded): void {
  const money = asset === 'JMD' || asset === 'USD';
  if (money !== (rail === 'bank') || (rail !== 'bank' && !carries(rail, asset as AssetSymbol)))
    refuse('desk.no_such_way', {});
}

type CameIn = Pick<Movement, 'rail' | 'party' | 'movedAt'>;

const digits = (account: string | null) => (account ?? '').replaceAll(/\D/g, '');

/** Nobody but who paid the first part is paid back for a further one. A line of before we noted who paid has none. */
const isSamePayer = (one: Party, other: Party): boolean =>
  one.address === other.address && digits(one.account) === digits(other.account);

/**
 * Who paid. A further part is one of something that came in: its first stands already, and came the same way, on the
 * same day and from the same hands, else one line of the bank could be told twice.
 */
async function payerOfPart({ tx }: Desk, key: string, line: CameIn): Promise<Party> {
  if (partIn(key) === 1) return line.party;
  const first = (await cameInUnder(tx, firstKey(key))) ?? refuse('desk.part_of_nothing', {});
  const unknown = first.party.account === null && first.party.address === null;
  const sameDay = jamaicaDay(first.movedAt) === jamaicaDay(line.movedAt);
  if (first.rail !== line.rail || !sameDay || !(unknown || isSamePayer(first.party, line.party)))
    refuse('desk.part_of_another', {});
  return unknown ? line.party : first.party;
}

type Loose = Pick<NewMovement, 'amount' | 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly'> & {
  readonly reason: UnassignedReason;
  readonly note: string;
};

/** Writes down what came in, whole, as money that stands on nothing yet. Who paid it is compared with the lists. */
export async function standOnNothing(desk: Desk, { reason, note, ...line }: Loose) {
  const { tx, services, person } = desk;
  const by = { recordedAt: services.clock(), recordedBy: person.id, proposalId: null };
  const id = await addMovement(tx, null, { direction: 'in', ...line, ...by, reason, note });
  await comparePayer(services, tx, id);
  const { amount, rail, reference } = line;
  const after = { asset: assetOf(amount), amount: amountPlain(amount), rail, reference: reference?.key };
  const told = { action: 'unassignedRecorded', note, reasonCode: reason, after };
  return rememberMoney(desk, { id, through: [] }, told);
}

/**
 * Records what came in and is no order's, or several orders': whole, under its reference, which is used once. Nothing
 * that came in is without a line (decision E6).
 */
export const recordUnassigned = cashier(unassignedActs.work)
  .errors(mayRefuse('desk.no_such_way', 'desk.part_of_nothing', 'desk.part_of_another', 'desk.from_elsewhere'))
  .input(RecordUnassigned)
  .handler(async ({ context, input }) => {
    const { tx } = context;
    const { asset, rail, reason, note } = input;
    const part = Number(input.part || 1);
    refuseOtherWay(input);
    const amount = parseAmount(readAmount(asset, '1'), input.amount) ?? refuse('desk.amount_unreadable', {});
    const evidence = await arrivalOf(context, rail, { ...input, part });
    const typed = { rail, movedAt: evidence.movedAt, party: partyOn(rail, input) };
    const party = await payerOfPart(context, evidence.reference.key, typed);
    const own = isOurs(party, await currentSettings(tx));
    if (own !== (reason === 'made_good')) refuse(own ? 'desk.from_ourselves' : 'desk.from_elsewhere', {});
    return standOnNothing(context, { amount, ...evidence, party, reason, note });
  });

/** What is attached: to an order or a payment by the name that customers write, and what the desk typed. */
type Typed = typeof Attach._output;

/** So much of it, or a refusal: nothing is more than what is left. */
function partOf(money: Unassigned, amount: Amount): Amount {
  if (unitsOf(amount) > unitsOf(money.left)) return refuse('desk.more_than_left', { left: amountWords(money.left) });
  return amount;
}

/** The line of a part: how, when and from whom all of it came. */
function lineOf({ rail, party, movedAt, dayOnly, id: fromId, reference }: Unassigned) {
  return {
    rail,
    party,
    movedAt,
    dayOnly,
    fromId,
    reference: reference === null ? null : { typed: reference, key: null },
  };
}

/** The money, locked after what it is for: it may go there from here, and by this person. */
async function moneyToAttach(desk: Desk, { movementId }: Typed, due: { userId: string }): Promise<Unassigned> {
  const money = await moneyFor(desk, movementId);
  if (!mayAttach(desk, money)) refuse('desk.part_by_another', {});
  await refuseTakenBack(desk.tx, { lineId: money.id, reasonCode: null });
  await refuseWhileLeaving(desk, money);
  await refuseAgainstLine(desk.tx, [money.id]);
  await refuseOfFrozen(desk, money, due);
  return money;
}

async function attachToOrder(desk: Desk, orderId: string, typed: Typed) {
  const order = await orderAtDesk(desk, orderId, 'receive');
  const money = await moneyToAttach(desk, typed, order);
  const { asked } = balanceOf(order);
  if (assetOf(asked) !== assetOf(money.amount) || !comesOver(order, money.rail))
    refuse('desk.other_asset', { expected: amountWords(asked) });
  await refuseOtherName(desk, order, { party: money.party, note: typed.note });
  const line = { extra: false, ...lineOf(money) };
  const add = (amount: Amount) => addToOrder(desk, order, { ...line, amount: partOf(money, amount) });
  await takeIn(desk, order, { ...typed, whole: money.amount, add });
  if (money.rail === 'card') await holdNameless(desk, order, money.party.holder);
  return { movementId: money.id };
}

async function attachToPayment(desk: Desk & { readonly payables: Payables }, paymentId: string, typed: Typed) {
  const payment = await paymentFor(desk.tx, paymentId, { actor: desk.person, act: 'receive' });
  const money = await moneyToAttach(desk, typed, payment);
  const due = dueOf(payment);
  if (assetOf(due) !== assetOf(money.amount)) refuse('desk.other_asset', { expected: amountWords(due) });
  const amount = parseAmount(due, typed.amount) ?? refuse('desk.amount_unreadable', {});
  const part = { amount: partOf(money, amount), whole: money.amount };
  await takeInPayment(desk, payment, { ...lineOf(money), ...part, note: typed.note });
  return { movementId: money.id };
}

/**
 * So much of it is the pay-in of an order or of a payment, by the checks of any. The rest stays unassigned. Of a
 * further part another person than who recorded it has to have seen the line.
 */
export async function attachPart(desk: Desk & { readonly payables: Payables }, typed: Typed) {
  const reference = readReference(typed.reference);
  const due = reference === null ? null : await dueNamed(desk.tx, reference);
  if (!due) return refuse('desk.nothing_named', {});
  return due.kind === 'order' ? attachToOrder(desk, due.id, typed) : attachToPayment(desk, due.id, typed);
}

/** With what {@link attachPart} can refuse, beside what any act of a cashier can. */
export const attachMayRefuse = {
  ...mayRefuse('desk.part_by_another', 'desk.nothing_named', 'desk.name_differs', 'desk.line_differs'),
  ...takeInMayRefuse,
};

export const attachUnassigned = (payables: Payables) =>
  cashier(unassignedActs.work)
    .errors(attachMayRefuse)
    .input(Attach)
    .handler(({ context, input }) => attachPart({ ...context, payables }, input));
