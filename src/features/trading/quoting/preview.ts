import type { AssetSymbol } from '../../assets/assets.ts';
import { assetNetworks, isOffered, type Network } from '../../assets/networks.ts';
import { isPaused } from '../../settings/pauses.ts';
import type { Side } from '../order/order.ts';
import type { OrderRefusal } from './limits.ts';
import type { Entitlement } from './quote-store.ts';

export type PreviewRefusal =
  | OrderRefusal
  | { readonly code: 'network_unfit' | 'paused'; readonly symbol: AssetSymbol }
  | { readonly code: 'lesson_first' };

type Previewed = { readonly side: Side; readonly symbol: AssetSymbol; readonly network: Network | null };

const isPausedOn = ({ side, symbol, network }: Previewed, { settings }: Entitlement): boolean =>
  assetNetworks[symbol]
    .map((option) => option.network)
    .filter((each) => network === null || each === network)
    .every((each) => isPaused(settings, { side, symbol, network: each }));

/** Predicts the refusal of an order from this quote. Checks in the same order as `placing/decide-order.ts`. */
export function previewRefusal(
  input: Previewed,
  entitlement: Entitlement,
  limitRefusal: OrderRefusal | null,
): PreviewRefusal | null {
  const { symbol, network } = input;
  const { first_order, order_limits } = entitlement.settings;
  if (first_order.lesson === 'asked' && !entitlement.taught) return { code: 'lesson_first' };
  if (network !== null && !isOffered(network, symbol)) return { code: 'network_unfit', symbol };
  if (isPausedOn(input, entitlement)) return { code: 'paused', symbol };
  if (limitRefusal) return limitRefusal;
  const { perDay } = order_limits;
  return entitlement.orders.today + entitlement.refusedToday >= perDay
    ? { code: 'too_many_today', most: perDay }
    : null;
}
