import { groupedMoney, type Money, parseMoney } from '../../kernel/money.ts';
import type { AssetSymbol } from '../coins/assets.ts';
import type { ListedPrice } from '../prices/schema.ts';
import { largestOrder } from '../trading/quoting/pricing.ts';
import { usualOrder, type Worked } from './example-order.ts';
import { coinsAsked, type HomeAsked, mayBeGivenAway } from './facts.ts';

/** What the address of the home page asks: `?pay=40,000&coin=ETH`, as its form sends it. */
export type HomeQuery = { readonly pay?: unknown; readonly coin?: unknown };

const usualCoin: AssetSymbol = 'BTC';
const problem = 'Type an amount in J$, such as 25,000.';

/** More cannot be typed into the field. */
export const longestTyped = 24;

/** Nothing, and more than anybody trades, is no amount to work out. */
function payOf(typed: string): Money | null {
  const read = parseMoney(typed, 'JMD', 'down');
  return read && read.minor > 0n && read.minor <= largestOrder.minor ? read : null;
}

/**
 * What is worked out and what the form then shows. Whatever is no amount leaves the usual example, and is said beside
 * what was typed; a coin that we do not sell is the usual one.
 */
export function readAsked(query: HomeQuery, prices: readonly ListedPrice[]): { asked: HomeAsked; worked: Worked } {
  const usual = groupedMoney(usualOrder.pay.minor).replace('.00', '');
  const typed = typeof query.pay === 'string' ? query.pay.slice(0, longestTyped) : usual;
  const isSold = (coin: AssetSymbol) => !mayBeGivenAway(coin) || prices.some((listed) => listed.symbol === coin);
  const symbol = coinsAsked.find((known) => known === query.coin && isSold(known)) ?? usualCoin;
  const pay = payOf(typed);
  // One that is out of date buys nothing, and no coins stand beside what is no amount.
  const price = pay && prices.find((listed) => listed.symbol === symbol && !listed.stale);
  return {
    asked: {
      amount: typed,
      coin: symbol,
      others: coinsAsked.map((other) => (other === symbol || !isSold(other) ? 'gone' : 'known')),
      problem: pay ? '' : problem,
      problemClass: pay ? 'gone' : 'err',
    },
    worked: { pay: pay ?? usualOrder.pay, coin: price ? { symbol, priceUsd: price.priceUsd } : null },
  };
}
