import { decimal, rescale } from '../../../kernel/decimal.ts';
import type { Order } from '../order/order-row.ts';
import { type Cost, priceBuy, priceSell } from './pricing.ts';

type OrderTerms = Pick<
  Order,
  'side' | 'fiat' | 'coins' | 'priceUsd' | 'rate' | 'marketRate' | 'feePercent' | 'networkCost'
>;

/** Computes the all-in cost from the stored order (decision C6). All fields are null without a market rate. */
export function getOrderCost({
  side,
  fiat,
  coins,
  priceUsd,
  rate,
  marketRate,
  feePercent,
  networkCost,
}: OrderTerms): Cost {
  const terms = {
    priceUsd: decimal(priceUsd),
    feeBasisPoints: rescale(decimal(feePercent), 2, 'half-up').units,
    decimals: coins.decimals,
    marketRate: marketRate === null ? null : decimal(marketRate),
  };
  const { rateDifference, allIn, allInBasisPoints } =
    side === 'buy'
      ? priceBuy({ ...terms, networkCost, payment: fiat, buyRate: decimal(rate) })
      : priceSell({ ...terms, coinsBase: coins.base, sellRate: decimal(rate) });
  return { rateDifference, allIn, allInBasisPoints };
}
