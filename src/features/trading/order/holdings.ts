import type { Coins } from '../../../kernel/coins.ts';
import { divide } from '../../../kernel/decimal.ts';
import { add, jmd, type Money, subtract } from '../../../kernel/money.ts';
import type { AssetSymbol } from '../../coins/assets.ts';
import type { Side } from './order.ts';

/** A completed order: coins one way, J$ the other: all that was paid for a buy, what was paid out for a sell. */
export type Deal = {
  readonly side: Side;
  readonly symbol: AssetSymbol;
  readonly coins: Coins;
  readonly jmd: Money;
  readonly at: Date;
};

/** What somebody bought of one coin through us and did not sell to us since, and what came of it. */
export type Holding = {
  readonly symbol: AssetSymbol;
  readonly held: Coins;
  /** What those cost, fees and all, each at the average of what was held when it was sold. */
  readonly cost: Money;
  /** What selling to us brought beyond the cost of what was sold; negative for a loss. */
  readonly gained: Money;
  /** Sold to us without having been bought here: what those cost is not known to us. */
  readonly fromElsewhere: Coins;
};

const nothing = jmd(0n);
const of = (coins: Coins, base: bigint): Coins => ({ ...coins, base });
const part = (whole: Money, share: bigint, among: bigint): Money => jmd(divide(whole.minor * share, among, 'half-up'));

const bought = (holding: Holding, { coins, jmd: paid }: Deal): Holding => ({
  ...holding,
  held: of(coins, holding.held.base + coins.base),
  cost: add(holding.cost, paid),
});

/** Of a sale that is larger than what is held, only its share of the proceeds is set against what was paid here. */
function sold(holding: Holding, { coins, jmd: proceeds }: Deal): Holding {
  const { held, cost } = holding;
  const taken = coins.base < held.base ? coins.base : held.base;
  const elsewhere = of(coins, holding.fromElsewhere.base + coins.base - taken);
  if (taken === 0n) return { ...holding, fromElsewhere: elsewhere };
  const costOfTaken = part(cost, taken, held.base);
  return {
    ...holding,
    held: of(held, held.base - taken),
    cost: subtract(cost, costOfTaken),
    gained: add(holding.gained, subtract(part(proceeds, taken, coins.base), costOfTaken)),
    fromElsewhere: elsewhere,
  };
}

/**
 * Holdings by coin, what is held before what is not any more, each in the order in which the coins first came up; deals
 * count in the order of time.
 */
export function holdingsOf(deals: readonly Deal[]): Holding[] {
  const found = new Map<AssetSymbol, Holding>();
  for (const deal of deals.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const { symbol, coins } = deal;
    const none = of(coins, 0n);
    const before = found.get(symbol) ?? { symbol, held: none, cost: nothing, gained: nothing, fromElsewhere: none };
    found.set(symbol, deal.side === 'buy' ? bought(before, deal) : sold(before, deal));
  }
  return [...found.values()].sort((one, other) => Number(other.held.base > 0n) - Number(one.held.base > 0n));
}
