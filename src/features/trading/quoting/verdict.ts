import { decimal } from '../../../kernel/decimal.ts';
import { jmd, type Money, usd } from '../../../kernel/money.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import { assetNetworks, type Network } from '../../assets/networks.ts';
import { isPaused } from '../../settings/pauses.ts';
import type { Settings } from '../../settings/schema.ts';
import { getThresholdUsd } from '../../settings/threshold.ts';
import type { Side } from '../order/order.ts';
import { checkLimits, isLarge, type MonthlyLimit, monthlyLimit, type OrderRefusal } from './limits.ts';
import type { Entitlement } from './quote-store.ts';
import type { AssessedTerms } from './terms.ts';

export const getNetworkCost = ({ order_sizes }: Pick<Settings, 'order_sizes'>, network: Network | null): Money =>
  jmd(network === null ? 0n : BigInt(order_sizes.networkCost[network]) * 100n);

export function findCheapestNetwork(
  settings: Pick<Settings, 'order_sizes' | 'asset_switches' | 'company_wallets'>,
  symbol: AssetSymbol,
): Network | null {
  const open = assetNetworks[symbol].filter(({ network }) => !isPaused(settings, { side: 'buy', symbol, network }));
  const { networkCost } = settings.order_sizes;
  return open.toSorted((a, b) => networkCost[a.network] - networkCost[b.network])[0]?.network ?? null;
}

export type Trade = { readonly side: Side; readonly symbol: AssetSymbol; readonly network: Network };

export type Verdict = { readonly limit: MonthlyLimit; readonly large: boolean; readonly refusal: OrderRefusal | null };

/** Checks the customer's limits for these terms [001 §4 Pre-creation checks, decision A1]. */
export function assessLimits(terms: AssessedTerms, entitlement: Entitlement, now: Date): Verdict {
  const { settings, standing, usedNet, heldNet, orders, unpaid } = entitlement;
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
  const { stopped } = entitlement;
  const limits = { limit, enhanced, buyRate, thresholdUsd: getThresholdUsd(settings), smallest, counts, stopped };
  return { limit, large, refusal: checkLimits(size, limits) };
}
