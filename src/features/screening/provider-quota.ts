import type { Config } from '../../platform/config/config.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { recordAttempt, revertAttempt } from '../../platform/limits/rate-limit.ts';
import { isIdentified } from './hit-store.ts';
import type { CustomerIdentity, ListedMatch } from './match-party.ts';
import { findOpenSanctionsNames } from './opensanctions-gateway.ts';
import { type ProviderAnswer, ProviderDown } from './provider.ts';
import type { Wallet } from './screen-wallet.ts';
import { createErrorAnswers, queryWalletProviders } from './wallet-providers.ts';

/** Queries providers for names. Call outside transactions. Throws `ProviderDown`, so that the job is retried. */
export async function queryNameProviders(
  { config: { screening } }: { readonly config: Pick<Config, 'screening'> },
  customer: CustomerIdentity,
): Promise<ListedMatch[]> {
  const { openSanctions, timeoutMs } = screening;
  return openSanctions ? findOpenSanctionsNames({ ...openSanctions, timeoutMs }, customer) : [];
}

/** Above the daily limit, providers count as unavailable: no result is clear, and orders are held. */
const windowSeconds = 24 * 60 * 60;

const maxQueriesPerCustomer = 40;

type QuotaServices = Pick<Services, 'db' | 'pool' | 'clock' | 'config'>;
type QueryKind = 'wallets' | 'names';

type QuotaOwner = { readonly userId: string } | 'staff' | 'anonymous';

/** `isFirst` marks the first query over the limit, which raises an alert for compliance. */
type QuotaExceeded = {
  readonly of: 'one' | 'unidentified' | 'all';
  readonly isFirst: boolean;
  readonly most: number;
};
/** `reached` is null when the query may run. `revert` undoes the count. */
type QuotaUse = { readonly reached: QuotaExceeded | null; readonly revert: () => Promise<void> };

/** Unidentified customers share a quarter of the daily limit. */
const getUnidentifiedLimit = (dailyLimit: number): number => Math.max(1, Math.floor(dailyLimit / 4));

type QuotaLimit = { readonly key: string; readonly most: number; readonly of: QuotaExceeded['of'] };

/** Returns the limits for a query, narrowest first. Staff have a separate limit of the same size. */
async function loadLimits({ pool, config }: QuotaServices, kind: QueryKind, owner: QuotaOwner): Promise<QuotaLimit[]> {
  const key = `questions:${kind}`;
  const dailyLimit = config.screening.maxQueriesPerDay;
  if (owner === 'staff') return [{ key: `${key}:staff`, most: dailyLimit, of: 'all' }];
  const overall: QuotaLimit = { key, most: dailyLimit, of: 'all' };
  if (owner === 'anonymous') return [overall];
  const { userId } = owner;
  const isKnown = await withSystem(pool, (tx) => isIdentified(tx, userId));
  const unidentified = {
    key: `${key}:unidentified`,
    most: getUnidentifiedLimit(dailyLimit),
    of: 'unidentified',
  } as const;
  const ownLimit = { key: `${key}:${userId}`, most: maxQueriesPerCustomer, of: 'one' } as const;
  return [ownLimit, ...(isKnown ? [] : [unidentified]), overall];
}

/** Counts a query against all limits. A query over a limit counts only against that limit. */
export async function consumeProviderQuota(
  services: QuotaServices,
  kind: QueryKind,
  owner: QuotaOwner,
): Promise<QuotaUse> {
  const { db, clock } = services;
  const countedKeys: string[] = [];
  const revert = async () => {
    for (const key of countedKeys.splice(0)) await revertAttempt(db, key);
  };
  for (const { key, most, of } of await loadLimits(services, kind, owner)) {
    const attempts = await recordAttempt(db, key, { seconds: windowSeconds, now: clock() });
    const isTooMany = attempts > most;
    if (isTooMany) await revert();
    countedKeys.push(key);
    if (isTooMany) return { reached: { of, isFirst: attempts === most + 1, most }, revert };
  }
  return { reached: null, revert };
}

export const quotaUsedUp = 'daily query limit reached';

/** Queries wallet providers. Failed queries don't count, because held orders are screened again each minute. */
export async function queryWithinQuota(
  services: QuotaServices,
  wallet: Wallet,
  owner: QuotaOwner,
): Promise<ProviderAnswer[]> {
  const errorAnswers = createErrorAnswers(services, quotaUsedUp);
  if (errorAnswers.length === 0) return errorAnswers;
  const quotaUse = await consumeProviderQuota(services, 'wallets', owner);
  if (quotaUse.reached) {
    await quotaUse.revert();
    return errorAnswers;
  }
  const answers = await queryWalletProviders(services, wallet);
  if (answers.every(({ result }) => result === 'error')) await quotaUse.revert();
  return answers;
}

/** Queries name providers. Throws {@link ProviderDown} when the limit is reached. */
export async function queryNamesWithinQuota(
  services: QuotaServices,
  facts: CustomerIdentity,
  owner: QuotaOwner,
): Promise<ListedMatch[]> {
  if (!services.config.screening.openSanctions) return [];
  const quotaUse = await consumeProviderQuota(services, 'names', owner);
  try {
    if (quotaUse.reached) throw new ProviderDown('OpenSanctions', quotaUsedUp);
    return await queryNameProviders(services, facts);
  } catch (error) {
    await quotaUse.revert();
    throw error;
  }
}
