import { formatGroupedMinorUnits, type Money, parseMoney } from '../../kernel/money.ts';
import type { AssetSymbol } from '../assets/assets.ts';
import type { ListedPrice } from '../prices/schema.ts';
import { maxOrderJmd } from '../trading/quoting/pricing.ts';
import { defaultOrder, type ExampleInput } from './example-order.ts';
import { calculatorCoins, type HomeInput, isCompanyPriced } from './facts.ts';

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
