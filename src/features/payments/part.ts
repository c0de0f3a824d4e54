import { divide } from '../../kernel/decimal.ts';
import { jmd, type Money } from '../../kernel/money.ts';
import { type Amount, alike, unitsOf } from '../movements/amount.ts';
import type { Payment } from './store.ts';

type Bargain = Pick<Payment, 'amount' | 'coins'>;

/** What goes back of what is left of a payment, and what is kept of it then; of the whole nothing is. */
export type Share = { readonly amount: Amount; readonly kept: Amount };

/** What is left of a payment, in J$: of coins their share of its price. */
export const worthOf = ({ amount, coins }: Bargain, left: Amount): Money =>
  coins ? jmd(divide(unitsOf(left) * amount.minor, coins.amount.base, 'down')) : jmd(unitsOf(left));

/**
 * What goes back of what is left where so many J$ are asked for: all of it where it is as much. Of coins it is the same
 * share of those that came, rounded down to the last place of the coin: parts are never more coins than the J$ they are
 * for, and what their rounding kept goes back with the whole. Null where it is more than is left, or not one unit.
 */
export function shareOf({ amount: price, coins }: Bargain, left: Amount, wish: Money): Share | null {
  const { minor } = worthOf({ amount: price, coins }, left);
  if (wish.minor === minor) return wholeOf(left);
  const units = coins ? divide(coins.amount.base * wish.minor, price.minor, 'down') : wish.minor;
  if (wish.minor > minor || units <= 0n) return null;
  return { amount: alike(left, units), kept: alike(left, unitsOf(left) - units) };
}

export const wholeOf = (left: Amount): Share => ({ amount: left, kept: alike(left, 0n) });
