import { publishTopic } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { lockUnallocatedRow } from '../ledger/unallocated-store.ts';
import { comparePayers } from '../screening/compare-payer.ts';

const reference = 'unallocated money';

/** Screens payers of unallocated money. A match blocks the money. It opens no case, as there is no customer. */
export const screenUnallocated = (services: Services): Promise<number> =>
  comparePayers(services, 'nothing', {
    lock: async (tx, id) => (await lockUnallocatedRow(tx, id)) && { orderId: null, reference },
    stop: async (tx) => {
      publishTopic(tx, 'desk');
      return true;
    },
  });

export const unallocatedFundsJobs = (services: Services): Job<never>[] => [
  { name: 'unallocated_funds.screen_payers', cron: '* * * * *', run: () => screenUnallocated(services) },
];
