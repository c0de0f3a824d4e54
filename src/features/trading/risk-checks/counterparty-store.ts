import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../../platform/database/database.ts';
import type { MatchPair } from '../../screening/hit-store.ts';

export type NamedHolder = {
  readonly orderId: string;
  readonly userId: string;
  readonly names: string[];
  readonly stoppedBy: readonly MatchPair[];
};

const columns = sql`h.order_id "orderId", h.user_id "userId", array_remove(array[h.holder, h.provider], null) names,
  h.stopped_by "stoppedBy"`;
const hasName = sql`(h.holder is not null or h.provider is not null)`;

export const findUncompared = (tx: Db, { version, after }: { version: string; after: string | null }) =>
  allRows<NamedHolder>(tx)`
    select ${columns} from transactions t join transfer_parties h on h.order_id = t.id
     where (t.awaits_staff or (t.status = 'pending' and t.pay_in = 'awaiting')) and ${hasName} and h.list_versions is distinct from ${version}
       ${after === null ? sql`` : sql`and t.id > ${after}`}
     order by t.id limit 100`;

export const findNamedHolder = (tx: Db, orderId: string) =>
  firstRow<NamedHolder>(tx)`
    select ${columns} from transfer_parties h where h.order_id = ${orderId} and ${hasName}`;

type Compared = { readonly version: string; readonly stops: readonly MatchPair[] };

/** Stores the list version of the comparison and adds the new blocking matches with the database time. */
export const saveCompared = (tx: Db, orderId: string, { version, stops }: Compared) =>
  sql`update transfer_parties set list_versions = ${version}, stopped_by = stopped_by || array_to_json(array(
       select m || jsonb_build_object('at', clock_timestamp()) from jsonb_array_elements(${JSON.stringify(stops)}::jsonb) m
     ))::jsonb where order_id = ${orderId}`.execute(tx);

export const replaceHoldReason = (tx: Db, orderId: string, { holdReason, at }: { holdReason: string; at: Date }) =>
  sql`update transactions set hold_reason = ${holdReason}, updated_at = ${at} where id = ${orderId} and held`.execute(
    tx,
  );
