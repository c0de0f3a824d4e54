import { sql } from 'kysely';
import { allValues, currentUserId, type Db, firstValue } from '../../../platform/database/database.ts';

/** Per person. Beyond this limit, the oldest subscription is deleted. */
const maxBrowsers = 10;

/** Adds a subscription that ends with the session. An endpoint belongs to the last user who subscribed. */
export async function insertSubscription(
  tx: Db,
  { endpoint, sessionId, now }: { endpoint: string; sessionId: string; now: Date },
): Promise<void> {
  await sql`insert into push_subscriptions (user_id, session_id, endpoint, created_at)
      values (${currentUserId}, ${sessionId}, ${endpoint}, ${now}) on conflict (endpoint) do nothing`.execute(tx);
  await sql`delete from push_subscriptions where user_id = ${currentUserId} and id in (
      select id from push_subscriptions where user_id = ${currentUserId} order by id desc
       offset ${maxBrowsers})`.execute(tx);
}

export const deleteMySubscription = (tx: Db, endpoint: string) =>
  sql`delete from push_subscriptions where user_id = ${currentUserId} and endpoint = ${endpoint}`.execute(tx);

export const findSubscriptionIds = (tx: Db, person: string) =>
  allValues<string>(tx)`
    select id from push_subscriptions where user_id = ${person} order by id`;

/** Null once the session ended or the user unsubscribed. */
export const findEndpoint = (tx: Db, id: string) =>
  firstValue<string>(tx)`select endpoint from push_subscriptions where id = ${id}`;

export const deleteSubscription = (tx: Db, id: string) =>
  sql`delete from push_subscriptions where id = ${id}`.execute(tx);
