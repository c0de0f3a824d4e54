import { asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import type { CardEvent } from './event.ts';
import { insertEvent } from './event-store.ts';

/** The job that makes something of an event that was written down. */
export const eventJob = 'cards.event';
export type AboutEvent = { readonly eventId: string };

/** The number of a charge as it stands on its line: providers number theirs alike. */
export const chargeReference = ({ provider, transactionId }: Pick<CardEvent, 'provider' | 'transactionId'>): string =>
  `${provider}:${transactionId}`;

/** Writes an event down, once, with the job that handles it: nothing else is done while its provider waits. */
export async function takeEvent(services: Services, event: CardEvent): Promise<void> {
  await asSystem(services.pool, async (tx) => {
    const eventId = await insertEvent(tx, event, services.clock());
    if (eventId) await services.jobs.enqueue(tx, eventJob, { eventId } satisfies AboutEvent);
  });
}
