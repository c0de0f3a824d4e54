import { decimalText, parseDecimal, pow10, rescale } from './decimal.ts';
import type { Places } from './money.ts';
import { typedAmount } from './typed-amount.ts';

/**
 * An amount of a crypto asset in base units: `base / 10^decimals` coins. `decimals` is the precision in which we
 * trade the asset, which every network that carries it can hold.
 */
export type Coins = { readonly symbol: string; readonly base: bigint; readonly decimals: number };

/** What is asked for: the coin, and in how many places it is counted. */
type Counted = { readonly symbol: string; readonly decimals: number };

/**
 * Reads what a person types: `0.005`, `.5`, `1,000`, `0.25 ETH`; null for signs, exponents and the symbol of another
 * coin. More places than the asset has are null too, unless they shall be rounded down.
 */
export function parseCoins(text: string, { symbol, decimals }: Counted, places: Places = 'exact'): Coins | null {
  const typed = typedAmount(text);
  if (!typed || !['', symbol].includes(typed.mark)) return null;
  if (places === 'exact' && typed.value.scale > decimals) return null;
  return { symbol, base: rescale(typed.value, decimals, 'down').units, decimals };
}

/** All places: `0.00500000`. */
export const coinsText = (coins: Coins): string => decimalText({ units: coins.base, scale: coins.decimals });

/** Base units out of a numeric column or our own text; trailing zeros beyond the precision are allowed, digits not. */
export function baseUnits(text: string, decimals: number): bigint {
  const read = parseDecimal(text);
  if (!read) throw new Error(`not an amount of coins: ${text}`);
  if (read.scale <= decimals) return read.units * pow10(decimals - read.scale);
  const surplus = pow10(read.scale - decimals);
  if (read.units % surplus !== 0n) throw new Error(`${text} is finer than ${decimals} places`);
  return read.units / surplus;
}
