import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../../platform/database.ts';
import type { PairOfFacts } from '../../screening/hit-store.ts';

/** Whom the customer of a large order named beside themselves, and what stopped the order for them. */
export type NamedHolder = {
  readonly orderId: string;
  readonly userId: string;
  readonly names: string[];
  /** The matches that stopped the order until now, whatever people said of them since. */
  readonly stoppedBy: readonly PairOfFacts[];
};

const columns = sql`h.order_id "orderId", h.user_id "userId", array_remove(array[h.holder, h.provider], null) names,
  h.stopped_by "stoppedBy"`;
const named = sql`(h.holder is not null or h.provider is not null)`;

/**
 * Holders of orders under way, or with something to give back, that were not compared with this version yet, a bounded
 * number at a time.
 */
export const uncompared = (tx: Db, { version, after }: { version: string; after: string | null }) =>
  allRows<NamedHolder>(tx)`
    select ${columns} from transactions t join transfer_parties h on h.order_id = t.id
     where (t.awaits_staff or (t.status = 'pending' and t.pay_in = 'awaiting')) and ${named} and h.compared_with is distinct from ${version}
       ${after === null ? sql`` : sql`and t.id > ${after}`}
     order by t.id limit 100`;

/** Whom the customer of this order named; null where nobody. */
export const holderOf = (tx: Db, orderId: string) =>
  firstRow<NamedHolder>(tx)`
    select ${columns} from transfer_parties h where h.order_id = ${orderId} and ${named}`;

type Compared = { readonly version: string; readonly stops: readonly PairOfFacts[] };

/** Keeps by which version a holder was compared, and what stops the order from now on: by the clock of the database. */
export const markCompared = (tx: Db, orderId: string, { version, stops }: Compared) =>
  sql`update transfer_parties set compared_with = ${version}, stopped_by = stopped_by || array_to_json(array(
       select m || jsonb_build_object('at', clock_timestamp()) from jsonb_array_elements(${JSON.stringify(stops)}::jsonb) m
     ))::jsonb where order_id = ${orderId}`.execute(tx);

/** Gives an order that is held for something else this reason. */
export const heldFor = (tx: Db, orderId: string, { holdReason, at }: { holdReason: string; at: Date }) =>
  sql`update transactions set hold_reason = ${holdReason}, updated_at = ${at} where id = ${orderId} and held`.execute(
    tx,
  );
