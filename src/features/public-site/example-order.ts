import { formatBaseUnits } from '../../kernel/coins.ts';
import { type Decimal, decimal, divide, formatDecimal, rescale } from '../../kernel/decimal.ts';
import {
  formatGroupedMinorUnits,
  formatMinorUnits,
  jmd,
  type Money,
  parseMoney,
  subtract,
} from '../../kernel/money.ts';
import { formatDate } from '../../ui/format.ts';
import { formatWithUnit, groupThousands, minusSign } from '../../ui/number-format.ts';
import { type AssetSymbol, assets } from '../assets/assets.ts';
import { getNetworkLabel } from '../assets/networks.ts';
import type { ListedPrice } from '../prices/schema.ts';
import type { Settings } from '../settings/schema.ts';
import { type BuyQuote, maxOrderJmd, priceBuy } from '../trading/quoting/pricing.ts';
import { findCheapestNetwork, getNetworkCost } from '../trading/quoting/verdict.ts';
import {
  calculatorCoins,
  type Figure,
  failedFacts,
  type HomeExample,
  type HomeInput,
  isCompanyPriced,
} from './facts.ts';

type ExampleInput = {
  readonly pay: Money;
  readonly coin: { readonly symbol: AssetSymbol; readonly priceUsd: string } | null;
};

const defaultOrder: ExampleInput = { pay: jmd(2_500_000n), coin: null };

const placeholderCoin = { priceUsd: decimal('1'), decimals: 8 };

export function toFigure({ minor }: Money): Figure {
  const [whole = '', cents = ''] = groupThousands(formatMinorUnits(minor < 0n ? -minor : minor)).split('.');
  return { whole: minor < 0n ? minusSign + whole : whole, cents: `.${cents}` };
}

export function formatPercent(basisPoints: bigint): string {
  const text = formatDecimal(rescale({ units: basisPoints, scale: 2 }, 1, 'half-up'));
  return `${text.replace(/\.0$/, '')}%`;
}

export function formatRate(rate: string): string {
  const value: Decimal = decimal(rate);
  return groupThousands(formatDecimal(rescale(value, Math.max(2, value.scale), 'down')));
}

const formatWidth = (part: Money, whole: Money): string => {
  const hundredths = divide(part.minor * 10_000n, whole.minor, 'half-up');
  return formatDecimal({ units: hundredths < 0n ? 0n : hundredths, scale: 2 });
};

type Market = NonNullable<Settings['rates']['market']>;

function getMarketComparison(quote: BuyQuote, market: Market): Partial<HomeExample> {
  const { rateDifference, allIn, allInBasisPoints } = quote;
  return {
    market: formatRate(market.rate),
    source: `${market.source}, ${formatDate(market.asOf)}`,
    ...(rateDifference && {
      difference: toFigure(rateDifference),
      differenceWidth: formatWidth(rateDifference, quote.jmd),
    }),
    ...(allIn && { allIn: toFigure(allIn), share: formatPercent(allInBasisPoints ?? 0n) }),
  };
}

type Rules = Pick<Settings, 'rates' | 'fee' | 'order_sizes' | 'asset_switches' | 'company_wallets'>;

/** Returns the network that the order form preselects (decision F3). */
function findExampleNetwork(settings: Rules, symbol: AssetSymbol): { label: string; cost: Money } | null {
  const network = findCheapestNetwork(settings, symbol);
  return network && { label: getNetworkLabel(symbol, network), cost: getNetworkCost(settings, network) };
}

const formatRounded = (amount: Money): string => `J$${formatGroupedMinorUnits(amount.minor).replace('.00', '')}`;

/** Calculates fee, network fee and, with a market rate, the rate difference of an order (C6). */
export function exampleOrder(settings: Rules, { pay, coin }: ExampleInput = defaultOrder): HomeExample {
  const { rates, fee } = settings;
  const network = coin && findExampleNetwork(settings, coin.symbol);
  const bought = network && { priceUsd: decimal(coin.priceUsd), decimals: assets[coin.symbol].decimals };
  const quote = priceBuy({
    ...(bought ?? placeholderCoin),
    payment: pay,
    buyRate: decimal(rates.buy),
    feeBasisPoints: BigInt(fee.basisPoints),
    marketRate: rates.market && decimal(rates.market.rate),
    networkCost: network ? network.cost : jmd(0n),
  });
  const left = subtract(pay, quote.fee);
  const sending = network && network.cost.minor < left.minor ? network.cost : network ? left : jmd(0n);
  const worth = subtract(subtract(left, sending), quote.rateDifference ?? jmd(0n));
  const paid = toFigure(pay);
  return {
    ...failedFacts.example,
    marketClass: rates.market ? 'known' : 'unknown',
    paid: paid.cents === '.00' ? { ...paid, cents: '' } : paid,
    half: formatRounded(jmd(pay.minor / 2n)),
    full: formatRounded(pay),
    worth: toFigure(worth),
    worthWidth: formatWidth(worth, pay),
    fee: toFigure(quote.fee),
    feeWidth: formatWidth(quote.fee, pay),
    ...(rates.market && getMarketComparison(quote, rates.market)),
    ...(network && {
      coinsClass: 'known',
      coins: formatWithUnit(
        groupThousands(formatBaseUnits({ ...assets[coin.symbol], base: quote.coinsBase })),
        coin.symbol,
      ),
      network: network.label,
      sendingClass: sending.minor > 0n ? 'known' : 'gone',
      sending: toFigure(sending),
      sendingWidth: formatWidth(sending, pay),
    }),
  };
}

/** Query of the home page form: `?pay=40,000&coin=ETH`. */
export type HomeQuery = { readonly pay?: unknown; readonly coin?: unknown };

const defaultCoin: AssetSymbol = 'BTC';
const problem = 'Enter an amount in J$, such as 25,000.';

export const maxTypedLength = 24;

function parsePay(typed: string): Money | null {
  const read = parseMoney(typed, 'JMD', 'down');
  return read && read.minor > 0n && read.minor <= maxOrderJmd.minor ? read : null;
}

/** Uses the default amount for an invalid amount, with an error text. Uses the default coin for an unknown coin. */
export function parseCalculatorInput(
  query: HomeQuery,
  prices: readonly ListedPrice[],
): { asked: HomeInput; worked: ExampleInput } {
  const defaultAmount = formatGroupedMinorUnits(defaultOrder.pay.minor).replace('.00', '');
  const typed = typeof query.pay === 'string' ? query.pay.slice(0, maxTypedLength) : defaultAmount;
  const isSold = (coin: AssetSymbol) => !isCompanyPriced(coin) || prices.some((listed) => listed.symbol === coin);
  const symbol = calculatorCoins.find((known) => known === query.coin && isSold(known)) ?? defaultCoin;
  const pay = parsePay(typed);
  const price = pay && prices.find((listed) => listed.symbol === symbol && !listed.stale);
  return {
    asked: {
      amount: typed,
      coin: symbol,
      others: calculatorCoins.map((other) => (other === symbol || !isSold(other) ? 'gone' : 'known')),
      problem: pay ? '' : problem,
      problemClass: pay ? 'gone' : 'err',
    },
    worked: { pay: pay ?? defaultOrder.pay, coin: price ? { symbol, priceUsd: price.priceUsd } : null },
  };
}
