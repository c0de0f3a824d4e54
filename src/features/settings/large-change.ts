import { compareDecimals, type Decimal, multiply, parseDecimal } from '../../kernel/decimal.ts';
import type { SettingKey } from './schema.ts';

/** A change so large that it is probably a typing error. */
export type LargeChange = { readonly what: string; readonly before: string; readonly after: string };

/** Smallest suspicious ratio in hundredths: 125 is a change by a quarter, 200 a doubling. */
const limits: Readonly<Partial<Record<SettingKey, bigint>>> = {
  rates: 125n,
  fee: 200n,
  caps: 500n,
  token_prices: 200n,
};

const formatFigure = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : null;

function hasRatio(first: Decimal, second: Decimal, hundredths: bigint): boolean {
  const limit = { units: hundredths, scale: 2 };
  const isAtLeast = (a: Decimal, b: Decimal) => compareDecimals(a, multiply(b, limit)) >= 0;
  return first.units > 0n && second.units > 0n && (isAtLeast(first, second) || isAtLeast(second, first));
}

/** Returns the first number of a setting that changes suspiciously, or null. */
export function findLargeChange(key: SettingKey, before: unknown, after: unknown): LargeChange | null {
  const limit = limits[key];
  return limit === undefined ? null : findIn({ before, after }, limit, []);
}

type Change = { readonly before: unknown; readonly after: unknown };

function findIn({ before, after }: Change, limit: bigint, path: readonly string[]): LargeChange | null {
  const [oldText, newText] = [formatFigure(before), formatFigure(after)];
  if (oldText !== null && newText !== null) {
    const [oldValue, newValue] = [parseDecimal(oldText), parseDecimal(newText)];
    return oldValue && newValue && hasRatio(oldValue, newValue, limit)
      ? { what: path.join(' '), before: oldText, after: newText }
      : null;
  }
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return null;
  for (const [name, value] of Object.entries(after)) {
    const part = { before: (before as Record<string, unknown>)[name], after: value };
    const found = findIn(part, limit, [...path, name]);
    if (found) return found;
  }
  return null;
}
