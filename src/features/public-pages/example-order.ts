import { coinsText } from '../../kernel/coins.ts';
import { type Decimal, decimal, decimalText, divide, rescale } from '../../kernel/decimal.ts';
import { groupedMoney, jmd, type Money, moneyText, subtract } from '../../kernel/money.ts';
import { grouped, minus, withUnit } from '../../ui/figures.ts';
import { dateText } from '../../ui/format.ts';
import { type AssetSymbol, assets } from '../coins/assets.ts';
import { assetNetworks } from '../coins/networks.ts';
import type { Settings } from '../settings/schema.ts';
import { type BuyQuote, buyQuote } from '../trading/quoting/pricing.ts';
import { isPaused, networkCostOf } from '../trading/quoting/verdict.ts';
import { type Figure, failedFacts, type HomeExample } from './facts.ts';

/** A purchase that is worked out; `coin`: bought at its price and sent over the first of its networks. */
export type Worked = {
  readonly pay: Money;
  readonly coin: { readonly symbol: AssetSymbol; readonly priceUsd: string } | null;
};

/** Any coin, for what costs the same of each: J$25,000. */
export const usualOrder: Worked = { pay: jmd(2_500_000n), coin: null };

/** The coin plays no part in what an order costs besides its sending; any price will do. */
const anyCoin = { priceUsd: decimal('1'), decimals: 8 };

/** An amount in its two parts; less than nothing keeps its sign. */
export function figure({ minor }: Money): Figure {
  const [whole = '', cents = ''] = grouped(moneyText(minor < 0n ? -minor : minor)).split('.');
  return { whole: minor < 0n ? minus + whole : whole, cents: `.${cents}` };
}

/** Basis points as people say them: 800 is `8%`, 1562 is `15.6%`. */
export function percentText(basisPoints: bigint): string {
  const text = decimalText(rescale({ units: basisPoints, scale: 2 }, 1, 'half-up'));
  return `${text.replace(/\.0$/, '')}%`;
}

/** A rate with two places at least: `175.00`, `158.315`. */
export function rateText(rate: string): string {
  const value: Decimal = decimal(rate);
  return grouped(decimalText(rescale(value, Math.max(2, value.scale), 'down')));
}

const width = (part: Money, whole: Money): string => {
  const hundredths = divide(part.minor * 10_000n, whole.minor, 'half-up');
  return decimalText({ units: hundredths < 0n ? 0n : hundredths, scale: 2 });
};

type Market = NonNullable<Settings['rates']['market']>;

/** What only a market rate can tell: the rate difference and the cost all in. */
function comparison(quote: BuyQuote, market: Market): Partial<HomeExample> {
  const { rateDifference, allIn, allInBasisPoints } = quote;
  return {
    market: rateText(market.rate),
    source: `${market.source}, ${dateText(market.asOf)}`,
    ...(rateDifference && {
      difference: figure(rateDifference),
      differenceWidth: width(rateDifference, quote.jmd),
    }),
    ...(allIn && { allIn: figure(allIn), share: percentText(allInBasisPoints ?? 0n) }),
  };
}

type Rules = Pick<Settings, 'rates' | 'fee' | 'order_sizes' | 'asset_switches'>;

/** Over which network a coin is sent, the first open one that the form lists, and for how much. */
function firstWay(settings: Rules, symbol: AssetSymbol): { label: string; cost: Money } | null {
  const open = assetNetworks[symbol].find(({ network }) => !isPaused(settings, { side: 'buy', symbol, network }));
  return open ? { label: open.label, cost: networkCostOf(settings, open.network) } : null;
}

/** `J$12,500` of a half, the cents only where there are some. */
const round = (amount: Money): string => `J$${groupedMoney(amount.minor).replace('.00', '')}`;

/** What an amount buys at the market rate, and its cost: fee, sending and, where known, the rate difference (C6). */
export function exampleOrder(settings: Rules, { pay, coin }: Worked = usualOrder): HomeExample {
  const { rates, fee } = settings;
  const way = coin && firstWay(settings, coin.symbol);
  const bought = way && { priceUsd: decimal(coin.priceUsd), decimals: assets[coin.symbol].decimals };
  const quote = buyQuote({
    ...(bought ?? anyCoin),
    payment: pay,
    buyRate: decimal(rates.buy),
    feeBasisPoints: BigInt(fee.basisPoints),
    marketRate: rates.market && decimal(rates.market.rate),
    networkCost: way ? way.cost : jmd(0n),
  });
  const left = subtract(pay, quote.fee);
  const sending = way && way.cost.minor < left.minor ? way.cost : way ? left : jmd(0n);
  const worth = subtract(subtract(left, sending), quote.rateDifference ?? jmd(0n));
  const paid = figure(pay);
  return {
    ...failedFacts.example,
    marketClass: rates.market ? 'known' : 'unknown',
    paid: paid.cents === '.00' ? { ...paid, cents: '' } : paid,
    half: round(jmd(pay.minor / 2n)),
    full: round(pay),
    worth: figure(worth),
    worthWidth: width(worth, pay),
    fee: figure(quote.fee),
    feeWidth: width(quote.fee, pay),
    ...(rates.market && comparison(quote, rates.market)),
    ...(way && {
      coinsClass: 'known',
      coins: withUnit(grouped(coinsText({ ...assets[coin.symbol], base: quote.coinsBase })), coin.symbol),
      network: way.label,
      sendingClass: sending.minor > 0n ? 'known' : 'gone',
      sending: figure(sending),
      sendingWidth: width(sending, pay),
    }),
  };
}
