import { compareDecimals, type Decimal, multiply, parseDecimal } from '../../kernel/decimal.ts';
import type { SettingKey } from './schema.ts';

/** A change that is likelier a typing error than a decision. */
export type LargeChange = { readonly what: string; readonly before: string; readonly after: string };

/** Smallest suspicious ratio in hundredths: rates by a quarter, fee and token prices to double, caps fivefold. */
const limits: Readonly<Partial<Record<SettingKey, bigint>>> = {
  rates: 125n,
  fee: 200n,
  caps: 500n,
  token_prices: 200n,
};

const formatFigure = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : null;

function hasRatio(one: Decimal, other: Decimal, hundredths: bigint): boolean {
  const limit = { units: hundredths, scale: 2 };
  const isAtLeast = (a: Decimal, b: Decimal) => compareDecimals(a, multiply(b, limit)) >= 0;
  return one.units > 0n && other.units > 0n && (isAtLeast(one, other) || isAtLeast(other, one));
}

/** The first figure of a setting that changes too much; null when none does. */
export function findLargeChange(key: SettingKey, before: unknown, after: unknown): LargeChange | null {
  const limit = limits[key];
  return limit === undefined ? null : findIn({ before, after }, limit, []);
}

type Change = { readonly before: unknown; readonly after: unknown };

function findIn({ before, after }: Change, limit: bigint, path: readonly string[]): LargeChange | null {
  const [was, is] = [formatFigure(before), formatFigure(after)];
  if (was !== null && is !== null) {
    const [one, other] = [parseDecimal(was), parseDecimal(is)];
    return one && other && hasRatio(one, other, limit) ? { what: path.join(' '), before: was, after: is } : null;
  }
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return null;
  for (const [name, value] of Object.entries(after)) {
    const part = { before: (before as Record<string, unknown>)[name], after: value };
    const found = findIn(part, limit, [...path, name]);
    if (found) return found;
  }
  return null;
}
