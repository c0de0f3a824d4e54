import type { Clock } from '../../kernel/clock.ts';
import { coinbase } from './coinbase-gateway.ts';
import { coinGecko } from './coingecko-gateway.ts';
import { coinMarketCap } from './coinmarketcap-gateway.ts';
import type { Source } from './cross-check.ts';
import { kraken } from './kraken-gateway.ts';
import { type FailureReason, type PriceProvider, ProviderFailure } from './provider.ts';

export const providerNames = ['coinmarketcap', 'coingecko', 'kraken', 'coinbase'] as const;
export type ProviderName = (typeof providerNames)[number];

export type PricesConfig = {
  readonly mode: 'demo' | 'production';
  readonly providers: readonly string[];
  readonly coinMarketCapKey?: string | undefined;
  readonly urls: Readonly<Record<ProviderName, string>>;
  readonly timeoutMs?: number;
};

function createProvider(name: ProviderName, config: PricesConfig, clock: Clock): PriceProvider | null {
  const { coinMarketCapKey: key, timeoutMs } = config;
  const options = { baseUrl: config.urls[name], clock, ...(timeoutMs && { timeoutMs }) };
  switch (name) {
    case 'coinmarketcap':
      return key ? coinMarketCap({ ...options, key }) : null;
    case 'coingecko':
      return coinGecko(options);
    case 'kraken':
      return kraken(options);
    case 'coinbase':
      return coinbase(options);
  }
}

/** Returns the configured providers, most trusted first. */
export const createProviderChain = (config: PricesConfig, clock: Clock): PriceProvider[] =>
  providerNames.flatMap((name) => (config.providers.includes(name) ? (createProvider(name, config, clock) ?? []) : []));

type ProviderError = { readonly provider: string; readonly reason: FailureReason };

export type ChainAnswer = { readonly sources: readonly Source[]; readonly failures: readonly ProviderError[] };

async function queryProvider(
  provider: PriceProvider,
  symbols: readonly string[],
  signal: AbortSignal,
): Promise<Source | ProviderError> {
  try {
    return { name: provider.name, readings: await provider.fetch(symbols, signal) };
  } catch (error) {
    if (error instanceof ProviderFailure) return { provider: provider.name, reason: error.reason };
    throw error;
  }
}

/** Requests prices from all providers in parallel. Returns provider failures, but rethrows other errors. */
export async function queryProviders(
  chain: readonly PriceProvider[],
  symbols: readonly string[],
  signal: AbortSignal,
): Promise<ChainAnswer> {
  const answers = await Promise.all(chain.map((provider) => queryProvider(provider, symbols, signal)));
  return {
    sources: answers.flatMap((answer) => ('readings' in answer ? [answer] : [])),
    failures: answers.flatMap((answer) => ('reason' in answer ? [answer] : [])),
  };
}
