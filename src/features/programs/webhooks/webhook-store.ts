import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue, whoAsks } from '../../../platform/database.ts';
import type { WebhookBody, WebhookType } from './events.ts';

/** Addresses of one person that are told. */
export const mostEndpoints = 3;

export type PausedWhy = 'failing' | 'password' | 'owner';
/** An address as its owner sees it. */
export type EndpointLine = {
  readonly id: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly pausedWhy: PausedWhy | null;
  readonly formerUntil: Date | null;
};

/** The addresses of whoever asks. */
export const ownEndpoints = (tx: Db, now: Date) =>
  allRows<EndpointLine>(tx)`
    select id, url, created_at "createdAt", paused_at "pausedAt", paused_why "pausedWhy",
           case when former_until > ${now} then former_until end "formerUntil"
      from webhook_endpoints where user_id = ${whoAsks} order by id`;

export type NewEndpoint = { readonly url: string; readonly sealed: string; readonly now: Date };

/** Keeps an address of whoever asks; says where there are as many as one may have, or this one already. */
export async function addEndpoint(tx: Db, { url, sealed, now }: NewEndpoint): Promise<string | 'known' | 'too_many'> {
  // Of two at one moment the second finds what the first left.
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${whoAsks}, 0))`.execute(tx);
  const known = await ownEndpoints(tx, now);
  if (known.some((line) => line.url === url)) return 'known';
  if (known.length >= mostEndpoints) return 'too_many';
  const id = await firstValue<string>(tx)`
    insert into webhook_endpoints (user_id, url, secret_sealed, created_at)
    values (${whoAsks}, ${url}, ${sealed}, ${now}) returning id`;
  return id ?? 'known';
}

/** The url of an address of whoever asks, held until the transaction ends; null for none. */
export const ownEndpoint = (tx: Db, id: string) =>
  firstRow<{ url: string; paused: boolean }>(tx)`
    select url, paused_at is not null paused from webhook_endpoints
     where id = ${id} and user_id = ${whoAsks} for update`;

type Rotation = { readonly id: string; readonly sealed: string; readonly until: Date | null };

/** Puts another secret in place; the one before signs too until a moment, or not at all. */
export const rotateEndpoint = (tx: Db, { id, sealed, until }: Rotation) =>
  sql`update webhook_endpoints set secret_sealed = ${sealed}, former_until = ${until},
        former_sealed = case when ${until}::timestamptz is not null then secret_sealed end
       where id = ${id} and user_id = ${whoAsks}`.execute(tx);

export const resumeEndpoint = (tx: Db, id: string) =>
  sql`update webhook_endpoints set paused_at = null, paused_why = null
       where id = ${id} and user_id = ${whoAsks}`.execute(tx);

export const removeEndpoint = (tx: Db, id: string) =>
  sql`delete from webhook_endpoints where id = ${id} and user_id = ${whoAsks}`.execute(tx);

/** Pauses an address for the product; true for whoever did it first, with whose it is. */
export const pauseEndpoint = (tx: Db, id: string, now: Date) =>
  firstRow<{ userId: string; email: string }>(tx)`
    update webhook_endpoints e set paused_at = ${now}, paused_why = 'failing' from profiles p
     where e.id = ${id} and e.paused_at is null and p.id = e.user_id returning e.user_id "userId", p.email`;

/** What is to be told, and how. */
export type ToDeliver = {
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

/** A delivery that has not ended; null where there is nothing to tell any more. */
export const toDeliver = (tx: Db, id: string, now: Date) =>
  firstRow<ToDeliver>(tx)`
    select d.endpoint_id "endpointId", d.user_id "userId", e.url, e.secret_sealed sealed,
           case when e.former_until > ${now} then e.former_sealed end "formerSealed", e.paused_at is not null paused,
           d.type, d.facts, d.at, d.tries
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
     where d.id = ${id} and d.delivered_at is null and d.given_up_at is null`;

type Tried = { readonly id: string; readonly answered: number | null; readonly ended: 'taken' | 'given_up' | null };

/** Writes down what became of a try. */
export const noteTry = (tx: Db, { id, answered, ended }: Tried, now: Date) =>
  sql`update webhook_deliveries set tries = tries + 1, tried_at = ${now}, answered = ${answered},
        delivered_at = ${ended === 'taken' ? now : null}, given_up_at = ${ended === 'given_up' ? now : null}
       where id = ${id} and delivered_at is null and given_up_at is null`.execute(tx);

/** Gives up what was not tried because its address is paused. */
export const leaveUntold = (tx: Db, id: string, now: Date) =>
  sql`update webhook_deliveries set given_up_at = ${now}
       where id = ${id} and delivered_at is null and given_up_at is null`.execute(tx);

/** What is to be told: in the lane of its address, and in the turn of whose address it is. */
export type Queued = { readonly id: string; readonly lane: string; readonly owner?: string };

/** Takes what waits for the queue, a bounded number at a time: whoever takes it hands it on in this transaction. */
export async function takeForQueue(tx: Db, now: Date): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    update webhook_deliveries set queued_at = ${now} where id in (
      select id from webhook_deliveries where queued_at is null order by id limit 500 for update skip locked)
    returning id, endpoint_id lane, user_id owner`.execute(tx);
  // In the order in which it happened.
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Forgets what was told a month ago, and gives up what nobody tries any more. */
export async function forgetDeliveries(tx: Db, { before, stale, now }: Record<'before' | 'stale' | 'now', Date>) {
  await sql`delete from webhook_deliveries where at < ${before}`.execute(tx);
  await sql`update webhook_deliveries set given_up_at = ${now}
     where queued_at < ${stale} and delivered_at is null and given_up_at is null`.execute(tx);
}
