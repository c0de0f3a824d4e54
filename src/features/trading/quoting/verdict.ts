import { decimal } from '../../../kernel/decimal.ts';
import { jmd, type Money, usd } from '../../../kernel/money.ts';
import type { AssetSymbol } from '../../coins/assets.ts';
import type { Network } from '../../coins/networks.ts';
import type { Settings } from '../../settings/schema.ts';
import { thresholdUsd } from '../../settings/threshold.ts';
import type { Side } from '../order/order.ts';
import { isLarge, limitVerdict, type MonthlyLimit, monthlyLimit, type OrderRefusal } from './limits.ts';
import type { Entitlement } from './quote-store.ts';
import type { JudgedTerms } from './terms.ts';

/** What sending coins over a network costs, by the settings; nothing while no network is chosen. */
export const networkCostOf = ({ order_sizes }: Pick<Settings, 'order_sizes'>, network: Network | null): Money =>
  jmd(network === null ? 0n : BigInt(order_sizes.networkCost[network]) * 100n);

export type Trade = { readonly side: Side; readonly symbol: AssetSymbol; readonly network: Network };

/** Whether staff have paused this asset, or this network of it (decision D1). */
export const isPaused = (settings: Pick<Settings, 'asset_switches'>, { side, symbol, network }: Trade): boolean =>
  settings.asset_switches.paused.some(
    (line) => line.side === side && line.symbol === symbol && (line.network === null || line.network === network),
  );

export type Verdict = { readonly limit: MonthlyLimit; readonly large: boolean; readonly refusal: OrderRefusal | null };

/**
 * Whether these terms may become an order of this person, by the settings: the rules stand in `limits.ts` [001 §4
 * Pre-creation checks, decision A1].
 */
export function verdictOn(terms: JudgedTerms, may: Entitlement, now: Date): Verdict {
  const { settings, standing, usedNet, heldNet, orders, unpaid } = may;
  const buyRate = decimal(settings.rates.buy);
  const cap = settings.caps[standing.tier];
  const capUsd = cap === null ? null : usd(BigInt(cap) * 100n);
  const limit = monthlyLimit({ tier: standing.tier, capUsd, buyRate, usedNet, heldNet }, now);
  const size =
    terms.side === 'buy'
      ? ({ side: 'buy', gross: terms.gross } as const)
      : ({ side: 'sell', gross: terms.gross, usdValue: terms.usdValue } as const);
  const large = isLarge(terms, settings);
  const { order_limits: most, order_sizes } = settings;
  const smallest = jmd(BigInt(order_sizes.smallest[terms.side]) * 100n);
  const counts = {
    open: { now: orders.open, most: most.open[standing.tier] },
    unpaid: { now: unpaid[terms.side], most: most.unpaid },
    today: { now: orders.today, most: most.perDay },
  };
  const { enhanced } = standing;
  const { stopped } = may;
  const limits = { limit, enhanced, buyRate, thresholdUsd: thresholdUsd(settings), smallest, counts, stopped };
  return { limit, large, refusal: limitVerdict(size, limits) };
}
