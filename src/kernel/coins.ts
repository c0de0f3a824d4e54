import { decimalText, parseDecimal, pow10 } from './decimal.ts';

/**
 * An amount of a crypto asset in base units: `base / 10^decimals` coins. `decimals` is the precision in which we
 * trade the asset, which every network that carries it can hold.
 */
export type Coins = { readonly symbol: string; readonly base: bigint; readonly decimals: number };

/** Reads what a person types: `0.005`; refuses (null) more places than the asset has, signs and exponents. */
export function parseCoins(text: string, symbol: string, decimals: number): Coins | null {
  const read = parseDecimal(text.trim().replace(/\.$/, ''));
  if (!read || read.units < 0n || read.scale > decimals) return null;
  return { symbol, base: read.units * pow10(decimals - read.scale), decimals };
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
