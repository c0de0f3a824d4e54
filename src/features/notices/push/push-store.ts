import { sql } from 'kysely';
import { allValues, type Db, firstValue, whoAsks } from '../../../platform/database.ts';

/** Browsers of one person that are told; who asks for more has the oldest forgotten. */
const most = 10;

/** Has a browser told, as long as the session lasts. Whose it was before, it is no more. */
export async function addSubscription(
  tx: Db,
  { endpoint, sessionId, now }: { endpoint: string; sessionId: string; now: Date },
): Promise<void> {
  await sql`insert into push_subscriptions (user_id, session_id, endpoint, created_at)
      values (${whoAsks}, ${sessionId}, ${endpoint}, ${now}) on conflict (endpoint) do nothing`.execute(tx);
  await sql`delete from push_subscriptions where user_id = ${whoAsks} and id in (
      select id from push_subscriptions where user_id = ${whoAsks} order by id desc offset ${most})`.execute(tx);
}

export const endSubscription = (tx: Db, endpoint: string) =>
  sql`delete from push_subscriptions where user_id = ${whoAsks} and endpoint = ${endpoint}`.execute(tx);

/** Of which browsers of somebody it is told. */
export const subscriptionsOf = (tx: Db, person: string) =>
  allValues<string>(tx)`
    select id from push_subscriptions where user_id = ${person} order by id`;

/** Where one browser is told; null once its session is over, or nobody wants it any more. */
export const endpointOf = (tx: Db, id: string) =>
  firstValue<string>(tx)`select endpoint from push_subscriptions where id = ${id}`;

export const forgetSubscription = (tx: Db, id: string) =>
  sql`delete from push_subscriptions where id = ${id}`.execute(tx);
