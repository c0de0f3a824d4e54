import { withSystem } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { storeEquivalentAddresses } from './store.ts';

/** Job: precomputes wrapped addresses for wallets of frozen customers, so that lookups need no hashing. */
export async function storeAllEquivalentAddresses({ pool }: Pick<Services, 'pool'>): Promise<void> {
  while ((await withSystem(pool, storeEquivalentAddresses)) > 0);
}

export const freezesJobs = (services: Services): Job<never>[] => [
  { name: 'freezes.keep_wrapped', cron: '*/5 * * * *', run: () => storeAllEquivalentAddresses(services) },
];
