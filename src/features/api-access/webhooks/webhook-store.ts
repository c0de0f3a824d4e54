import { type RawBuilder, sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, firstValue, hasRow } from '../../../platform/database/database.ts';
import type { WebhookBody, WebhookType } from './events.ts';

type DeliveryRow = {
  readonly id: string;
  readonly type: WebhookType;
  readonly orderId: string;
  readonly status: string;
  readonly at: Date;
  readonly tries: number;
  readonly triedAt: Date | null;
  readonly answered: number | null;
  readonly deliveredAt: Date | null;
  readonly givenUpAt: Date | null;
};

type Page = { readonly endpointId: string; readonly before: string | null; readonly limit: number };

const beforeCondition = (before: string | null): RawBuilder<unknown> =>
  before === null ? sql`` : sql`and id < ${before}`;

export const findOwnDeliveries = (tx: Db, { endpointId, before, limit }: Page) =>
  allRows<DeliveryRow>(tx)`
    select id, type, facts ->> 'orderId' "orderId", facts ->> 'status' status, at, tries, tried_at "triedAt", answered,
           delivered_at "deliveredAt", given_up_at "givenUpAt"
      from webhook_deliveries where user_id = ${currentUserId} and endpoint_id = ${endpointId} ${beforeCondition(before)}
     order by id desc limit ${limit}`;

/** Resets a finished delivery of the signed-in user. Returns the endpoint id, or null. */
export const retryDelivery = (tx: Db, id: string, now: Date) =>
  firstValue<string>(tx)`
    update webhook_deliveries set queued_at = ${now}, tries = 0, answered = null, delivered_at = null,
           given_up_at = null
     where id = ${id} and user_id = ${currentUserId} and (delivered_at is not null or given_up_at is not null)
    returning endpoint_id "endpointId"`;

type StoredSecret = {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  readonly sealed: string;
  readonly formerSealed: string | null;
};

/** Returns up to 100 endpoints with a secret not encrypted with this key, by id. */
export const findOutdatedSecrets = (tx: Db, keyId: string, after: string) =>
  allRows<StoredSecret>(tx)`
    select id, user_id "userId", url, secret_encrypted sealed, previous_secret_encrypted "formerSealed" from webhook_endpoints
     where id > ${after} and (secret_encrypted not like ${`s1.${keyId}.%`} or previous_secret_encrypted not like ${`s1.${keyId}.%`})
     order by id limit 100`;

/** Replaces encrypted secrets. Returns false when they have changed since `stored` was read. */
export const replaceEncrypted = (
  tx: Db,
  stored: StoredSecret,
  renewed: Pick<StoredSecret, 'sealed' | 'formerSealed'>,
) =>
  hasRow(tx)`
    update webhook_endpoints set secret_encrypted = ${renewed.sealed},
           previous_secret_encrypted = case when previous_secret_encrypted is not null then ${renewed.formerSealed} end
     where id = ${stored.id} and secret_encrypted = ${stored.sealed} and previous_secret_encrypted is not distinct from ${stored.formerSealed}
    returning id`;

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
