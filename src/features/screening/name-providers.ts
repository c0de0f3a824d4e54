import type { Config } from '../../platform/config.ts';
import type { CustomerFacts } from './match-party.ts';
import { openSanctionsNames } from './opensanctions-gateway.ts';
import type { Like } from './screen-names.ts';

/**
 * Asks the provider of names that is switched on; by default there is none. Outside any transaction. Throws
 * `ProviderDown`: the job that asks is tried again until somebody answers.
 */
export async function askNameProviders(
  { config: { screening } }: { readonly config: Pick<Config, 'screening'> },
  customer: CustomerFacts,
): Promise<Like[]> {
  const { openSanctions, timeoutMs } = screening;
  return openSanctions ? openSanctionsNames({ ...openSanctions, timeoutMs }, customer) : [];
}
