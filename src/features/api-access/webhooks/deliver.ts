import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { after, days } from '../../../kernel/clock.ts';
import { audit } from '../../../platform/audit.ts';
import {
  decryptText,
  type EncryptionKeys,
  encryptText,
  getEncryptionKeys,
} from '../../../platform/database/column-encryption.ts';
import { type Db, withSystem } from '../../../platform/database/database.ts';
import { reencryptAll } from '../../../platform/database/reencrypt.ts';
import { type OutboundOptions, outboundSender } from '../../../platform/http/outbound-http.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { RetryLater } from '../../../platform/jobs/jobs.ts';
import { notifyOwner } from '../../accounts/notify-owner.ts';
import type { WebhookBody } from './events.ts';
import {
  deleteDeliveries,
  findOutdatedSecrets,
  findPendingDelivery,
  type PendingDelivery,
  pauseEndpoint,
  type QueuedDelivery,
  recordTry,
  replaceEncrypted,
  skipDelivery,
  takeForQueue,
} from './webhook-store.ts';

type SecretOwner = { readonly userId: string; readonly url: string };
const encryptionContext = ({ userId, url }: SecretOwner) => `webhook ${userId} ${url}`;

/** Binds the ciphertext to owner and URL. */
export const encryptSecret = (keys: EncryptionKeys, secret: string, owner: SecretOwner): string =>
  encryptText(keys, secret, encryptionContext(owner));
const decryptSecret = (keys: EncryptionKeys, sealed: string, owner: SecretOwner): string =>
  decryptText(keys, sealed, encryptionContext(owner));

/** Re-encrypts secrets with the newest key. Can be interrupted and repeated. Reports secrets with a missing key. */
export const reencryptWebhooks = (pool: pg.Pool, keys: EncryptionKeys) =>
  reencryptAll({
    loadAfter: (last) => withSystem(pool, (tx) => findOutdatedSecrets(tx, keys[0].id, last)),
    getId: ({ id }) => id,
    reencrypt: async (stored) => {
      const reencrypt = (sealed: string) => encryptSecret(keys, decryptSecret(keys, sealed, stored), stored);
      const renewed = {
        sealed: reencrypt(stored.sealed),
        formerSealed: stored.formerSealed && reencrypt(stored.formerSealed),
      };
      return withSystem(pool, (tx) => replaceEncrypted(tx, stored, renewed));
    },
  });

/** Creates a Standard Webhooks secret: prefix and 32 random bytes in base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const decodeSecret = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

type SignatureInput = {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  readonly secrets: readonly string[];
};

/** Builds Standard Webhooks headers with one signature per secret. */
export function buildWebhookHeaders({ id, at, body, secrets }: SignatureInput): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', decodeSecret(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}

type Outgoing = {
  readonly url: string;
  readonly body: string;
  readonly heads: Readonly<Record<string, string>>;
};

/** Sends to public IP addresses only, without redirects. Returns the HTTP status. Throws without a response. */
export function webhookGateway(parts: OutboundOptions = {}) {
  const send = outboundSender(parts);
  return async ({ url, body, heads }: Outgoing): Promise<number> => {
    const headers = {
      ...heads,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Cryptocommerce-Webhooks/1',
    };
    return send({ url: new URL(url), headers, body });
  };
}
type SendWebhook = ReturnType<typeof webhookGateway>;

/** Tries per delivery. The intervals double up to an hour and add up to five hours. */
export const maxTries = 12;
export const webhookRetryPolicy = { limit: maxTries - 1, delay: 30 } as const;

type Outcome = 'taken' | 'later' | 'given_up';

/** `answered` is the HTTP status, or null without a response. Status 410 ends all tries. */
export function classifyTry({ answered, tries }: { answered: number | null; tries: number }): Outcome {
  if (answered !== null && answered >= 200 && answered < 300) return 'taken';
  return answered === 410 || tries >= maxTries ? 'given_up' : 'later';
}

export const deliverJob = 'programs.deliver';

/** Job: enqueues pending deliveries and marks them in the same transaction. Returns their number. */
export const enqueueWebhooks = ({ pool, jobs, clock }: Services): Promise<number> =>
  withSystem(pool, async (tx) => {
    const waiting = await takeForQueue(tx, clock());
    for (const one of waiting) await jobs.enqueue(tx, deliverJob, one);
    return waiting.length;
  });

type DueDelivery = { readonly id: string; readonly due: PendingDelivery; readonly now: Date };

/** A retry has the same `webhook-id`, so that receivers can skip repeats. */
function buildRequest({ config }: Pick<Services, 'config'>, { id, due, now }: DueDelivery): Outgoing {
  const { url, sealed, formerSealed, type, facts, at } = due;
  const keys = getEncryptionKeys(config);
  const secrets = [sealed, ...(formerSealed ? [formerSealed] : [])].map((one) => decryptSecret(keys, one, due));
  const payload: WebhookBody = { type, timestamp: at.toISOString(), data: facts };
  const body = JSON.stringify(payload);
  return { url, body, heads: buildWebhookHeaders({ id: `msg_${id}`, at: now, body, secrets }) };
}

async function pauseFailing(tx: Db, { jobs }: Services, { due, now }: DueDelivery): Promise<void> {
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
  await notifyOwner(tx, { jobs, now }, { email: owner.email, about: 'program_address_failing' });
}

/** Job: sends one delivery. Throws `RetryLater` after a failed try. */
export async function deliver(
  services: Services,
  send: SendWebhook,
  { id }: Pick<QueuedDelivery, 'id'>,
): Promise<void> {
  const { pool, clock } = services;
  const now = clock();
  const due = await withSystem(pool, (tx) => findPendingDelivery(tx, id, now));
  if (!due) return;
  if (due.paused) return void (await withSystem(pool, (tx) => skipDelivery(tx, id, now)));
  const dueDelivery = { id, due, now };
  const answered = await send(buildRequest(services, dueDelivery)).catch(() => null);
  const outcome = classifyTry({ answered, tries: due.tries + 1 });
  await withSystem(pool, async (tx) => {
    await recordTry(tx, { id, answered, ended: outcome === 'later' ? null : outcome }, now);
    if (outcome === 'given_up') await pauseFailing(tx, services, dueDelivery);
  });
  if (outcome === 'later') throw new RetryLater('the address of a webhook takes nothing now');
}

/** Deletes deliveries after thirty days. Marks deliveries that the queue lost as failed after a day. */
export const deleteOldDeliveries = ({ pool, clock }: Services): Promise<void> =>
  withSystem(pool, (tx) => {
    const now = clock();
    return deleteDeliveries(tx, { before: after(now, -days(30)), stale: after(now, -days(1)), now });
  });
