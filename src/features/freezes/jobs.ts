import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { deleteUnusedAddressForms } from './store.ts';

/** Job, after the daily erasure: deletes forms of addresses that no order, movement or identity check names. */
export const pruneAddressForms = ({ pool }: Pick<Services, 'pool'>) => withSystem(pool, deleteUnusedAddressForms);

export const freezesJobs = (services: Services): Job<never>[] => [
  { name: 'freezes.prune_address_forms', cron: '55 7 * * *', run: () => pruneAddressForms(services) },
];
