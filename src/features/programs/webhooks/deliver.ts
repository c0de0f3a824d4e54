import { after, days } from '../../../kernel/clock.ts';
import { audit } from '../../../platform/audit.ts';
import { asSystem, type Db } from '../../../platform/database.ts';
import type { Services } from '../../../platform/procedure.ts';
import { sealingKeysFrom } from '../../../platform/sealed.ts';
import { tellOwner } from '../../accounts/tell-owner.ts';
import type { WebhookBody } from './events.ts';
import { outcomeOf } from './outcome.ts';
import { openSecret } from './secrets.ts';
import { webhookHeads } from './signing.ts';
import type { Outgoing, SendWebhook } from './webhook-gateway.ts';
import {
  forgetDeliveries,
  leaveUntold,
  noteTry,
  pauseEndpoint,
  type Queued,
  type ToDeliver,
  takeForQueue,
  toDeliver,
} from './webhook-store.ts';

export const deliverJob = 'programs.deliver';

/** Hands what waits to be told to the queue, in one transaction with the mark that it was. */
export const handOnWebhooks = ({ pool, jobs, clock }: Services): Promise<number> =>
  asSystem(pool, async (tx) => {
    const waiting = await takeForQueue(tx, clock());
    for (const one of waiting) await jobs.enqueue(tx, deliverJob, one);
    return waiting.length;
  });

type Wrapped = { readonly id: string; readonly due: ToDeliver; readonly now: Date };

/** A webhook as it leaves. Told again it has the same id, by which whoever is told knows it. */
function outgoing({ config }: Pick<Services, 'config'>, { id, due, now }: Wrapped): Outgoing {
  const { url, sealed, formerSealed, type, facts, at } = due;
  const keys = sealingKeysFrom(config);
  const secrets = [sealed, ...(formerSealed ? [formerSealed] : [])].map((one) => openSecret(keys, one, due));
  const told: WebhookBody = { type, timestamp: at.toISOString(), data: facts };
  const body = JSON.stringify(told);
  return { url, body, heads: webhookHeads({ id: `msg_${id}`, at: now, body, secrets }) };
}

/** An address that does not take what it is told is told nothing more, and its owner is. */
async function pause(tx: Db, { jobs }: Services, { due, now }: Wrapped): Promise<void> {
  const owner = await pauseEndpoint(tx, due.endpointId, now);
  if (!owner) return;
  await audit(tx, {
    actorId: null,
    actorRole: 'system',
    action: 'programs.address_failing',
    subjectType: 'account',
    subjectId: owner.userId,
    aboutId: owner.userId,
    after: { endpointId: due.endpointId },
  });
  await tellOwner(tx, { jobs, now }, { email: owner.email, about: 'program_address_failing' });
}

/** Tells one address one thing. What it does not take is tried again by the queue, until that ends. */
export async function deliver(services: Services, send: SendWebhook, { id }: Pick<Queued, 'id'>): Promise<void> {
  const { pool, clock } = services;
  const now = clock();
  const due = await asSystem(pool, (tx) => toDeliver(tx, id, now));
  if (!due) return;
  if (due.paused) return void (await asSystem(pool, (tx) => leaveUntold(tx, id, now)));
  const wrapped = { id, due, now };
  const answered = await send(outgoing(services, wrapped)).catch(() => null);
  const outcome = outcomeOf({ answered, tries: due.tries + 1 });
  await asSystem(pool, async (tx) => {
    await noteTry(tx, { id, answered, ended: outcome === 'later' ? null : outcome }, now);
    if (outcome === 'given_up') await pause(tx, services, wrapped);
  });
  if (outcome === 'later') throw new Error('the address of a webhook takes nothing now');
}

/** Forgets what was told thirty days ago. What the queue lost a day ago counts as given up, and may be told again. */
export const forgetWebhooks = ({ pool, clock }: Services): Promise<void> =>
  asSystem(pool, (tx) => {
    const now = clock();
    return forgetDeliveries(tx, { before: after(now, -days(30)), stale: after(now, -days(1)), now });
  });
