import { after, seconds } from '../../kernel/clock.ts';
import { asSystem } from '../../platform/database.ts';
import { eachAlone } from '../../platform/each-alone.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import type { CardPayables } from './due.ts';
import { waitingEvents } from './event-store.ts';
import { handleEvent } from './handle-event.ts';
import { type AboutEvent, eventJob } from './take-event.ts';

/** What a job has not handled by now died with its process, or its job waits for a try that may be far away. */
const usually = seconds(20);

/** Handles what nobody has, as after a crash or out of order: how many it found. */
export async function reconcile(services: Services, payables: CardPayables): Promise<number> {
  const before = after(services.clock(), -usually);
  const ids = await asSystem(services.pool, (tx) => waitingEvents(tx, before));
  await eachAlone(ids, (id) => handleEvent(services, payables, id));
  return ids.length;
}

/** What cards do by themselves. */
export const cardsJobs = (services: Services, payables: CardPayables): Job<never>[] => [
  {
    name: eventJob,
    retries: { limit: 20, delay: 2 },
    run: ({ eventId }: AboutEvent) => handleEvent(services, payables, eventId),
  },
  { name: 'cards.reconcile', cron: '* * * * *', run: () => reconcile(services, payables) },
];
