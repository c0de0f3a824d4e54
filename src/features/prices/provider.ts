import { z } from 'zod';
import { decimal } from '../../kernel/decimal.ts';
import { plainDecimal } from './exact-json.ts';

/** What one provider says about one coin. All figures are plain decimal text, prices and volume in US dollars. */
export type Reading = {
  readonly symbol: string;
  readonly priceUsd: string;
  /** Per cent over the last 24 hours; null where the provider does not tell it. */
  readonly change24h: string | null;
  /** Value traded in the last 24 hours. */
  readonly volume24hUsd: string | null;
  /** When the provider saw this price; our own clock where it does not say. */
  readonly observedAt: Date;
};

/** A company that tells prices. `fetch` throws {@link ProviderFailure}; coins it does not know are left out. */
export type PriceProvider = {
  readonly name: string;
  fetch(symbols: readonly string[], signal: AbortSignal): Promise<Reading[]>;
};

/** Why a provider gave no prices. The words are safe to show: they reveal no address, key or answer. */
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

/** A provider gave no usable answer. It carries no cause, so that no address, header or body can reach a log. */
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

/** A figure as exact text, whether it stood in the answer as a number or in quotes. */
export const Figure = z.string().transform((text, check) => {
  const plain = plainDecimal(text);
  if (plain === null) check.addIssue({ code: 'custom', message: 'not a decimal' });
  return plain ?? '0';
});

/** A price: a figure above zero. */
export const PriceFigure = Figure.refine((text) => decimal(text).units > 0n, 'not above zero');

/** A figure that may be missing: anything unreadable counts as missing, since only the price is essential. */
export const OptionalFigure = Figure.nullable().catch(null);
