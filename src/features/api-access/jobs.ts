import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { withSlowHostQueue } from '../../platform/limits/slow-host-queue.ts';
import { deleteExpiredKeys } from './keys/key-store.ts';
import {
  deleteOldDeliveries,
  deliver,
  deliverJob,
  enqueueWebhooks,
  webhookGateway,
  webhookRetryPolicy,
} from './webhooks/deliver.ts';
import type { QueuedDelivery } from './webhooks/webhook-store.ts';

/** Deletes expired keys and webhook deliveries older than thirty days. */
async function deleteExpired(services: Services): Promise<void> {
  await deleteExpiredKeys(services.authDb);
  await deleteOldDeliveries(services);
}

export function programsJobs(services: Services): Job<never>[] {
  const send = webhookGateway();
  return [
    { name: 'programs.enqueue_webhooks', cron: '* * * * *', run: () => enqueueWebhooks(services) },
    { name: 'programs.delete_expired', cron: '40 7 * * *', run: () => deleteExpired(services) },
    // A slow webhook URL must not delay the others.
    ...withSlowHostQueue({
      name: deliverJob,
      retries: webhookRetryPolicy,
      concurrency: 4,
      jobs: services.jobs,
      run: (one: QueuedDelivery) => deliver(services, send, one),
    }),
  ];
}
