import { asSystem } from '../../../platform/database.ts';
import type { Services } from '../../../platform/procedure.ts';
import { type PushOutcome, pushGateway } from './push-gateway.ts';
import { pushKeyOf } from './push-key.ts';
import { endpointOf, forgetSubscription } from './push-store.ts';

/** A browser to be told. Those of one person wait for each other, and nobody else does. */
export type AboutBrowser = { readonly id: string; readonly lane?: string };
export const pushJob = 'notices.push';

type Send = (endpoint: string) => Promise<PushOutcome>;

/** How browsers are told from here; null where there is no key. */
export function pushOf({ config, clock }: Pick<Services, 'config' | 'clock'>): Send | null {
  const key = pushKeyOf(config.pushKey ?? '');
  const contact = config.origin.startsWith('https:') ? config.origin : 'mailto:no-reply@cryptocommerce.example';
  return key && pushGateway({ key, contact, clock });
}

/** Tells one browser that there is something new. One that wants no more is forgotten; a maker away is asked again. */
export async function sendPush(
  { pool }: Pick<Services, 'pool'>,
  send: Send | null,
  { id }: AboutBrowser,
): Promise<void> {
  const endpoint = send && (await asSystem(pool, (tx) => endpointOf(tx, id)));
  if (!send || !endpoint) return;
  const outcome = await send(endpoint);
  if (outcome === 'gone') await asSystem(pool, (tx) => forgetSubscription(tx, id));
  if (outcome === 'later') throw new Error('the push service takes nothing now');
}
