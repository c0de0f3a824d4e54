import { divide } from '../../kernel/decimal.ts';
import { jmd, type Money } from '../../kernel/money.ts';
import { type Amount, minorUnitsOf, replaceUnits } from '../ledger/amount.ts';
import type { Payment } from './store.ts';

type PriceTerms = Pick<Payment, 'amount' | 'coins'>;

export type Share = { readonly amount: Amount; readonly kept: Amount };

/** Returns the J$ value of the amount left. Crypto is worth its share of the price. */
export const getWorth = ({ amount, coins }: PriceTerms, left: Amount): Money =>
  coins ? jmd(divide(minorUnitsOf(left) * amount.minor, coins.amount.base, 'down')) : jmd(minorUnitsOf(left));

/** Refunds crypto in proportion to J$, rounded down. Null for more than `left` or less than one base unit. */
export function calculateShare({ amount: price, coins }: PriceTerms, left: Amount, requested: Money): Share | null {
  const { minor } = getWorth({ amount: price, coins }, left);
  if (requested.minor === minor) return getWholeShare(left);
  const units = coins ? divide(coins.amount.base * requested.minor, price.minor, 'down') : requested.minor;
  if (requested.minor > minor || units <= 0n) return null;
  return { amount: replaceUnits(left, units), kept: replaceUnits(left, minorUnitsOf(left) - units) };
}

export const getWholeShare = (left: Amount): Share => ({ amount: left, kept: replaceUnits(left, 0n) });
