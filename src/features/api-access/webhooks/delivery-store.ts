import { type RawBuilder, sql } from 'kysely';
import { allRows, anyRow, currentUserId, type Db, firstValue } from '../../../platform/database/database.ts';
import type { WebhookType } from './events.ts';

export type DeliveryRow = {
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

export type StoredSecret = {
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
  anyRow(tx)`
    update webhook_endpoints set secret_encrypted = ${renewed.sealed},
           previous_secret_encrypted = case when previous_secret_encrypted is not null then ${renewed.formerSealed} end
     where id = ${stored.id} and secret_encrypted = ${stored.sealed} and previous_secret_encrypted is not distinct from ${stored.formerSealed}
    returning id`;
