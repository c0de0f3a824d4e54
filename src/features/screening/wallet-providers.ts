import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { chainalysis } from './chainalysis-gateway.ts';
import { openSanctionsWallets } from './opensanctions-gateway.ts';
import { type ProviderAnswer, ProviderDown, type WalletProvider } from './provider.ts';
import { moreSevere, type Wallet, type WalletScreening } from './screen-wallet.ts';
import type { ProviderView } from './views.ts';

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
