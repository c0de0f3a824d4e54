import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { removeUnused, removeUnusedOf } from './remove-unused.ts';
import { encryptPlain } from './rotate-keys.ts';
import { scanAllWaiting, scanWaiting } from './scan-waiting.ts';

export const documentsJobs = (services: Services): Job<never>[] => [
  {
    name: 'documents.scan',
    retries: { limit: 6, delay: 5 },
    run: ({ fileId }: { fileId: string }) => scanWaiting(services, fileId),
  },
  { name: 'documents.scan_waiting', cron: '*/10 * * * *', run: () => scanAllWaiting(services) },
  { name: 'documents.encrypt_plain', cron: '23 * * * *', run: () => encryptPlain(services) },
  { name: 'documents.remove_unused', cron: '50 8 * * *', run: () => removeUnused(services) },
  {
    name: 'documents.forget',
    retries: { limit: 20, delay: 5 },
    run: ({ userId }: { userId: string }) => removeUnusedOf(services, userId),
  },
];
