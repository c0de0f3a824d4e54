import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { openSanctionsWallets } from './opensanctions-gateway.ts';
import {
  fetchFromProvider,
  type ProviderAnswer,
  ProviderDown,
  type ProviderOptions,
  type WalletProvider,
} from './provider.ts';
import { moreSevere, type Wallet, type WalletScreening } from './screen-wallet.ts';
import type { ProviderView } from './views.ts';

const name = 'Chainalysis';

const Text = z.string().max(4_000).nullish();
const Answer = z.object({
  identifications: z
    .array(z.object({ category: z.string().max(100), name: Text, description: Text, url: Text }))
    .max(200),
});

/** Chainalysis free sanctions API. It returns no score. */
const chainalysis = (options: ProviderOptions): WalletProvider => ({
  name,
  async screen({ address }) {
    const headers = { 'x-api-key': options.key ?? '' };
    const path = `/api/v1/address/${encodeURIComponent(address)}`;
    const { identifications } = await fetchFromProvider({ provider: name, path, headers, shape: Answer }, options);
    const categories = [...new Set(identifications.map(({ category }) => category.toLowerCase()))];
    const base = { provider: name, categories, deeper: false, evidence: { identifications } };
    if (categories.length === 0) return { ...base, result: 'clear', riskScore: 0 };
    const isListed = categories.some((category) => category.startsWith('sanction'));
    return { ...base, result: isListed ? 'flagged' : 'high_risk', riskScore: isListed ? 100 : 75 };
  },
});

/** Consecutive failures that open the breaker, so that a dead provider doesn't slow every order. */
const maxFailures = 3;
const cooldownMs = 30_000;

type Breaker = {
  /** Runs the task, or throws `createError()` while open. After the cooldown, one call goes through. */
  run<T>(task: () => Promise<T>, createError: () => Error): Promise<T>;
  isOpen(): boolean;
};

export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let openUntil = 0;
  // A longer remaining time means the clock was set back.
  const isOpen = () => {
    const remainingMs = openUntil - clock().getTime();
    return remainingMs > 0 && remainingMs <= cooldownMs;
  };
  return {
    isOpen,
    async run(task, createError) {
      if (isOpen()) throw createError();
      // Rejects other callers while the first call after a cooldown runs.
      if (failures >= maxFailures) openUntil = clock().getTime() + cooldownMs;
      try {
        const value = await task();
        [failures, openUntil] = [0, 0];
        return value;
      } catch (error) {
        failures += 1;
        if (failures >= maxFailures) openUntil = clock().getTime() + cooldownMs;
        throw error;
      }
    },
  };
}

export type ProviderServices = { readonly config: Pick<Config, 'screening'>; readonly clock: Clock };

type GuardedProvider = { readonly provider: WalletProvider; readonly breaker: Breaker };

const providersByConfig = new WeakMap<object, readonly GuardedProvider[]>();

function getProviders({ config: { screening }, clock }: ProviderServices): readonly GuardedProvider[] {
  const cached = providersByConfig.get(screening);
  if (cached) return cached;
  const { timeoutMs, chainalysis: first, openSanctions: second } = screening;
  const providers = [
    ...(first ? [chainalysis({ ...first, timeoutMs })] : []),
    ...(second ? [openSanctionsWallets({ ...second, timeoutMs })] : []),
  ].map((provider) => ({ provider, breaker: createBreaker(clock) }));
  providersByConfig.set(screening, providers);
  return providers;
}

export const createErrorAnswer = (provider: string, why: string): ProviderAnswer => ({
  provider,
  result: 'error',
  riskScore: 0,
  categories: [],
  deeper: false,
  evidence: { why },
});

async function queryProvider({ provider, breaker: guard }: GuardedProvider, wallet: Wallet): Promise<ProviderAnswer> {
  try {
    return await guard.run(
      () => provider.screen(wallet),
      () => new ProviderDown(provider.name, 'failed repeatedly and is paused'),
    );
  } catch (error) {
    return createErrorAnswer(provider.name, error instanceof ProviderDown ? error.why : 'failed');
  }
}

/** Queries all providers. Call outside transactions. The result of an unavailable provider is `error`. */
export const queryWalletProviders = (services: ProviderServices, wallet: Wallet): Promise<ProviderAnswer[]> =>
  Promise.all(getProviders(services).map((guarded) => queryProvider(guarded, wallet)));

export const createErrorAnswers = (services: ProviderServices, why: string): ProviderAnswer[] =>
  getProviders(services).map(({ provider }) => createErrorAnswer(provider.name, why));

const isFound = ({ result, deeper }: ProviderAnswer): boolean =>
  result === 'flagged' || result === 'high_risk' || deeper;
const formatAnswer = ({ provider, categories, result }: ProviderAnswer): string =>
  `${provider}: ${categories.join(', ') || 'similar to a listed wallet'} (${result.replaceAll('_', ' ')})`;

/** Merges provider results into our own result, which they can only worsen. Pure. */
export function withProviders(screening: WalletScreening, answers: readonly ProviderAnswer[]): WalletScreening {
  if (answers.length === 0) return screening;
  return {
    ...screening,
    result: answers.map(({ result }) => result).reduce(moreSevere, screening.result),
    riskScore: Math.max(screening.riskScore, ...answers.map(({ riskScore }) => riskScore)),
    categories: [...new Set([...screening.categories, ...answers.flatMap(({ categories }) => categories)])],
    provider: [screening.provider, ...answers.map(({ provider }) => provider)].join(', '),
    deeper: screening.deeper || answers.some(({ deeper }) => deeper),
    matches: [...screening.matches, ...answers.filter(isFound).map(formatAnswer)],
    evidence: { lists: screening.evidence, providers: answers },
  };
}

export function getProviderViews(services: ProviderServices): ProviderView[] {
  const on = new Map(getProviders(services).map((guarded) => [guarded.provider.name, guarded.breaker]));
  return ['Chainalysis', 'OpenSanctions'].map((name) => {
    const guard = on.get(name);
    if (!guard) return { name, on: false, state: 'off' };
    return { name, on: true, state: guard.isOpen() ? 'down' : 'working' };
  });
}
