import { decimal, multiply } from '../../../kernel/decimal.ts';
import { jmd, type Money } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import { findOrder } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { getLimitUse, type OrderRefusal } from '../quoting/limits.ts';
import { type Entitlement, type Window, windowAt } from '../quoting/quote-store.ts';
import { missingEvidence } from '../quoting/source-of-funds.ts';
import type { AssessedTerms } from '../quoting/terms.ts';
import { assessLimits } from '../quoting/verdict.ts';
import { findEvidence, loadEntitlementOf } from './assessment-store.ts';
import type { IneligibilityReason } from './release-rule.ts';

export const toAssessedTerms = ({ side, coins, gross, priceUsd }: Order): AssessedTerms => ({
  side,
  symbol: coins.symbol as AssetSymbol,
  gross,
  coins,
  usdValue: multiply({ units: coins.base, scale: coins.decimals }, decimal(priceUsd)),
});

const subtractJmd = (sum: Money, part: Money): Money => jmd(sum.minor - part.minor);

export function entitlementExcluding(order: Order, entitlement: Entitlement, window: Window): Entitlement {
  const order_sizes = { ...entitlement.settings.order_sizes, smallest: { buy: 0, sell: 0 } };
  const settings = { ...entitlement.settings, order_sizes };
  const entitlementOfOthers = { ...entitlement, settings, orders: { open: 0, today: 0 }, unpaid: { buy: 0, sell: 0 } };
  const weight = getLimitUse(order.status);
  if (weight === null || order.placedAt < window.from) return entitlementOfOthers;
  const { month, usedNet, heldNet } = entitlement;
  return {
    ...entitlementOfOthers,
    month: { gross: subtractJmd(month.gross, order.gross), orders: month.orders - 1 },
    usedNet: weight === 'used' ? subtractJmd(usedNet, order.net) : usedNet,
    heldNet: weight === 'held' ? subtractJmd(heldNet, order.net) : heldNet,
  };
}

export const holdReasonFor = ({ code }: OrderRefusal): IneligibilityReason =>
  code === 'not_possible' ? 'customer_stopped' : 'limit_exceeded_after_sending';

/** Returns the reason to hold the order, or null. */
export async function checkEligibility(
  tx: Db,
  order: Order,
  { entitlement, at }: { entitlement: Entitlement; at: Date },
): Promise<IneligibilityReason | null> {
  const { refusal, large } = assessLimits(toAssessedTerms(order), entitlement, at);
  if (refusal) return holdReasonFor(refusal);
  const lacks = missingEvidence(order.side, large, await findEvidence(tx, order.id)).length > 0;
  return lacks ? 'source_of_funds' : null;
}

/** Checks limits in the month of placing. Returns null for an ended order, which can only be refunded. */
export async function currentIneligibility(tx: Db, order: Order, at: Date): Promise<IneligibilityReason | null> {
  if (order.status !== 'pending' && order.status !== 'processing') return null;
  const window = windowAt(order.placedAt);
  const entitlement = entitlementExcluding(order, await loadEntitlementOf(tx, order.userId, window), window);
  return checkEligibility(tx, order, { entitlement, at });
}

export async function findIneligibility(tx: Db, orderId: string, at: Date): Promise<IneligibilityReason | null> {
  const order = await findOrder(tx, orderId);
  return order && currentIneligibility(tx, order, at);
}
