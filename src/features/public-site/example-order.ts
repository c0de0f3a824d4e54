import { formatBaseUnits } from '../../kernel/coins.ts';
import { type Decimal, decimal, divide, formatDecimal, rescale } from '../../kernel/decimal.ts';
import { formatGroupedMinorUnits, formatMinorUnits, jmd, type Money, subtract } from '../../kernel/money.ts';
import { formatDate } from '../../ui/format.ts';
import { formatWithUnit, groupThousands, minusSign } from '../../ui/number-format.ts';
import { type AssetSymbol, assets } from '../assets/assets.ts';
import { getNetworkLabel } from '../assets/networks.ts';
import type { Settings } from '../settings/schema.ts';
import { type BuyQuote, priceBuy } from '../trading/quoting/pricing.ts';
import { findCheapestNetwork, getNetworkCost } from '../trading/quoting/verdict.ts';
import { type Figure, failedFacts, type HomeExample } from './facts.ts';

export type ExampleInput = {
  readonly pay: Money;
  readonly coin: { readonly symbol: AssetSymbol; readonly priceUsd: string } | null;
};

export const defaultOrder: ExampleInput = { pay: jmd(2_500_000n), coin: null };

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
