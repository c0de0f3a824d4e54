import { sql } from 'kysely';
import { memoizeLru } from '../../../kernel/memoize.ts';
import { allRows, commitWith, currentUserId, type Db } from '../../../platform/database/database.ts';
import { prepareStatement, sendNow } from '../../../platform/database/prepared-statement.ts';
import { movementsColumn } from '../../ledger/movement-store.ts';
import type { OrderStatus, Side } from './order.ts';
import {
  type ListedOrder,
  type ListedRow,
  listedColumns,
  type Order,
  type OrderRow,
  type OrderSummary,
  readListed,
  readOrder,
  readSummary,
  type SummaryRow,
  summaryColumns,
} from './order-row.ts';

export type OrderFilter = {
  readonly status: 'all' | OrderStatus;
  readonly type: 'all' | Side;
  readonly before: string | null;
  readonly limit: number;
};

type FilterShape = { readonly isPaged: boolean; readonly hasStatus: boolean; readonly hasType: boolean };

const listStatement = ({ isPaged, hasStatus, hasType }: FilterShape) =>
  prepareStatement<OrderFilter, ListedRow>(
    ({ before, status, type, limit }) => sql<ListedRow>`
    select ${listedColumns} from transactions t
     where t.user_id = ${currentUserId}
       ${isPaged ? sql`and t.id < ${before}` : sql``}
       ${hasStatus ? sql`and t.status = ${status}` : sql``}
       ${hasType ? sql`and t.type = ${type}` : sql``}
     order by t.id desc limit ${limit}`,
  );

/** One statement per shape, because the customer's list is the most frequent read. */
const listStatements = memoizeLru((shape) => listStatement(JSON.parse(shape) as FilterShape));

/** Returns orders older than the order `before`, newest first [001 §7 Reads and writes]. Commits the transaction. */
export async function findMyOrders(tx: Db, filter: OrderFilter): Promise<ListedOrder[]> {
  const { before, status, type } = filter;
  const shape = { isPaged: before !== null, hasStatus: status !== 'all', hasType: type !== 'all' };
  const statement = listStatements(JSON.stringify(shape)).bind(tx, filter);
  return (await commitWith(tx, statement)).map((row) => readListed(row));
}

const discountColumn = sql`(select json_build_object('percent', d.percent, 'standardFee', d.standard_fee_percent::text,
    'reason', d.reason, 'endsAt', d.ends_at, 'promoCodeId', d.promo_code_id)
  from order_discounts d where d.order_id = t.id) discount`;

const orderColumns = sql`${summaryColumns}, t.user_id "userId", t.payment_reference "paymentReference",
  coalesce(t.payment_reference, t.reference) "transferReference", t.pay_out "payOut", t.held, t.hold_reason "holdReason",
  t.fee_percent "feePercent", t.fee_amount_jmd, ${discountColumn},
  t.network_cost_jmd, t.price_usd_used "priceUsd", t.rate_used rate,
  t.market_rate "marketRate", t.network, t.wallet_address "walletAddress", t.destination_tag::text "destinationTag",
  t.sender_wallet_address "senderWalletAddress", t.sender_wallet_type "senderWalletType",
  case when t.company_wallet_address <> '' then jsonb_build_object('address', t.company_wallet_address,
    'tag', t.company_wallet_tag) end "companyWallet",
  case when t.bank_name <> '' then jsonb_build_object('bankName', t.bank_name,
    'accountNumber', coalesce(t.account_number, ''), 'accountHolderName', coalesce(t.account_holder_name, ''),
    'routingNumber', coalesce(t.routing_number, '')) end bank,
  t.source_of_funds "sourceOfFunds", t.purpose_of_transaction purpose, t.source_of_funds_file "sourceOfFundsFile",
  t.proof_file "proofFile", t.surplus_count extras, t.receipt, t.lapses_at "lapsesAt", t.price_holds_until "priceHoldsUntil",
  t.claimed_at "claimedAt", t.received_at "receivedAt", t.closed_at "closedAt", (select w.cooling_off_until from order_warnings w where w.order_id = t.id) "coolsUntil",
  ${movementsColumn}`;

type CustomerOrdersQuery = { readonly userId: string; readonly before: string | null; readonly limit: number };

export async function findOrdersBefore(
  tx: Db,
  { userId, before, limit }: CustomerOrdersQuery,
): Promise<OrderSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from transactions t
     where t.user_id = ${userId} ${before === null ? sql`` : sql`and t.id < ${before}`}
     order by t.id desc limit ${limit}`.execute(tx);
  return rows.map((row) => readSummary(row));
}

export type OrderCounts = { total: number; completed: number; pending: number };

/** `pending` includes processing orders [001 §2 Transaction History page]. Commits the transaction. */
export async function countMyOrders(tx: Db): Promise<OrderCounts> {
  const statement = sql<OrderCounts>`select total, completed, pending from app.own_order_counts()`;
  const [counts] = await commitWith(tx, statement.compile(tx));
  return counts ?? { total: 0, completed: 0, pending: 0 };
}

export async function findOrder(tx: Db, id: string, lock = false): Promise<Order | null> {
  const locked = lock && sendNow(tx, sql`select from transactions where id = ${id} for update`);
  const found = sql<OrderRow>`select ${orderColumns} from transactions t where t.id = ${id}`.execute(tx);
  const [{ rows }] = await Promise.all([found, locked]);
  return rows[0] ? readOrder(rows[0]) : null;
}

/** The user's newest orders that are unfinished, or ended while money is claimed or held. */
export async function findOpenOrders(tx: Db, limit: number): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from transactions t
     where t.user_id = ${currentUserId}
       and (t.status in ('pending', 'processing')
            or t.status in ('cancelled', 'failed') and t.pay_in in ('claimed', 'received'))
     order by t.id desc limit ${limit}`.execute(tx);
  return rows.map(readOrder);
}

export type TimelineEvent = {
  at: Date;
  event: string;
  actorKind: 'customer' | 'staff' | 'system';
  actor: string | null;
  reasonCode: string | null;
  note: string | null;
  public: boolean;
};

export const findTimeline = (tx: Db, orderId: string, includeInternal: boolean) =>
  allRows<TimelineEvent>(tx)`
    select e.at, e.event, e.actor_kind "actorKind", p.display_name actor, e.reason_code "reasonCode", e.note, e.public
      from (
        select null::uuid id, created_at at, 'placed' event, 'customer' actor_kind, user_id actor_id,
               null reason_code, null note, true public
          from transactions where id = ${orderId}
        union all
        select id, at, event, actor_kind, actor_id, reason_code, note, public
          from order_events where order_id = ${orderId} ${includeInternal ? sql`` : sql`and public`}
      ) e left join profiles p on p.id = e.actor_id order by e.id nulls first`;

/** `until` is exclusive. `after` is the last order id of the previous page. */
export type Period = { from: Date; until: Date; after: string | null };

export async function findOrdersBetween(tx: Db, userId: string, span: Period): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from transactions t
     where t.user_id = ${userId} and t.created_at >= ${span.from} and t.created_at < ${span.until}
      ${span.after === null ? sql`` : sql`and t.id > ${span.after}`} order by t.id limit 500`.execute(tx);
  return rows.map(readOrder);
}
