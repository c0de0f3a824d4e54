import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { everybodyQueue } from './import-file.ts';
import { renewLists } from './renew-lists.ts';
import { screenEverybody, screenNames, type Whose } from './screen-names.ts';

/** Lists renew themselves every day; names are looked at when somebody or something about them is new. */
export const screeningJobs = (services: Services): Job<never>[] => [
  {
    name: 'screening.lists',
    cron: '25 9 * * *',
    retries: { limit: 8, delay: 300 },
    run: () => renewLists(services),
  },
  { name: 'screening.names', retries: { limit: 12, delay: 30 }, run: (whose: Whose) => screenNames(services, whose) },
  {
    ...everybodyQueue,
    run: ({ after }: { after?: string }) => screenEverybody(services, after ?? null),
  },
];
