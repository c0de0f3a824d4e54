import { formatDecimal, parseDecimal, pow10, rescale } from './decimal.ts';
import type { ExtraDigits } from './money.ts';
import { parseTypedAmount } from './parse-amount.ts';

/** Amount of an asset: `base / 10^decimals`. `decimals` is our trading precision, which all its networks support. */
export type CryptoAmount = { readonly symbol: string; readonly base: bigint; readonly decimals: number };

type CoinUnit = { readonly symbol: string; readonly decimals: number };

/** Parses `0.005`, `.5`, `1,000`, `0.25 ETH`. Null for signs, exponents, other symbols and too many decimals. */
export function parseCoins(
  text: string,
  { symbol, decimals }: CoinUnit,
  extraDigits: ExtraDigits = 'exact',
): CryptoAmount | null {
  const typed = parseTypedAmount(text);
  if (!typed || !['', symbol].includes(typed.unit)) return null;
  if (extraDigits === 'exact' && typed.value.scale > decimals) return null;
  return { symbol, base: rescale(typed.value, decimals, 'down').units, decimals };
}

/** Formats with all decimals: `0.00500000`. */
export const formatBaseUnits = (coins: CryptoAmount): string =>
  formatDecimal({ units: coins.base, scale: coins.decimals });

/** Parses a numeric column or {@link formatBaseUnits} text. Throws on digits beyond the precision. */
export function parseBaseUnits(text: string, decimals: number): bigint {
  const decimal = parseDecimal(text);
  if (!decimal) throw new Error(`invalid coin amount: ${text}`);
  if (decimal.scale <= decimals) return decimal.units * pow10(decimals - decimal.scale);
  const surplus = pow10(decimal.scale - decimals);
  if (decimal.units % surplus !== 0n) throw new Error(`${text} has more than ${decimals} decimals`);
  return decimal.units / surplus;
}
