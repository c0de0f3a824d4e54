import type { Config } from '../../platform/config/config.ts';
import type { CustomerIdentity, ListedMatch } from './match-party.ts';
import { findOpenSanctionsNames } from './opensanctions-gateway.ts';

/** Queries providers for names. Call outside transactions. Throws `ProviderDown`, so that the job is retried. */
export async function queryNameProviders(
  { config: { screening } }: { readonly config: Pick<Config, 'screening'> },
  customer: CustomerIdentity,
): Promise<ListedMatch[]> {
  const { openSanctions, timeoutMs } = screening;
  return openSanctions ? findOpenSanctionsNames({ ...openSanctions, timeoutMs }, customer) : [];
}
