import { jamaicaDay } from '../../../kernel/calendar.ts';
import { readReference } from '../../../kernel/ids.ts';
import { currentSettings } from '../../settings/store.ts';
import { unassignedActs } from '../acts.ts';
import type { AssetSymbol } from '../coins/assets.ts';
import { carries } from '../coins/networks.ts';
import { arrivalOf, isOurs, partyOn } from '../desk/evidence.ts';
import { payInRail } from '../desk/frozen.ts';
import { addToOrder, takeIn } from '../desk/pay-in.ts';
import { type Desk, orderAtDesk } from '../desk/steps.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import {
  type Amount,
  amountPlain,
  amountWords,
  assetOf,
  parseAmount,
  readAmount,
  unitsOf,
} from '../movements/amount.ts';
import type { Movement, Party } from '../movements/movement.ts';
import { firstKey, partIn } from '../movements/movement-reference.ts';
import { addMovement } from '../movements/movement-store.ts';
import { cameInUnder, orderNamed, type Unassigned } from '../movements/unassigned-store.ts';
import { balanceOf } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
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

/**
 * Records what came in and is no order's, or several orders': whole, under its reference, which is used once. Nothing
 * that came in is without a line (decision E6).
 */
export const recordUnassigned = cashier(unassignedActs.work)
  .errors(mayRefuse('desk.no_such_way', 'desk.part_of_nothing', 'desk.part_of_another', 'desk.from_elsewhere'))
  .input(RecordUnassigned)
  .handler(async ({ context, input }) => {
    const { tx, services, person } = context;
    const { asset, rail, reason, note } = input;
    const part = Number(input.part || 1);
    refuseOtherWay(input);
    const amount = parseAmount(readAmount(asset, '1'), input.amount) ?? refuse('desk.amount_unreadable', {});
    const evidence = await arrivalOf(context, rail, { ...input, part });
    const typed = { rail, movedAt: evidence.movedAt, party: partyOn(rail, input) };
    const party = await payerOfPart(context, evidence.reference.key, typed);
    const own = isOurs(party, await currentSettings(tx));
    if (own !== (reason === 'made_good')) refuse(own ? 'desk.from_ourselves' : 'desk.from_elsewhere', {});
    const by = { recordedAt: services.clock(), recordedBy: person.id, proposalId: null };
    const id = await addMovement(tx, null, { direction: 'in', amount, ...evidence, party, ...by, reason, note });
    const after = { asset, amount: amountPlain(amount), rail, reference: evidence.reference.key };
    return rememberMoney(
      context,
      { id, through: [] },
      { action: 'unassignedRecorded', note, reasonCode: reason, after },
    );
  });

/** So much of it, in what the order waits for and came in over; or a refusal. */
function partOf(money: Unassigned, order: Order, amount: Amount): Amount {
  const { asked } = balanceOf(order);
  if (assetOf(asked) !== assetOf(money.amount) || payInRail(order) !== money.rail)
    return refuse('desk.other_asset', { expected: amountWords(asked) });
  if (unitsOf(amount) > unitsOf(money.left)) return refuse('desk.more_than_left', { left: amountWords(money.left) });
  return amount;
}

/**
 * So much of it is the pay-in of an order, by the checks of any pay-in. The rest stays unassigned. Of a further part
 * another person than who recorded it has to have seen the line.
 */
export const attachUnassigned = cashier(unassignedActs.work)
  .errors(mayRefuse('desk.part_by_another'))
  .input(Attach)
  .handler(async ({ context, input }) => {
    const reference = readReference(input.orderReference);
    const orderId = reference && (await orderNamed(context.tx, reference));
    if (!orderId) return refuse('trading.order_not_found', {});
    const order = await orderAtDesk(context, orderId, 'receive');
    const money = await moneyFor(context, input.movementId);
    if (!mayAttach(context, money)) refuse('desk.part_by_another', {});
    await refuseWhileLeaving(context, money);
    await refuseOfFrozen(context, money, order);
    const { rail, party, movedAt, dayOnly, id: fromId } = money;
    const typed = money.reference === null ? null : { typed: money.reference, key: null };
    const part = { extra: false, rail, party, movedAt, dayOnly, fromId, reference: typed };
    const add = (amount: Amount) => addToOrder(context, order, { ...part, amount: partOf(money, order, amount) });
    return takeIn(context, order, { ...input, whole: money.amount, add });
  });
