import { type RawBuilder, sql } from 'kysely';
import { allRows, anyRow, type Db, firstValue, whoAsks } from '../../../platform/database.ts';
import type { WebhookType } from './events.ts';

/** A delivery as its owner sees it. */
export type DeliveryLine = {
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

const behind = (before: string | null): RawBuilder<unknown> => (before === null ? sql`` : sql`and id < ${before}`);

/** What an address of whoever asks was told, newest first. */
export const ownDeliveries = (tx: Db, { endpointId, before, limit }: Page) =>
  allRows<DeliveryLine>(tx)`
    select id, type, facts ->> 'orderId' "orderId", facts ->> 'status' status, at, tries, tried_at "triedAt", answered,
           delivered_at "deliveredAt", given_up_at "givenUpAt"
      from webhook_deliveries where user_id = ${whoAsks} and endpoint_id = ${endpointId} ${behind(before)}
     order by id desc limit ${limit}`;

/** Has a delivery of whoever asks that ended told once more; its address, or null where there is none such. */
export const tellAgain = (tx: Db, id: string, now: Date) =>
  firstValue<string>(tx)`
    update webhook_deliveries set queued_at = ${now}, tries = 0, answered = null, delivered_at = null,
           given_up_at = null
     where id = ${id} and user_id = ${whoAsks} and (delivered_at is not null or given_up_at is not null)
    returning endpoint_id "endpointId"`;

export type KeptSecret = {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  readonly sealed: string;
  readonly formerSealed: string | null;
};

/** Addresses whose secrets another key than this sealed, after a given one in the order of ids. */
export const sealedOtherwise = (tx: Db, keyId: string, after: string) =>
  allRows<KeptSecret>(tx)`
    select id, user_id "userId", url, secret_sealed sealed, former_sealed "formerSealed" from webhook_endpoints
     where id > ${after} and (secret_sealed not like ${`s1.${keyId}.%`} or former_sealed not like ${`s1.${keyId}.%`})
     order by id limit 100`;

/** Puts secrets that were sealed anew in place of themselves; false when others stand there by now. */
export const replaceSealed = (tx: Db, kept: KeptSecret, anew: Pick<KeptSecret, 'sealed' | 'formerSealed'>) =>
  anyRow(tx)`
    update webhook_endpoints set secret_sealed = ${anew.sealed},
           former_sealed = case when former_sealed is not null then ${anew.formerSealed} end
     where id = ${kept.id} and secret_sealed = ${kept.sealed} and former_sealed is not distinct from ${kept.formerSealed}
    returning id`;
