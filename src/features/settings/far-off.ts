import { compareDecimals, type Decimal, multiply, parseDecimal } from '../../kernel/decimal.ts';
import type { SettingKey } from './schema.ts';

/** A figure that would change so much that a slip of the hand is likelier than a decision. */
export type FarOff = { readonly what: string; readonly before: string; readonly after: string };

/**
 * By how much at least, in hundredths: a rate by a quarter, the fee and a price of ours to its double, a cap fivefold.
 */
const limits: Readonly<Partial<Record<SettingKey, bigint>>> = {
  rates: 125n,
  fee: 200n,
  caps: 500n,
  token_prices: 200n,
};

const textOf = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : null;

/** Whether one of these is at least so many hundredths of the other. */
function isFar(one: Decimal, other: Decimal, hundredths: bigint): boolean {
  const limit = { units: hundredths, scale: 2 };
  const over = (a: Decimal, b: Decimal) => compareDecimals(a, multiply(b, limit)) >= 0;
  return one.units > 0n && other.units > 0n && (over(one, other) || over(other, one));
}

/** The first figure of a setting that a change would move so far; null where none is. Pure. */
export function farOff(key: SettingKey, before: unknown, after: unknown): FarOff | null {
  const limit = limits[key];
  return limit === undefined ? null : farIn({ before, after }, limit, []);
}

type Change = { readonly before: unknown; readonly after: unknown };

function farIn({ before, after }: Change, limit: bigint, path: readonly string[]): FarOff | null {
  const [was, is] = [textOf(before), textOf(after)];
  if (was !== null && is !== null) {
    const [one, other] = [parseDecimal(was), parseDecimal(is)];
    return one && other && isFar(one, other, limit) ? { what: path.join(' '), before: was, after: is } : null;
  }
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return null;
  for (const [name, value] of Object.entries(after)) {
    const part = { before: (before as Record<string, unknown>)[name], after: value };
    const found = farIn(part, limit, [...path, name]);
    if (found) return found;
  }
  return null;
}
