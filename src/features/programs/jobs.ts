import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { withSlowLane } from '../../platform/slow-lane.ts';
import { sweepKeys } from './keys/key-store.ts';
import { deliver, deliverJob, forgetWebhooks, handOnWebhooks } from './webhooks/deliver.ts';
import { patience } from './webhooks/outcome.ts';
import { webhookGateway } from './webhooks/webhook-gateway.ts';
import type { Queued } from './webhooks/webhook-store.ts';

/** Forgets keys that ended long ago, and what addresses were told thirty days ago. */
async function forgetPrograms(services: Services): Promise<void> {
  await sweepKeys(services.authDb);
  await forgetWebhooks(services);
}

/** What addresses of customers are told, one thing at a time for each, and what is forgotten of programs. */
export function programsJobs(services: Services): Job<never>[] {
  const send = webhookGateway();
  return [
    { name: 'programs.hand_on', cron: '* * * * *', run: () => handOnWebhooks(services) },
    { name: 'programs.forget', cron: '40 7 * * *', run: () => forgetPrograms(services) },
    // Addresses that never answer hold up nobody else's.
    ...withSlowLane({
      ...{ name: deliverJob, retries: patience, lanes: 4, jobs: services.jobs },
      run: (one: Queued) => deliver(services, send, one),
    }),
  ];
}
