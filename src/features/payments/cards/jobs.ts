import { after, seconds } from '../../../kernel/clock.ts';
import { withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { forEachSettled } from '../../../platform/jobs/for-each-settled.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { findWaitingEvents } from './event-store.ts';
import { handleEvent } from './handle-event.ts';
import type { CardPayables } from './payable.ts';
import { type EventJob, eventJob } from './store-webhook-event.ts';

/** A younger event may still have its first job run. An older event lost its job or waits for a late retry. */
const graceMs = seconds(20);

/** Cron job: handles events that lost their job, for example in a crash. Returns their number. */
export async function reconcile(services: Services, payables: CardPayables): Promise<number> {
  const before = after(services.clock(), -graceMs);
  const ids = await withSystem(services.pool, (tx) => findWaitingEvents(tx, before));
  await forEachSettled(ids, (id) => handleEvent(services, payables, id));
  return ids.length;
}

export const cardsJobs = (services: Services, payables: CardPayables): Job<never>[] => [
  {
    name: eventJob,
    retries: { limit: 20, delay: 2 },
    run: ({ eventId }: EventJob) => handleEvent(services, payables, eventId),
  },
  { name: 'cards.reconcile', cron: '* * * * *', run: () => reconcile(services, payables) },
];
