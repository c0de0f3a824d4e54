import { withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { RetryLater } from '../../../platform/jobs/jobs.ts';
import { type PushOutcome, pushGateway } from './push-gateway.ts';
import { createPushKey } from './push-key.ts';
import { deleteSubscription, findEndpoint } from './push-store.ts';

/** Pushes of one lane (one person) run one after the other. */
export type PushJob = { readonly id: string; readonly lane?: string };
export const pushJob = 'notices.push';

type SendPush = (endpoint: string) => Promise<PushOutcome>;

/** Returns null if no push key is configured. */
export function openPush({ config, clock }: Pick<Services, 'config' | 'clock'>): SendPush | null {
  const key = createPushKey(config.pushKey ?? '');
  const contact = config.origin.startsWith('https:') ? config.origin : 'mailto:no-reply@cryptocommerce.example';
  return key && pushGateway({ key, contact, clock });
}

/** Sends one push. Deletes the subscription of a gone browser. Throws `RetryLater` if the service is unavailable. */
export async function sendPush(
  { pool }: Pick<Services, 'pool'>,
  send: SendPush | null,
  { id }: PushJob,
): Promise<void> {
  const endpoint = send && (await withSystem(pool, (tx) => findEndpoint(tx, id)));
  if (!send || !endpoint) return;
  const outcome = await send(endpoint);
  if (outcome === 'gone') await withSystem(pool, (tx) => deleteSubscription(tx, id));
  if (outcome === 'later') throw new RetryLater('the push service takes nothing now');
}
