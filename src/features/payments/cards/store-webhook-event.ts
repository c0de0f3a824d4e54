import { withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { CardEvent } from './event.ts';
import { insertEvent } from './event-store.ts';

export const eventJob = 'cards.event';
export type EventJob = { readonly eventId: string };

export const formatChargeReference = ({
  provider,
  transactionId,
}: Pick<CardEvent, 'provider' | 'transactionId'>): string => `${provider}:${transactionId}`;

/** Stores an event once and enqueues its job, so that the webhook responds quickly. */
export async function storeWebhookEvent(services: Services, event: CardEvent): Promise<void> {
  await withSystem(services.pool, async (tx) => {
    const eventId = await insertEvent(tx, event, services.clock());
    if (eventId) await services.jobs.enqueue(tx, eventJob, { eventId } satisfies EventJob);
  });
}
