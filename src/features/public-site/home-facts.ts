import { formatDateTime, formatDay, formatTime } from '../../ui/format.ts';
import { formatChange, formatPrice } from '../../ui/price-format.ts';
import type { ListedPrice } from '../prices/schema.ts';
import type { Settings } from '../settings/schema.ts';
import { type HomeQuery, parseCalculatorInput } from './calculator-input.ts';
import { exampleOrder, formatPercent, formatRate } from './example-order.ts';
import { type Figure, type HomeFacts, type HomePrice, maxPrices, noPrice } from './facts.ts';
import { getRequirements } from './requirements.ts';
import { formatLignumPrice } from './terms.ts';

export type HomeData = {
  readonly prices: readonly ListedPrice[];
  readonly settings: Settings;
  readonly now: Date;
  readonly review: string;
};

/** The number of decimals depends on the amount [000 §5 Price display]. */
function priceFigure(text: string): Figure {
  const [whole = '', cents = ''] = formatPrice(text).split('.');
  return { whole, cents: `.${cents}` };
}

const formatWhen = (moment: Date, now: Date): string =>
  formatDay(moment, { year: true }) === formatDay(now, { year: true }) ? formatTime(moment) : formatDateTime(moment);

function toHomePrice(price: ListedPrice, now: Date): HomePrice {
  const change = price.change24h === null ? null : formatChange(price.change24h);
  const time = formatWhen(price.lastUpdated, now);
  return {
    rowClass: price.stale ? 'stale' : 'fresh',
    symbol: price.symbol,
    name: price.name,
    jmd: priceFigure(price.priceJmd),
    usd: priceFigure(price.priceUsd),
    change: change?.text ?? '',
    changeClass: change ? `${change.direction}-d` : 'gone',
    updated: price.stale ? `Out of date: last updated ${time}` : time,
    updatedIso: price.lastUpdated.toISOString(),
  };
}

/** Includes five provider prices, newest first [000 §2 Home, §7 Tables], but no company prices (decision B11). */
export function getHomeFacts({ prices, settings, now, review }: HomeData, query: HomeQuery = {}): HomeFacts {
  const { rates, fee, token_prices, company } = settings;
  const shown = prices.filter((price) => !price.setByCompany).slice(0, maxPrices);
  const newest = shown[0];
  const { asked, worked } = parseCalculatorInput(query, prices);
  return {
    state: newest ? 'full' : 'empty',
    demoClass: shown.some((price) => price.demo) ? 'demo' : 'gone',
    updated: newest ? formatWhen(newest.lastUpdated, now) : '',
    prices: Array.from({ length: maxPrices }, (_, at) => {
      const price = shown[at];
      return price ? toHomePrice(price, now) : noPrice;
    }),
    terms: {
      buyRate: formatRate(rates.buy),
      sellRate: formatRate(rates.sell),
      fee: formatPercent(BigInt(fee.basisPoints)),
      mahoni: formatPrice(token_prices.MHI),
      lignum: formatLignumPrice(token_prices),
      community: company.communityUrl,
    },
    asked,
    needs: { ...getRequirements({ pay: worked.pay, rules: settings, now }), review },
    example: exampleOrder(settings, worked),
  };
}
