import { z } from 'zod';
import { decimal } from '../../kernel/decimal.ts';
import { plainDecimal } from './exact-json.ts';

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
