import { coinsText, parseCoins } from '../../../kernel/coins.ts';
import { groupedMoney, moneyText, parseMoney } from '../../../kernel/money.ts';
import { refuse } from '../../../messages.ts';
import type { Db, Person } from '../../../platform/database.ts';
import type { Services } from '../../../platform/procedure.ts';
import { openProposal } from '../../approvals/decide.ts';
import { standingOf, stops } from '../../freezes/frozen.ts';
import { arrived } from '../arrived.ts';
import { frozenStepOf } from '../frozen-rule.ts';
import { moveOrder, orderFor } from '../move-order.ts';
import { orderWithReference } from '../move-store.ts';
import type { OrderCommand } from '../order.ts';
import type { Order } from '../order-row.ts';
import type { OrderAct } from '../permissions.ts';
import { transferAmount } from '../pricing.ts';
import { isReasonCode, type ReasonedAct } from '../reasons.ts';
import type { Mover, Step } from '../step.ts';

/** What every act at the desk works with. */
export type Desk = { services: Services; tx: Db; person: Person; request: { id: string } };

export const asStaff = ({ person, request }: Desk): Mover => ({
  kind: 'staff',
  id: person.id,
  roles: person.roles,
  requestId: request.id,
});

/** What waits for a second person on an order: its pay-out, or the return of its money. Never both. */
export const outwardProposal = async (tx: Db, orderId: string) =>
  (await openProposal(tx, 'payout', orderId)) ?? (await openProposal(tx, 'return', orderId));

/**
 * The order, locked, for who may do this to it. Nobody acts on their own order, nor approves what they prepared; and
 * nothing of a frozen customer moves (decision E2).
 */
export async function orderAtDesk(desk: Desk, orderId: string, act: OrderAct): Promise<Order> {
  const proposal = await outwardProposal(desk.tx, orderId);
  const order = await orderFor(desk.tx, orderId, { actor: desk.person, act, preparedBy: proposal?.proposedBy ?? null });
  const step = frozenStepOf(act);
  if (step && stops(await standingOf(desk.tx, order), step)) refuse('trading.customer_frozen', {});
  return order;
}

/** Something must wait, and somebody else must have laid it there. */
export async function refuseUnlessSecond(
  { tx, person }: Desk,
  kind: 'payout' | 'return',
  orderId: string,
): Promise<void> {
  const open = await openProposal(tx, kind, orderId);
  if (!open) refuse('approvals.not_found', {});
  if (open?.proposedBy === person.id) refuse('approvals.second_person_needed', {});
}

/** Which moves the customer hears of by mail. */
const written: Partial<Record<OrderCommand, true>> = {
  rejectClaim: true,
  receive: true,
  attachLate: true,
  complete: true,
  fail: true,
  cancel: true,
  returnMoney: true,
};

/** Moves the order and, in the same transaction, puts the letter about it on its way. */
export async function takeStep(desk: Desk, order: Order, step: Step): Promise<{ orderId: string }> {
  await moveOrder(desk.tx, order, { step, mover: asStaff(desk), now: desk.services.clock() });
  if (written[step.command]) {
    const letter = { orderId: order.id, event: step.command, reasonCode: step.reasonCode ?? null };
    await desk.services.jobs.enqueue(desk.tx, 'trading.letter', letter);
  }
  return { orderId: order.id };
}

/** A code of the list for this act, or a refusal. */
export function reasonOf(act: ReasonedAct, code: string): string {
  return isReasonCode(act, code) ? code : refuse('desk.reason_unknown', {});
}

/** A bank line or transaction hash belongs to one order (users were paid twice elsewhere because it did not). */
export async function refuseUsedReference(tx: Db, reference: string, order: Order): Promise<void> {
  const other = await orderWithReference(tx, reference, order.id);
  if (other) refuse('desk.reference_used', { reference: other });
}

/**
 * The amount that staff saw must be the amount of the order: the transfer's whole J$, or the exact sum; coins exactly.
 */
export function refuseOtherAmount(order: Order, seen: string): void {
  if (order.side === 'sell') {
    const coins = parseCoins(seen, order.coins.symbol, order.coins.decimals);
    if (coins?.base !== order.coins.base)
      refuse('desk.amount_differs', { expected: `${coinsText(order.coins)} ${order.coins.symbol}` });
    return;
  }
  const minor = parseMoney(seen, order.fiat.currency)?.minor;
  if (minor && (minor === order.fiat.minor || minor === transferAmount(order.fiat).minor)) return;
  const mark = order.fiat.currency === 'JMD' ? 'J$' : 'US$';
  refuse('desk.amount_differs', { expected: `${mark}${groupedMoney(order.fiat.minor)}` });
}

/** What arrived for an order that had ended: any amount above nothing, for all of it goes back. */
export function arrivedAmount({ side, coins: { symbol, decimals }, fiat: { currency } }: Order, seen: string): string {
  const coins = side === 'sell' ? parseCoins(seen, symbol, decimals) : null;
  if (coins && coins.base > 0n) return coinsText(coins);
  const fiat = side === 'buy' ? parseMoney(seen, currency) : null;
  if (fiat && fiat.minor > 0n) return moneyText(fiat.minor);
  return refuse('desk.amount_unreadable', {});
}

/** What goes back: all that came in, to where it came from. Frozen for the second person. */
export const returnOf = (order: Order, reference: string, reasonCode: string) => ({
  amount: order.side === 'buy' ? moneyText(arrived(order).fiat.minor) : coinsText(arrived(order).coins),
  unit: order.side === 'buy' ? order.fiat.currency : order.coins.symbol,
  network: order.side === 'buy' ? null : order.network,
  address: order.senderWalletAddress,
  cameWith: order.receivedReference,
  reference,
  reasonCode,
});

/** What is paid out, where to and under which reference: frozen for the second person. */
export const payoutOf = (order: Order, reference: string) => ({
  amount: order.side === 'buy' ? coinsText(order.coins) : moneyText(order.net.minor),
  unit: order.side === 'buy' ? order.coins.symbol : 'JMD',
  network: order.side === 'buy' ? order.network : null,
  address: order.walletAddress,
  tag: order.destinationTag,
  bank: order.bank?.bankName ?? null,
  account: order.bank?.accountNumber ?? null,
  holder: order.bank?.accountHolderName ?? null,
  branch: order.bank?.routingNumber ?? null,
  reference,
});
