import { decimal, rescale } from '../../../kernel/decimal.ts';
import type { Order } from '../order/order-row.ts';
import { buyQuote, type Cost, sellQuote } from './pricing.ts';

type Bargain = Pick<
  Order,
  'side' | 'fiat' | 'coins' | 'priceUsd' | 'rate' | 'marketRate' | 'feePercent' | 'networkCost'
>;

/** What an order cost all in, from the figures frozen in it (decision C6); nulls where no market rate was known. */
export function costOfOrder({ side, fiat, coins, priceUsd, rate, marketRate, feePercent, networkCost }: Bargain): Cost {
  const terms = {
    priceUsd: decimal(priceUsd),
    feeBasisPoints: rescale(decimal(feePercent), 2, 'half-up').units,
    decimals: coins.decimals,
    marketRate: marketRate === null ? null : decimal(marketRate),
  };
  const { rateDifference, allIn, allInBasisPoints } =
    side === 'buy'
      ? buyQuote({ ...terms, networkCost, payment: fiat, buyRate: decimal(rate) })
      : sellQuote({ ...terms, coinsBase: coins.base, sellRate: decimal(rate) });
  return { rateDifference, allIn, allInBasisPoints };
}
