import { after } from '../../../kernel/clock.ts';
import { coinsText, parseCoins } from '../../../kernel/coins.ts';
import { type Decimal, decimal, decimalText } from '../../../kernel/decimal.ts';
import { jmd, parseMoney } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import { signedIn } from '../../../platform/procedure.ts';
import { type AssetSymbol, assets } from '../../coins/assets.ts';
import { companyPrice } from '../../prices/company-price.ts';
import { currentPrice } from '../../prices/current-price.ts';
import type { Settings } from '../../settings/schema.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { QuoteBuy, QuoteSell } from '../schema.ts';
import { buyQuote, largestOrder, quoteSeconds, sellQuote, usdCents } from './pricing.ts';
import { type Entitlement, entitlement, saveQuote, windowAt } from './quote-store.ts';
import { priceHoldsUntil } from './reprice.ts';
import type { Terms } from './terms.ts';
import { networkCostOf, verdictOn } from './verdict.ts';

type PriceNow = Pick<Terms, 'priceUsd' | 'priceSource' | 'priceObservedAt' | 'demo'>;

/** What a price is asked under: the settings in force, and the moment. */
type Conditions = { readonly settings: Settings; readonly now: Date };

/**
 * The current price to trade at, fresh (decision C6), whose failing stops the flow [001 §4 Pre-creation checks]: the
 * company's own where it has set one, or the market's while it is fresh and, for a stablecoin, on its peg.
 */
async function priceToTradeAt(tx: Db, symbol: AssetSymbol, { settings, now }: Conditions): Promise<PriceNow> {
  if (assets[symbol].priceFrom === 'company') {
    const priceUsd = companyPrice(symbol, settings.token_prices) ?? refuse('trading.lignum_is_free', {});
    return { priceUsd: decimal(priceUsd), priceSource: 'company', priceObservedAt: now, demo: false };
  }
  const price = await currentPrice(tx, symbol, now);
  if (!price || price.stale || price.offPeg) return refuse('trading.prices_unavailable', {});
  const { priceUsd, source, observedAt, demo } = price;
  return { priceUsd: decimal(priceUsd), priceSource: source, priceObservedAt: observedAt, demo };
}

const marketRate = (settings: Settings): Decimal | null => settings.rates.market && decimal(settings.rates.market.rate);

/** Whom an offer is made to, what they may trade, and when. */
type OfferTo = { readonly userId: string; readonly may: Entitlement; readonly now: Date };

/** An offer as the screen shows it: every figure, how long it stands, and what stands in its way. */
async function offer(tx: Db, terms: Terms, { userId, may, now }: OfferTo) {
  const expiresAt = after(now, quoteSeconds * 1000);
  const id = await saveQuote(tx, { userId, side: terms.side, terms, now, expiresAt });
  const { limit, large, refusal } = verdictOn(terms, may, now);
  return {
    id,
    expiresAt,
    /** Until when an order placed now would keep this price. */
    holdsUntil: priceHoldsUntil(now, terms.side === 'buy' ? 'bank_transfer' : 'crypto', may.settings.price_windows),
    /** The same of a buy that is paid by card. */
    cardHoldsUntil: priceHoldsUntil(now, 'card', may.settings.price_windows),
    side: terms.side,
    symbol: terms.symbol,
    fiat: terms.fiat,
    gross: terms.gross,
    fee: terms.fee,
    feeBasisPoints: terms.feeBasisPoints,
    net: terms.net,
    networkCost: terms.networkCost,
    coins: coinsText(terms.coins),
    usdValue: usdCents(terms.usdValue),
    priceUsd: decimalText(terms.priceUsd),
    priceSource: terms.priceSource,
    priceObservedAt: terms.priceObservedAt,
    demo: terms.demo,
    rate: decimalText(terms.rate),
    marketRate: may.settings.rates.market,
    rateDifference: terms.rateDifference,
    allIn: terms.allIn,
    allInBasisPoints: terms.allInBasisPoints,
    needsSourceOfFunds: large,
    limit,
    refusal,
  };
}

/** With what a quote of either side can be refused. */
export const mayRefuseToQuote = mayRefuse(
  'trading.prices_unavailable',
  'trading.lignum_is_free',
  'trading.buys_nothing',
  'trading.too_large',
);

/**
 * Prices a purchase for this person: what the form shows beforehand (decision A1). Answers also when the order would be
 * refused, with the reason in `refusal`.
 */
export const quoteBuy = signedIn
  .errors(mayRefuseToQuote)
  .input(QuoteBuy)
  .handler(async ({ context: { services, tx, person }, input }) => {
    keepPace(services, 'quote', person.id);
    const now = services.clock();
    const may = await entitlement(tx, windowAt(now));
    const price = await priceToTradeAt(tx, input.symbol, { settings: may.settings, now });
    const { decimals } = assets[input.symbol];
    const payment = parseMoney(input.amount, input.currency, 'down') ?? refuse('trading.buys_nothing', {});
    const rate = decimal(may.settings.rates.buy);
    const feeBasisPoints = BigInt(may.settings.fee.basisPoints);
    const networkCost = networkCostOf(may.settings, input.network);
    const shared = { payment, priceUsd: price.priceUsd, buyRate: rate, feeBasisPoints, decimals, networkCost };
    const priced = buyQuote({ ...shared, marketRate: marketRate(may.settings) });
    if (priced.coinsBase <= 0n || priced.jmd.minor <= 0n) refuse('trading.buys_nothing', {});
    if (priced.jmd.minor > largestOrder.minor) refuse('trading.too_large', {});
    const coins = { symbol: input.symbol, base: priced.coinsBase, decimals };
    const { jmd: gross, ...rest } = priced;
    const market = marketRate(may.settings);
    const fixed = {
      side: 'buy' as const,
      symbol: input.symbol,
      fiat: payment,
      rate,
      feeBasisPoints,
      marketRate: market,
      networkCost,
    };
    return offer(tx, { ...fixed, ...price, ...rest, gross, coins }, { userId: person.id, may, now });
  });

/** Prices a sale for this person, in J$. */
export const quoteSell = signedIn
  .errors(mayRefuseToQuote)
  .input(QuoteSell)
  .handler(async ({ context: { services, tx, person }, input }) => {
    keepPace(services, 'quote', person.id);
    const now = services.clock();
    const may = await entitlement(tx, windowAt(now));
    const terms = await sellTerms(tx, input, { settings: may.settings, now });
    return offer(tx, terms, { userId: person.id, may, now });
  });

/** The terms of selling so many coins now. Refuses what would fetch less than a cent. */
export async function sellTerms(
  tx: Db,
  input: { symbol: AssetSymbol; amount: string },
  { settings, now }: Conditions,
): Promise<Terms> {
  const price = await priceToTradeAt(tx, input.symbol, { settings, now });
  const { decimals } = assets[input.symbol];
  const coins =
    parseCoins(input.amount, { symbol: input.symbol, decimals }, 'down') ?? refuse('trading.buys_nothing', {});
  const rate = decimal(settings.rates.sell);
  const feeBasisPoints = BigInt(settings.fee.basisPoints);
  const market = marketRate(settings);
  const shared = { coinsBase: coins.base, decimals, priceUsd: price.priceUsd, sellRate: rate, feeBasisPoints };
  const priced = sellQuote({ ...shared, marketRate: market });
  if (priced.net.minor <= 0n) refuse('trading.buys_nothing', {});
  if (priced.gross.minor > largestOrder.minor) refuse('trading.too_large', {});
  const fixed = { side: 'sell' as const, symbol: input.symbol, rate, feeBasisPoints, marketRate: market };
  return { ...fixed, ...price, ...priced, fiat: priced.net, coins, networkCost: jmd(0n) };
}
