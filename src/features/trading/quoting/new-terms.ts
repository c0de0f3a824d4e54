import { decimal, rescale } from '../../../kernel/decimal.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type AssetSymbol, assets } from '../../assets/assets.ts';
import { findPriceAt, getCompanyPrice } from '../../prices/current-price.ts';
import { loadSettingsAt } from '../../settings/store.ts';
import type { Order } from '../order/order-row.ts';
import { priceBuy, priceSell } from './pricing.ts';
import type { Terms } from './terms.ts';

/** Prices an order at another time (decision E1). Null without a price, or when fees leave nothing to pay out. */
export async function loadTermsAt(tx: Db, order: Order, moment: Date): Promise<Terms | null> {
  const symbol = order.coins.symbol as AssetSymbol;
  const { rates, token_prices } = await loadSettingsAt(tx, moment);
  const companyPriceUsd = getCompanyPrice(symbol, token_prices);
  const company =
    companyPriceUsd === null ? null : { priceUsd: companyPriceUsd, source: 'company', demo: false, at: moment };
  const price = assets[symbol].priceFrom === 'company' ? company : await findPriceAt(tx, symbol, moment);
  if (!price) return null;
  const { side, fiat, coins, networkCost, discount } = order;
  const feeBasisPoints = rescale(decimal(order.feePercent), 2, 'half-up').units;
  const marketRate = rates.market && decimal(rates.market.rate);
  const rate = decimal(rates[side]);
  const { decimals } = coins;
  const shared = { priceUsd: decimal(price.priceUsd), feeBasisPoints, marketRate };
  const fixed = {
    side,
    symbol,
    rate,
    discount,
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
    } = priceBuy({ ...shared, payment: fiat, buyRate: rate, decimals, networkCost });
    return coinsBase > 0n
      ? { ...fixed, ...shared, ...rest, fiat, gross, coins: { ...coins, base: coinsBase, symbol } }
      : null;
  }
  const sold = priceSell({ ...shared, coinsBase: coins.base, decimals, sellRate: rate });
  return sold.net.minor > 0n ? { ...fixed, ...shared, ...sold, fiat: sold.net, coins: { ...coins, symbol } } : null;
}
