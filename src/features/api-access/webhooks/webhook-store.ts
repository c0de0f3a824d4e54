import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import type { WebhookBody, WebhookType } from './events.ts';

export const maxEndpoints = 3;

export type PausedReason = 'failing' | 'password' | 'owner';
export type EndpointRow = {
  readonly id: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly pausedWhy: PausedReason | null;
  readonly formerUntil: Date | null;
};

export const findOwnEndpoints = (tx: Db, now: Date) =>
  allRows<EndpointRow>(tx)`
    select id, url, created_at "createdAt", paused_at "pausedAt", paused_reason "pausedWhy",
           case when previous_valid_until > ${now} then previous_valid_until end "formerUntil"
      from webhook_endpoints where user_id = ${currentUserId} order by id`;

export type NewEndpoint = { readonly url: string; readonly sealed: string; readonly now: Date };

/** Returns the id of the new endpoint, or the reason why it was not added. */
export async function addEndpoint(tx: Db, { url, sealed, now }: NewEndpoint): Promise<string | 'known' | 'too_many'> {
  // Serialises concurrent inserts of one user.
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${currentUserId}, 0))`.execute(tx);
  const known = await findOwnEndpoints(tx, now);
  if (known.some((endpoint) => endpoint.url === url)) return 'known';
  if (known.length >= maxEndpoints) return 'too_many';
  const id = await firstValue<string>(tx)`
    insert into webhook_endpoints (user_id, url, secret_encrypted, created_at)
    values (${currentUserId}, ${url}, ${sealed}, ${now}) returning id`;
  return id ?? 'known';
}

export const lockOwnEndpoint = (tx: Db, id: string) =>
  firstRow<{ url: string; paused: boolean }>(tx)`
    select url, paused_at is not null paused from webhook_endpoints
     where id = ${id} and user_id = ${currentUserId} for update`;

type Rotation = { readonly id: string; readonly sealed: string; readonly until: Date | null };

/** The old secret also signs until `until`. */
export const rotateEndpoint = (tx: Db, { id, sealed, until }: Rotation) =>
  sql`update webhook_endpoints set secret_encrypted = ${sealed}, previous_valid_until = ${until},
        previous_secret_encrypted = case when ${until}::timestamptz is not null then secret_encrypted end
       where id = ${id} and user_id = ${currentUserId}`.execute(tx);

export const resumeEndpoint = (tx: Db, id: string) =>
  sql`update webhook_endpoints set paused_at = null, paused_reason = null
       where id = ${id} and user_id = ${currentUserId}`.execute(tx);

export const removeEndpoint = (tx: Db, id: string) =>
  sql`delete from webhook_endpoints where id = ${id} and user_id = ${currentUserId}`.execute(tx);

/** Pauses an endpoint. Returns its owner, or null when already paused. */
export const pauseEndpoint = (tx: Db, id: string, now: Date) =>
  firstRow<{ userId: string; email: string }>(tx)`
    update webhook_endpoints e set paused_at = ${now}, paused_reason = 'failing' from profiles p
     where e.id = ${id} and e.paused_at is null and p.id = e.user_id returning e.user_id "userId", p.email`;

export type PendingDelivery = {
  readonly endpointId: string;
  readonly userId: string;
  readonly url: string;
  readonly sealed: string;
  readonly formerSealed: string | null;
  readonly paused: boolean;
  readonly type: WebhookType;
  readonly facts: WebhookBody['data'];
  readonly at: Date;
  readonly tries: number;
};

export const findPendingDelivery = (tx: Db, id: string, now: Date) =>
  firstRow<PendingDelivery>(tx)`
    select d.endpoint_id "endpointId", d.user_id "userId", e.url, e.secret_encrypted sealed,
           case when e.previous_valid_until > ${now} then e.previous_secret_encrypted end "formerSealed", e.paused_at is not null paused,
           d.type, d.facts, d.at, d.tries
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
     where d.id = ${id} and d.delivered_at is null and d.given_up_at is null`;

type TryResult = { readonly id: string; readonly answered: number | null; readonly ended: 'taken' | 'given_up' | null };

export const recordTry = (tx: Db, { id, answered, ended }: TryResult, now: Date) =>
  sql`update webhook_deliveries set tries = tries + 1, tried_at = ${now}, answered = ${answered},
        delivered_at = ${ended === 'taken' ? now : null}, given_up_at = ${ended === 'given_up' ? now : null}
       where id = ${id} and delivered_at is null and given_up_at is null`.execute(tx);

/** Ends a delivery to a paused endpoint without a try. */
export const skipDelivery = (tx: Db, id: string, now: Date) =>
  sql`update webhook_deliveries set given_up_at = ${now}
       where id = ${id} and delivered_at is null and given_up_at is null`.execute(tx);

export type QueuedDelivery = { readonly id: string; readonly lane: string; readonly owner?: string };

/** Marks a batch of pending deliveries as queued. The caller must enqueue them in the same transaction. */
export async function takeForQueue(tx: Db, now: Date): Promise<QueuedDelivery[]> {
  const { rows } = await sql<QueuedDelivery>`
    update webhook_deliveries set queued_at = ${now} where id in (
      select id from webhook_deliveries where queued_at is null order by id limit 500 for update skip locked)
    returning id, endpoint_id lane, user_id owner`.execute(tx);
  // Ids increase with the time of the event.
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export async function deleteDeliveries(tx: Db, { before, stale, now }: Record<'before' | 'stale' | 'now', Date>) {
  await sql`delete from webhook_deliveries where at < ${before}`.execute(tx);
  await sql`update webhook_deliveries set given_up_at = ${now}
     where queued_at < ${stale} and delivered_at is null and given_up_at is null`.execute(tx);
}
