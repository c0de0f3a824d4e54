import { sql } from 'kysely';
import { type Db, lastly, whoAsks } from '../../../platform/database.ts';
import { movementsColumn } from '../../movements/movement-store.ts';
import type { OrderStatus, Side } from './order.ts';
import {
  type LineRow,
  type ListedOrder,
  type ListedRow,
  lineColumns,
  listedColumns,
  type Order,
  type OrderLine,
  type OrderRow,
  readLine,
  readListed,
  readOrder,
} from './order-row.ts';

export type Filter = {
  readonly status: 'all' | OrderStatus;
  readonly type: 'all' | Side;
  readonly before: string | null;
  readonly limit: number;
};

/**
 * The transactions of whoever asks, newest first, after the one named by `before` [001 §7 Reads and writes]. Paged by
 * key: every page costs the same. Ends the transaction.
 */
export async function ownOrders(tx: Db, { status, type, before, limit }: Filter): Promise<ListedOrder[]> {
  const statement = sql<ListedRow>`
    select ${listedColumns} from transactions t
     where t.user_id = ${whoAsks}
       ${before === null ? sql`` : sql`and t.id < ${before}`}
       ${status === 'all' ? sql`` : sql`and t.status = ${status}`}
       ${type === 'all' ? sql`` : sql`and t.type = ${type}`}
     order by t.id desc limit ${limit}`;
  return (await lastly(tx, statement.compile(tx))).map((row) => readListed(row));
}

/** All of an order, by the names that it has there. */
const orderColumns = sql`${lineColumns}, t.user_id "userId", t.pay_out "payOut", t.held, t.hold_reason "holdReason",
  t.fee_percent "feePercent", t.fee_amount_jmd, t.network_cost_jmd, t.price_usd_used "priceUsd", t.rate_used rate,
  t.market_rate "marketRate", t.network, t.wallet_address "walletAddress", t.destination_tag::text "destinationTag",
  t.sender_wallet_address "senderWalletAddress", t.sender_wallet_type "senderWalletType",
  case when t.company_wallet_address <> '' then jsonb_build_object('address', t.company_wallet_address,
    'tag', t.company_wallet_tag) end "companyWallet",
  case when t.bank_name <> '' then jsonb_build_object('bankName', t.bank_name,
    'accountNumber', coalesce(t.account_number, ''), 'accountHolderName', coalesce(t.account_holder_name, ''),
    'routingNumber', coalesce(t.routing_number, '')) end bank,
  t.source_of_funds "sourceOfFunds", t.purpose_of_transaction purpose, t.source_of_funds_file "sourceOfFundsFile",
  t.proof_file "proofFile", t.extras, t.receipt, t.lapses_at "lapsesAt", t.price_holds_until "priceHoldsUntil",
  t.claimed_at "claimedAt", t.received_at "receivedAt", t.closed_at "closedAt", (select w.cools_until from order_warnings w where w.order_id = t.id) "coolsUntil",
  ${movementsColumn}`;

type Behind = { readonly userId: string; readonly before: string | null; readonly limit: number };

/** Orders of a customer before the one that is named, newest first, if row security lets this person see them. */
export async function latestOrders(tx: Db, { userId, before, limit }: Behind): Promise<OrderLine[]> {
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from transactions t
     where t.user_id = ${userId} ${before === null ? sql`` : sql`and t.id < ${before}`}
     order by t.id desc limit ${limit}`.execute(tx);
  return rows.map((row) => readLine(row));
}

export type Counts = { total: number; completed: number; pending: number };

/**
 * The three counts, added up: all, completed, and pending with processing [001 §2 Transaction History page]; of whoever
 * asks. Ends the transaction.
 */
export async function ownCounts(tx: Db): Promise<Counts> {
  const statement = sql<Counts>`select total, completed, pending from app.own_order_counts()`;
  const [counts] = await lastly(tx, statement.compile(tx));
  return counts ?? { total: 0, completed: 0, pending: 0 };
}

/**
 * One order, if row security lets this person see it. With `lock`, nobody else moves it until the transaction ends: it
 * is locked first and read after, since whoever waited would see its lines as they were when the waiting began.
 */
export async function orderById(tx: Db, id: string, lock = false): Promise<Order | null> {
  if (lock) await sql`select from transactions where id = ${id} for update`.execute(tx);
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from transactions t where t.id = ${id}`.execute(tx);
  return rows[0] ? readOrder(rows[0]) : null;
}

export type StoryLine = {
  at: Date;
  event: string;
  actorKind: 'customer' | 'staff' | 'system';
  actor: string | null;
  reasonCode: string | null;
  note: string | null;
  public: boolean;
};

/**
 * What happened to an order, oldest first. That it was placed stands in the order itself; what came after are its
 * events. `all` includes the lines that only staff may read.
 */
export async function storyOf(tx: Db, orderId: string, all: boolean): Promise<StoryLine[]> {
  const { rows } = await sql<StoryLine>`
    select e.at, e.event, e.actor_kind "actorKind", p.display_name actor, e.reason_code "reasonCode", e.note, e.public
      from (
        select null::uuid id, created_at at, 'placed' event, 'customer' actor_kind, user_id actor_id,
               null reason_code, null note, true public
          from transactions where id = ${orderId}
        union all
        select id, at, event, actor_kind, actor_id, reason_code, note, public
          from order_events where order_id = ${orderId} ${all ? sql`` : sql`and public`}
      ) e left join profiles p on p.id = e.actor_id order by e.id nulls first`.execute(tx);
  return rows;
}

/** A period, `until` being just after it, and the last id of the page before. */
export type Span = { from: Date; until: Date; after: string | null };

/** The next 500 of a person's orders of a period, oldest first, for the CSV. */
export async function ordersBetween(tx: Db, userId: string, span: Span): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from transactions t
     where t.user_id = ${userId} and t.created_at >= ${span.from} and t.created_at < ${span.until}
      ${span.after === null ? sql`` : sql`and t.id > ${span.after}`} order by t.id limit 500`.execute(tx);
  return rows.map(readOrder);
}
