import { sql } from 'kysely';
import type { z } from 'zod';
import { formatBaseUnits } from '../../../kernel/coins.ts';
import { allRows, currentUserAccounts, type Db, firstRow, requireRow } from '../../../platform/database/database.ts';
import { toLikePattern } from '../../../platform/database/rows.ts';
import type { TransferParties } from '../../assets/transfer-parties.ts';
import type { ProfileName } from '../../ledger/names.ts';
import type { PayOut } from '../order/order.ts';
import { type Order, type OrderSummary, readSummary, type SummaryRow, summaryColumns } from '../order/order-row.ts';
import type { ShowQueue } from './schema.ts';

export type QueueRow = OrderSummary & {
  readonly payOut: PayOut;
  readonly held: boolean;
  readonly holdReason: string | null;
  readonly customer: string;
  readonly customerId: string;
  readonly waitingSince: Date;
  readonly preparedBy: string | null;
  readonly extras: number;
};

type Row = SummaryRow & Omit<QueueRow, keyof OrderSummary>;

export type QueueQuery = z.infer<typeof ShowQueue> & { lateBefore: Date; limit: number };

const hasOpenProposal = sql`exists (select from proposals o
  where o.kind in ('payout', 'return', 'undo') and o.subject = t.id::text and o.state = 'open')`;

const conditions = {
  all: sql``,
  late: null,
  second: sql`and ${hasOpenProposal}`,
  held: sql`and t.held`,
  buy: sql`and t.type = 'buy'`,
  sell: sql`and t.type = 'sell'`,
} as const;

/** Oldest first. Excludes the user's own orders, because their holds must stay secret (decision A7). */
export async function findQueue(tx: Db, { filter, search, after, lateBefore, limit }: QueueQuery): Promise<QueueRow[]> {
  const condition = conditions[filter] ?? sql`and t.waiting_since < ${lateBefore}`;
  const { rows } = await sql<Row>`
    select ${summaryColumns}, t.pay_out "payOut", t.held, t.hold_reason "holdReason", t.user_id "customerId",
           t.waiting_since "waitingSince", t.surplus_count extras, p.display_name customer,
           (select w.display_name from proposals o join profiles w on w.id = o.proposed_by
             where o.kind in ('payout', 'return', 'undo') and o.subject = t.id::text and o.state = 'open') "preparedBy"
      from transactions t join profiles p on p.id = t.user_id
     where t.awaits_staff and t.user_id <> all (${currentUserAccounts}) ${condition}
       ${
         search === ''
           ? sql``
           : sql`and (t.reference ilike ${toLikePattern(search)} or t.payment_reference ilike ${toLikePattern(search)} or p.display_name ilike ${toLikePattern(search)}
         or p.email ilike ${toLikePattern(search)} or t.jmd_amount::text like ${toLikePattern(search)})`
       }
       ${after === null ? sql`` : sql`and (t.waiting_since, t.id) > (${after.waitingSince}, ${after.id})`}
     order by t.waiting_since, t.id limit ${limit}`.execute(tx);
  return rows.map((row) => readSummary(row));
}

export type QueueCounts = { all: number; late: number; second: number; held: number; buy: number; sell: number };

export const countQueue = (tx: Db, lateBefore: Date) =>
  requireRow<QueueCounts>(tx)`
    select count(*)::int "all", count(*) filter (where waiting_since < ${lateBefore})::int late,
           count(*) filter (where ${hasOpenProposal})::int "second", count(*) filter (where held)::int held,
           count(*) filter (where type = 'buy')::int buy, count(*) filter (where type = 'sell')::int sell
      from transactions t where awaits_staff and user_id <> all (${currentUserAccounts})`;

export type Customer = {
  id: string;
  name: string;
  email: string;
  phone: string;
  since: Date;
  tiers: number[];
  orders: number;
  completed: number;
};

export const findCustomer = (tx: Db, userId: string) =>
  firstRow<Customer>(tx)`
    select p.id, p.display_name "name", p.email, p.phone_number phone, p.created_at since,
      (select coalesce(array_agg(k.tier::int order by k.tier), '{}') from (
         select distinct on (tier) tier, status from kyc_submissions where user_id = p.id order by tier, created_at desc) k
        where k.status = 'approved') tiers,
      (select count(*)::int from transactions where user_id = p.id) orders,
      (select count(*)::int from transactions where user_id = p.id and status = 'completed') completed
      from profiles p where p.id = ${userId}`;

export const findCustomerName = (tx: Db, userId: string) =>
  firstRow<ProfileName>(tx)`
    select first_name "firstName", last_name "lastName", display_name "displayName"
      from profiles where id = ${userId}`;

export const findTransferParties = (tx: Db, orderId: string) =>
  firstRow<TransferParties>(tx)`
    select custody, provider, holder from transfer_parties where order_id = ${orderId}`;

export type CompetingOrder = {
  readonly id: string;
  readonly reference: string;
  readonly customer: string;
  readonly placedAt: Date;
  readonly sameSender: boolean;
  readonly sameAmount: boolean;
};

/** Finds other unconfirmed sells with this amount or sender, as anyone can claim a transaction seen on the chain. */
export async function findCompetingOrders(
  tx: Db,
  { id, coins, network, senderWalletAddress }: Order,
): Promise<CompetingOrder[]> {
  const amount = formatBaseUnits(coins);
  return allRows<CompetingOrder>(tx)`
    select t.id, t.reference, p.display_name customer, t.created_at "placedAt", t.crypto_amount = ${amount}::numeric "sameAmount",
           coalesce(t.sender_wallet_address = ${senderWalletAddress}, false) "sameSender"
      from transactions t join profiles p on p.id = t.user_id
     where t.awaits_staff and t.type = 'sell' and t.pay_in = 'claimed' and t.id <> ${id} and t.user_id <> all (${currentUserAccounts})
       and t.crypto_symbol = ${coins.symbol} and t.network = ${network}
       and (t.sender_wallet_address = ${senderWalletAddress} or t.crypto_amount = ${amount}::numeric)
     order by t.created_at, t.id limit 20`;
}
