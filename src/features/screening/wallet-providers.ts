import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config.ts';
import { type Breaker, breaker } from './breaker.ts';
import { chainalysis } from './chainalysis-gateway.ts';
import { openSanctionsWallets } from './opensanctions-gateway.ts';
import { type ProviderAnswer, ProviderDown, type WalletProvider } from './provider.ts';
import { graver, type Wallet, type WalletScreening } from './screen-wallet.ts';
import type { ProviderView } from './views.ts';

/** What asking needs of the running product. */
export type Asking = { readonly config: Pick<Config, 'screening'>; readonly clock: Clock };

type Guarded = { readonly provider: WalletProvider; readonly breaker: Breaker };

/** The providers of one process with their breakers: another process learns by itself that one of them is dead. */
const opened = new WeakMap<object, readonly Guarded[]>();

function providersOf({ config: { screening }, clock }: Asking): readonly Guarded[] {
  const known = opened.get(screening);
  if (known) return known;
  const { timeoutMs, chainalysis: first, openSanctions: second } = screening;
  const all = [
    ...(first ? [chainalysis({ ...first, timeoutMs })] : []),
    ...(second ? [openSanctionsWallets({ ...second, timeoutMs })] : []),
  ].map((provider) => ({ provider, breaker: breaker(clock) }));
  opened.set(screening, all);
  return all;
}

/** What a provider counts as that is on and gave no answer: never clear. */
export const silent = (provider: string, why: string): ProviderAnswer => ({
  provider,
  result: 'error',
  riskScore: 0,
  categories: [],
  deeper: false,
  evidence: { why },
});

async function ask({ provider, breaker: guard }: Guarded, wallet: Wallet): Promise<ProviderAnswer> {
  try {
    return await guard.run(
      () => provider.screen(wallet),
      () => new ProviderDown(provider.name, 'failed repeatedly and is left alone for a while'),
    );
  } catch (error) {
    return silent(provider.name, error instanceof ProviderDown ? error.why : 'failed');
  }
}

/**
 * Asks every provider that is switched on about an address, all at once; by default there is none and this costs
 * nothing. To be called before the transaction, never inside one. One that is down answers `error`.
 */
export const askWalletProviders = (asking: Asking, wallet: Wallet): Promise<ProviderAnswer[]> =>
  Promise.all(providersOf(asking).map((guarded) => ask(guarded, wallet)));

/** Every provider that is switched on, as one that gave no answer. */
export const unanswered = (asking: Asking, why: string): ProviderAnswer[] =>
  providersOf(asking).map(({ provider }) => silent(provider.name, why));

const isFound = ({ result, deeper }: ProviderAnswer): boolean =>
  result === 'flagged' || result === 'high_risk' || deeper;
const foundWords = ({ provider, categories, result }: ProviderAnswer): string =>
  `${provider}: ${categories.join(', ') || 'like a listed one'} (${result.replaceAll('_', ' ')})`;

/** Our own result with what others say about the address: they can only worsen it. Pure. */
export function withProviders(own: WalletScreening, answers: readonly ProviderAnswer[]): WalletScreening {
  if (answers.length === 0) return own;
  return {
    ...own,
    result: answers.map(({ result }) => result).reduce(graver, own.result),
    riskScore: Math.max(own.riskScore, ...answers.map(({ riskScore }) => riskScore)),
    categories: [...new Set([...own.categories, ...answers.flatMap(({ categories }) => categories)])],
    provider: [own.provider, ...answers.map(({ provider }) => provider)].join(', '),
    deeper: own.deeper || answers.some(({ deeper }) => deeper),
    matches: [...own.matches, ...answers.filter(isFound).map(foundWords)],
    evidence: { lists: own.evidence, providers: answers },
  };
}

/** Which providers there are and how they do, for the desk. */
export function providerViews(asking: Asking): ProviderView[] {
  const on = new Map(providersOf(asking).map((guarded) => [guarded.provider.name, guarded.breaker]));
  return ['Chainalysis', 'OpenSanctions'].map((name) => {
    const guard = on.get(name);
    if (!guard) return { name, on: false, state: 'off' };
    return { name, on: true, state: guard.isResting() ? 'down' : 'working' };
  });
}
