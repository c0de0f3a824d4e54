import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { scanAllWaiting, scanWaiting } from './scan-waiting.ts';

/** What happens to files later: the virus check that could not be asked, soon after and then every ten minutes. */
export const documentsJobs = (services: Services): Job<never>[] => [
  {
    name: 'documents.scan',
    retries: { limit: 6, delay: 5 },
    run: ({ fileId }: { fileId: string }) => scanWaiting(services, fileId),
  },
  { name: 'documents.scan_waiting', cron: '*/10 * * * *', run: () => scanAllWaiting(services) },
];
