import { decimal, multiply } from '../../../kernel/decimal.ts';
import { jmd, type Money } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database.ts';
import type { AssetSymbol } from '../../coins/assets.ts';
import { orderById } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { type OrderRefusal, weightOf } from '../quoting/limits.ts';
import { type Entitlement, type Window, windowAt } from '../quoting/quote-store.ts';
import { missingEvidence } from '../quoting/source-of-funds.ts';
import type { JudgedTerms } from '../quoting/terms.ts';
import { verdictOn } from '../quoting/verdict.ts';
import { entitlementOf, evidenceFor } from './judge-store.ts';
import type { Misfit } from './release-rule.ts';

/** The terms of an order as it stands, in the words of one that is to be judged. */
export const termsOf = ({ side, coins, gross, priceUsd }: Order): JudgedTerms => ({
  side,
  symbol: coins.symbol as AssetSymbol,
  gross,
  coins,
  usdValue: multiply({ units: coins.base, scale: coins.decimals }, decimal(priceUsd)),
});

const less = (sum: Money, part: Money): Money => jmd(sum.minor - part.minor);

/**
 * What its customer may trade beside this order, which is one of the month already and of those under way. How small an
 * order may be is asked at placing alone: here it would be heard before gate and cap.
 */
export function beside(order: Order, may: Entitlement, window: Window): Entitlement {
  const order_sizes = { ...may.settings.order_sizes, smallest: { buy: 0, sell: 0 } };
  const settings = { ...may.settings, order_sizes };
  const others = { ...may, settings, orders: { open: 0, today: 0 }, unpaid: { buy: 0, sell: 0 } };
  const weight = weightOf(order.status);
  if (weight === null || order.placedAt < window.from) return others;
  const { month, usedNet, heldNet } = may;
  return {
    ...others,
    month: { gross: less(month.gross, order.gross), orders: month.orders - 1 },
    usedNet: weight === 'used' ? less(usedNet, order.net) : usedNet,
    heldNet: weight === 'held' ? less(heldNet, order.net) : heldNet,
  };
}

/** What a refusal is in the words of a hold, where coins were sent all the same. */
export const heldAs = ({ code }: OrderRefusal): Misfit =>
  code === 'not_possible' ? 'customer_stopped' : 'limit_exceeded_after_sending';

/** Why an order does not go on by itself, by what its customer may trade beside it; null where nothing is wrong. */
export async function misfitOf(
  tx: Db,
  order: Order,
  { may, at }: { may: Entitlement; at: Date },
): Promise<Misfit | null> {
  const { refusal, large } = verdictOn(termsOf(order), may, at);
  if (refusal) return heldAs(refusal);
  const lacks = missingEvidence(order.side, large, await evidenceFor(tx, order.id)).length > 0;
  return lacks ? 'source_of_funds' : null;
}

/**
 * The same whoever looks, in the month in which it was placed and weighs. An order that ended is paid out no more:
 * whatever is still here of it goes back to where it came from.
 */
export async function misfitNow(tx: Db, order: Order, at: Date): Promise<Misfit | null> {
  if (order.status !== 'pending' && order.status !== 'processing') return null;
  const window = windowAt(order.placedAt);
  const may = beside(order, await entitlementOf(tx, order.userId, window), window);
  return misfitOf(tx, order, { may, at });
}

/** The same of an order by its id, for those who show it. */
export async function misfitOfId(tx: Db, orderId: string, at: Date): Promise<Misfit | null> {
  const order = await orderById(tx, orderId);
  return order && misfitNow(tx, order, at);
}
