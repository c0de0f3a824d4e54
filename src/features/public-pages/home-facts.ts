import { dayText, momentText, timeText } from '../../ui/format.ts';
import { changeText, priceText } from '../../ui/price-format.ts';
import type { ListedPrice } from '../prices/schema.ts';
import type { Settings } from '../settings/schema.ts';
import { exampleOrder, percentText, rateText } from './example-order.ts';
import { type Figure, type HomeFacts, type HomePrice, noPrice, pricesShown } from './facts.ts';
import { type HomeQuery, readAsked } from './home-asked.ts';
import { needsOf } from './home-needs.ts';
import { lignumPriceText } from './terms.ts';

export type Known = {
  /** Newest first, as the price list gives them. */
  readonly prices: readonly ListedPrice[];
  readonly settings: Settings;
  readonly now: Date;
  /** How long a check takes, in words. */
  readonly review: string;
};

/** A price in its two parts; how many places it has depends on its size [000 §5 Price display]. */
function priceFigure(text: string): Figure {
  const [whole = '', cents = ''] = priceText(text).split('.');
  return { whole, cents: `.${cents}` };
}

/** The time alone when it is of today, otherwise with its day. Jamaica's days. */
const when = (moment: Date, now: Date): string =>
  dayText(moment, { year: true }) === dayText(now, { year: true }) ? timeText(moment) : momentText(moment);

function line(price: ListedPrice, now: Date): HomePrice {
  const change = price.change24h === null ? null : changeText(price.change24h);
  const time = when(price.lastUpdated, now);
  return {
    rowClass: price.stale ? 'stale' : 'fresh',
    symbol: price.symbol,
    name: price.name,
    jmd: priceFigure(price.priceJmd),
    usd: priceFigure(price.priceUsd),
    change: change?.text ?? '',
    changeClass: change ? `${change.direction}-d` : 'gone',
    updated: price.stale ? `Out of date, ${time}` : time,
    updatedIso: price.lastUpdated.toISOString(),
  };
}

/**
 * The home page's facts at one moment. Its list shows what providers told: the first five, newest first [000 §2 Home,
 * §7 Tables]. Mahoni, whose price the company sets, has its own place further down the page (decision B11).
 */
export function homeFacts({ prices, settings, now, review }: Known, query: HomeQuery = {}): HomeFacts {
  const { rates, fee, token_prices, company } = settings;
  const shown = prices.filter((price) => !price.setByCompany).slice(0, pricesShown);
  const newest = shown[0];
  const { asked, worked } = readAsked(query, prices);
  return {
    state: newest ? 'full' : 'empty',
    demoClass: shown.some((price) => price.demo) ? 'demo' : 'gone',
    updated: newest ? when(newest.lastUpdated, now) : '',
    prices: Array.from({ length: pricesShown }, (_, at) => {
      const price = shown[at];
      return price ? line(price, now) : noPrice;
    }),
    terms: {
      buyRate: rateText(rates.buy),
      sellRate: rateText(rates.sell),
      fee: percentText(BigInt(fee.basisPoints)),
      mahoni: priceText(token_prices.MHI),
      lignum: lignumPriceText(token_prices),
      community: company.communityUrl,
    },
    asked,
    needs: { ...needsOf({ pay: worked.pay, rules: settings, now }), review },
    example: exampleOrder(settings, worked),
  };
}
