import { asSystem } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { keepWrapped } from './store.ts';

/** Works out once what wraps the keys of wallets of whoever is stopped: a look at an order finds it written down. */
export async function keepAllWrapped({ pool }: Pick<Services, 'pool'>): Promise<void> {
  while ((await asSystem(pool, keepWrapped)) > 0);
}

/** What is worked out ahead of looks for money of whoever is stopped. */
export const freezesJobs = (services: Services): Job<never>[] => [
  { name: 'freezes.keep_wrapped', cron: '*/5 * * * *', run: () => keepAllWrapped(services) },
];
