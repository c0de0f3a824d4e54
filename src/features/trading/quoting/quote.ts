import { after } from '../../../kernel/clock.ts';
import { formatBaseUnits, parseCoins } from '../../../kernel/coins.ts';
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts';
import { jmd, parseMoney } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { type AssetSymbol, assets } from '../../assets/assets.ts';
import type { Network } from '../../assets/networks.ts';
import { areDiscountsOpen, loadFee } from '../../discounts/fee.ts';
import { formatDiscount } from '../../discounts/format-discount.ts';
import { findCurrentPrice, getCompanyPrice } from '../../prices/current-price.ts';
import type { Settings } from '../../settings/schema.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { QuoteBuy, QuoteSell } from '../schema.ts';
import { type PreviewRefusal, previewRefusal } from './preview.ts';
import { maxOrderJmd, priceBuy, priceSell, quoteSeconds, usdCents } from './pricing.ts';
import { type Entitlement, loadEntitlement, saveQuote, windowAt } from './quote-store.ts';
import { priceHoldsUntil } from './reprice.ts';
import { formatFeePercent, type Terms } from './terms.ts';
import { assessLimits, findCheapestNetwork, getNetworkCost } from './verdict.ts';

type TradePrice = Pick<Terms, 'priceUsd' | 'priceSource' | 'priceObservedAt' | 'demo'>;

type PricingContext = { readonly settings: Settings; readonly now: Date };

/** Throws `trading.prices_unavailable` for a missing, stale or off-peg price [001 §4 Pre-creation checks, C6]. */
async function loadTradePrice(tx: Db, symbol: AssetSymbol, { settings, now }: PricingContext): Promise<TradePrice> {
  if (assets[symbol].priceFrom === 'company') {
    const priceUsd = getCompanyPrice(symbol, settings.token_prices) ?? refuse('trading.lignum_is_free', {});
    return { priceUsd: decimal(priceUsd), priceSource: 'company', priceObservedAt: now, demo: false };
  }
  const price = await findCurrentPrice(tx, symbol, now);
  if (!price || price.stale || price.offPeg) return refuse('trading.prices_unavailable', {});
  const { priceUsd, source, observedAt, demo } = price;
  return { priceUsd: decimal(priceUsd), priceSource: source, priceObservedAt: observedAt, demo };
}

const marketRate = (settings: Settings): Decimal | null => settings.rates.market && decimal(settings.rates.market.rate);

type OfferContext = {
  readonly userId: string;
  readonly entitlement: Entitlement;
  readonly now: Date;
  readonly network: Network | null;
};

async function createOffer(tx: Db, terms: Terms, { userId, entitlement, now, network }: OfferContext) {
  const expiresAt = after(now, quoteSeconds * 1000);
  const id = await saveQuote(tx, { userId, side: terms.side, terms, now, expiresAt });
  const { side, symbol } = terms;
  const { limit, large, refusal: limitRefusal } = assessLimits(terms, entitlement, now);
  const refusal: PreviewRefusal | null = previewRefusal({ side, symbol, network }, entitlement, limitRefusal);
  return {
    id,
    expiresAt,
    holdsUntil: priceHoldsUntil(
      now,
      terms.side === 'buy' ? 'bank_transfer' : 'crypto',
      entitlement.settings.price_windows,
    ),
    cardHoldsUntil: priceHoldsUntil(now, 'card', entitlement.settings.price_windows),
    side: terms.side,
    symbol: terms.symbol,
    fiat: terms.fiat,
    gross: terms.gross,
    fee: terms.fee,
    feeBasisPoints: terms.feeBasisPoints,
    // A discount may leave a fee such as 5.36 %.
    feePercent: formatFeePercent(terms.feeBasisPoints).replace(/\.?0+$/, ''),
    discount: terms.discount && formatDiscount(terms.discount),
    takesCodes: areDiscountsOpen(entitlement.settings),
    net: terms.net,
    networkCost: terms.networkCost,
    coins: formatBaseUnits(terms.coins),
    usdValue: usdCents(terms.usdValue),
    priceUsd: formatDecimal(terms.priceUsd),
    priceSource: terms.priceSource,
    priceObservedAt: terms.priceObservedAt,
    demo: terms.demo,
    rate: formatDecimal(terms.rate),
    marketRate: entitlement.settings.rates.market,
    rateDifference: terms.rateDifference,
    allIn: terms.allIn,
    allInBasisPoints: terms.allInBasisPoints,
    needsSourceOfFunds: large,
    limit,
    refusal,
  };
}

export const quoteRefusalCodes = refusalCodes(
  'trading.prices_unavailable',
  'trading.lignum_is_free',
  'trading.buys_nothing',
  'trading.too_large',
);

/** Creates a quote for a buy (decision A1). `refusal` says why an order from the quote would be rejected. */
export const quoteBuy = authed
  .errors(quoteRefusalCodes)
  .input(QuoteBuy)
  .handler(async function quoteBuy({ context: { services, tx, person }, input }) {
    checkRateLimit(services, 'quote', person.id);
    const now = services.clock();
    const entitlement = await loadEntitlement(tx, windowAt(now));
    const terms = await loadBuyTerms(tx, input, { settings: entitlement.settings, now });
    return createOffer(tx, terms, { userId: person.id, entitlement, now, network: input.network });
  });

/** Prices a buy. Without a network, includes the cheapest network cost (decision F3). */
export async function loadBuyTerms(
  tx: Db,
  input: typeof QuoteBuy._output,
  { settings, now }: PricingContext,
): Promise<Terms> {
  const { symbol } = input;
  const [price, fee] = await Promise.all([loadTradePrice(tx, symbol, { settings, now }), loadFee(tx, settings, now)]);
  const { decimals } = assets[symbol];
  const payment = parseMoney(input.amount, input.currency, 'down') ?? refuse('trading.buys_nothing', {});
  const rate = decimal(settings.rates.buy);
  const { feeBasisPoints } = fee;
  const networkCost = getNetworkCost(settings, input.network ?? findCheapestNetwork(settings, symbol));
  const market = marketRate(settings);
  const sharedTerms = { payment, priceUsd: price.priceUsd, buyRate: rate, feeBasisPoints, decimals, networkCost };
  const { jmd: gross, ...priced } = priceBuy({ ...sharedTerms, marketRate: market });
  if (priced.coinsBase <= 0n || gross.minor <= 0n) refuse('trading.buys_nothing', {});
  if (gross.minor > maxOrderJmd.minor) refuse('trading.too_large', {});
  const coins = { symbol, base: priced.coinsBase, decimals };
  const fixedTerms = { side: 'buy' as const, symbol, fiat: payment, rate, ...fee, marketRate: market };
  return { ...fixedTerms, networkCost, ...price, ...priced, gross, coins };
}

export const quoteSell = authed
  .errors(quoteRefusalCodes)
  .input(QuoteSell)
  .handler(async function quoteSell({ context: { services, tx, person }, input }) {
    checkRateLimit(services, 'quote', person.id);
    const now = services.clock();
    const entitlement = await loadEntitlement(tx, windowAt(now));
    const terms = await loadSellTerms(tx, input, { settings: entitlement.settings, now });
    return createOffer(tx, terms, { userId: person.id, entitlement, now, network: input.network });
  });

export async function loadSellTerms(
  tx: Db,
  input: { symbol: AssetSymbol; amount: string },
  { settings, now }: PricingContext,
): Promise<Terms> {
  const [price, fee] = await Promise.all([
    loadTradePrice(tx, input.symbol, { settings, now }),
    loadFee(tx, settings, now),
  ]);
  const { decimals } = assets[input.symbol];
  const coins =
    parseCoins(input.amount, { symbol: input.symbol, decimals }, 'down') ?? refuse('trading.buys_nothing', {});
  const rate = decimal(settings.rates.sell);
  const { feeBasisPoints } = fee;
  const market = marketRate(settings);
  const sharedTerms = { coinsBase: coins.base, decimals, priceUsd: price.priceUsd, sellRate: rate, feeBasisPoints };
  const priced = priceSell({ ...sharedTerms, marketRate: market });
  if (priced.net.minor <= 0n) refuse('trading.buys_nothing', {});
  if (priced.gross.minor > maxOrderJmd.minor) refuse('trading.too_large', {});
  const fixedTerms = { side: 'sell' as const, symbol: input.symbol, rate, ...fee, marketRate: market };
  return { ...fixedTerms, ...price, ...priced, fiat: priced.net, coins, networkCost: jmd(0n) };
}
