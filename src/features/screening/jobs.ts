import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { rescreenQueue } from './import-list.ts';
import { renewLists } from './renew-lists.ts';
import { type CustomerRef, screenAllCustomers, screenNames } from './screen-names.ts';

export const screeningJobs = (services: Services): Job<never>[] => [
  {
    name: 'screening.lists',
    cron: '25 9 * * *',
    retries: { limit: 8, delay: 300 },
    run: () => renewLists(services),
  },
  {
    name: 'screening.names',
    retries: { limit: 12, delay: 30 },
    run: (customer: CustomerRef) => screenNames(services, customer),
  },
  {
    ...rescreenQueue,
    run: ({ after }: { after?: string }) => screenAllCustomers(services, after ?? null),
  },
];
