import { decimal, rescale } from '../../../kernel/decimal.ts';
import type { Db } from '../../../platform/database.ts';
import { type AssetSymbol, assets } from '../../coins/assets.ts';
import { companyPrice } from '../../prices/company-price.ts';
import { priceAt } from '../../prices/price-at.ts';
import { settingsAt } from '../../settings/store.ts';
import type { Order } from '../order/order-row.ts';
import { buyQuote, sellQuote } from './pricing.ts';
import type { Terms } from './terms.ts';

/**
 * What an order is worth by price and rates of another moment, to be repriced (decision E1): what was given stays, fee
 * and network cost too, and what is got changes. Null where no price is known of that moment, or nothing would be left.
 */
export async function termsAt(tx: Db, order: Order, moment: Date): Promise<Terms | null> {
  const symbol = order.coins.symbol as AssetSymbol;
  const { rates, token_prices } = await settingsAt(tx, moment);
  const own = companyPrice(symbol, token_prices);
  const company = own === null ? null : { priceUsd: own, source: 'company', demo: false, at: moment };
  const price = assets[symbol].priceFrom === 'company' ? company : await priceAt(tx, symbol, moment);
  if (!price) return null;
  const { side, fiat, coins, networkCost } = order;
  const feeBasisPoints = rescale(decimal(order.feePercent), 2, 'half-up').units;
  const marketRate = rates.market && decimal(rates.market.rate);
  const rate = decimal(rates[side]);
  const { decimals } = coins;
  const shared = { priceUsd: decimal(price.priceUsd), feeBasisPoints, marketRate };
  const fixed = {
    side,
    symbol,
    rate,
    networkCost,
    priceSource: price.source,
    priceObservedAt: price.at,
    demo: price.demo,
  };
  if (side === 'buy') {
    const {
      jmd: gross,
      coinsBase,
      ...rest
    } = buyQuote({ ...shared, payment: fiat, buyRate: rate, decimals, networkCost });
    return coinsBase > 0n
      ? { ...fixed, ...shared, ...rest, fiat, gross, coins: { ...coins, base: coinsBase, symbol } }
      : null;
  }
  const sold = sellQuote({ ...shared, coinsBase: coins.base, decimals, sellRate: rate });
  return sold.net.minor > 0n ? { ...fixed, ...shared, ...sold, fiat: sold.net, coins: { ...coins, symbol } } : null;
}
