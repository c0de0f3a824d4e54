import { withSystem } from '../../platform/database.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { deleteUnusedAddressForms } from './store.ts';

/** Job, after the daily erasure: deletes forms of addresses that no order, movement or identity check names. */
export const pruneAddressForms = ({ pool }: Pick<Services, 'pool'>) => withSystem(pool, deleteUnusedAddressForms);

export const freezesJobs = (services: Services): Job<never>[] => [
  { name: 'freezes.prune_address_forms', cron: '55 7 * * *', run: () => pruneAddressForms(services) },
];
