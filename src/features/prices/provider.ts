import { z } from 'zod';
import { decimal, parseDecimal } from '../../kernel/decimal.ts';

const numberShape = /^(-?)(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Maximum digits before and after the point. Longer numbers could slow down our arithmetic. */
const longest = 30;

function joinDecimal(integer: string, fraction: string): string {
  const left = integer.replace(/^0+(?=\d)/, '');
  const right = fraction.replace(/0+$/, '');
  return right ? `${left}.${right}` : left;
}

/** Converts a JSON number to decimal text without an exponent: `6.8e-05` is `0.000068`. Null when too long. */
export function plainDecimal(source: string): string | null {
  const match = numberShape.exec(source.trim());
  if (!match) return null;
  const [, sign = '', whole = '0', fraction = '', power = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (Math.abs(point) > longest + digits.length) return null;
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const split = Math.max(point, 0);
  const text = joinDecimal(padded.slice(0, split) || '0', padded.slice(split));
  if (!parseDecimal(text)) return null;
  return text === '0' ? '0' : sign + text;
}

/** Parses JSON with every number as decimal text (decision C7). Throws SyntaxError on invalid JSON. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? plainDecimal(context?.source ?? '') : value,
  );
}

export type Reading = {
  readonly symbol: string;
  readonly priceUsd: string;
  readonly change24h: string | null;
  readonly volume24hUsd: string | null;
  readonly observedAt: Date;
};

/** `fetch` throws {@link ProviderFailure} and omits unknown coins. */
export type PriceProvider = {
  readonly name: string;
  fetch(symbols: readonly string[], signal: AbortSignal): Promise<Reading[]>;
};

/** Texts for users. They reveal no URL, key or response. */
export const failureReasons = {
  timeout: 'no answer in time',
  unreachable: 'not reachable',
  throttled: 'too many requests',
  refused: 'request refused',
  failing: 'provider fault',
  unreadable: 'unreadable answer',
  unconfigured: 'not configured',
} as const;
export type FailureReason = keyof typeof failureReasons;

/** Has no `cause`, so that no URL, header or body reaches a log. */
export class ProviderFailure extends Error {
  readonly provider: string;
  readonly reason: FailureReason;

  constructor(provider: string, reason: FailureReason) {
    super(`${provider}: ${reason}`);
    this.name = 'ProviderFailure';
    this.provider = provider;
    this.reason = reason;
  }
}

export const Figure = z.string().transform((text, check) => {
  const plain = plainDecimal(text);
  if (plain === null) check.addIssue({ code: 'custom', message: 'not a decimal' });
  return plain ?? '0';
});

export const PriceFigure = Figure.refine((text) => decimal(text).units > 0n, 'not above zero');

/** Null when unreadable, as only the price is required. */
export const OptionalFigure = Figure.nullable().catch(null);
