import type { CryptoAmount } from '../../../kernel/coins.ts';
import { divide } from '../../../kernel/decimal.ts';
import { add, jmd, type Money, subtract } from '../../../kernel/money.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import type { Side } from './order.ts';

export type Deal = {
  readonly side: Side;
  readonly symbol: AssetSymbol;
  readonly coins: CryptoAmount;
  readonly jmd: Money;
  readonly at: Date;
};

export type Holding = {
  readonly symbol: AssetSymbol;
  readonly held: CryptoAmount;
  readonly cost: Money;
  readonly gained: Money;
  /** Coins that the customer sold to us but bought elsewhere. Their cost is unknown. */
  readonly fromElsewhere: CryptoAmount;
};

const zeroJmd = jmd(0n);
const withBase = (coins: CryptoAmount, base: bigint): CryptoAmount => ({ ...coins, base });
const prorate = (total: Money, share: bigint, outOf: bigint): Money =>
  jmd(divide(total.minor * share, outOf, 'half-up'));

const applyBuy = (holding: Holding, { coins, jmd: paid }: Deal): Holding => ({
  ...holding,
  held: withBase(coins, holding.held.base + coins.base),
  cost: add(holding.cost, paid),
});

function applySell(holding: Holding, { coins, jmd: proceeds }: Deal): Holding {
  const { held, cost } = holding;
  const soldHeld = coins.base < held.base ? coins.base : held.base;
  const elsewhere = withBase(coins, holding.fromElsewhere.base + coins.base - soldHeld);
  if (soldHeld === 0n) return { ...holding, fromElsewhere: elsewhere };
  const costOfSold = prorate(cost, soldHeld, held.base);
  return {
    ...holding,
    held: withBase(held, held.base - soldHeld),
    cost: subtract(cost, costOfSold),
    gained: add(holding.gained, subtract(prorate(proceeds, soldHeld, coins.base), costOfSold)),
    fromElsewhere: elsewhere,
  };
}

export function computeHoldings(deals: readonly Deal[]): Holding[] {
  const found = new Map<AssetSymbol, Holding>();
  for (const deal of deals.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { symbol, coins } = deal;
    const noCoins = withBase(coins, 0n);
    const before = found.get(symbol) ?? {
      symbol,
      held: noCoins,
      cost: zeroJmd,
      gained: zeroJmd,
      fromElsewhere: noCoins,
    };
    found.set(symbol, deal.side === 'buy' ? applyBuy(before, deal) : applySell(before, deal));
  }
  return [...found.values()].sort((a, b) => Number(b.held.base > 0n) - Number(a.held.base > 0n));
}
