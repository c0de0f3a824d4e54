import { sql } from 'kysely';
import type { z } from 'zod';
import { coinsText } from '../../../kernel/coins.ts';
import { allRows, type Db, firstRow, onlyRow, ownAccounts } from '../../../platform/database.ts';
import { pattern } from '../../../platform/pattern.ts';
import type { TransferParties } from '../../coins/transfer-parties.ts';
import type { ProfileName } from '../../movements/names.ts';
import type { PayOut } from '../order/order.ts';
import { type LineRow, lineColumns, type Order, type OrderLine, readLine } from '../order/order-row.ts';
import type { ShowQueue } from './schema.ts';

export type QueueLine = OrderLine & {
  readonly payOut: PayOut;
  readonly held: boolean;
  readonly holdReason: string | null;
  readonly customer: string;
  readonly customerId: string;
  readonly waitingSince: Date;
  readonly preparedBy: string | null;
  /** How many further payments wait to go back. */
  readonly extras: number;
};

type Row = LineRow & Omit<QueueLine, keyof OrderLine>;

/** Orders that have waited since before `lateBefore` are late. */
export type QueueQuery = z.infer<typeof ShowQueue> & { lateBefore: Date; limit: number };

/** Something of the order `t` was laid before a second person: a pay-out, a return, or undoing one of them. */
const waitsForSecond = sql`exists (select from proposals o
  where o.kind in ('payout', 'return', 'undo') and o.subject = t.id::text and o.state = 'open')`;

const conditions = {
  all: sql``,
  late: null,
  second: sql`and ${waitsForSecond}`,
  held: sql`and t.held`,
  buy: sql`and t.type = 'buy'`,
  sell: sql`and t.type = 'sell'`,
} as const;

/**
 * Orders that wait for staff, the one that waits longest first, paged by key. Never the asker's own: its hold would
 * be told to the one person who may not know of it (decision A7).
 */
export async function queue(tx: Db, { filter, search, after, lateBefore, limit }: QueueQuery): Promise<QueueLine[]> {
  const condition = conditions[filter] ?? sql`and t.waiting_since < ${lateBefore}`;
  const { rows } = await sql<Row>`
    select ${lineColumns}, t.pay_out "payOut", t.held, t.hold_reason "holdReason", t.user_id "customerId",
           t.waiting_since "waitingSince", t.extras, p.display_name customer,
           (select w.display_name from proposals o join profiles w on w.id = o.proposed_by
             where o.kind in ('payout', 'return', 'undo') and o.subject = t.id::text and o.state = 'open') "preparedBy"
      from transactions t join profiles p on p.id = t.user_id
     where t.awaits_staff and t.user_id <> all (${ownAccounts}) ${condition}
       ${
         search === ''
           ? sql``
           : sql`and (t.reference ilike ${pattern(search)} or p.display_name ilike ${pattern(search)}
         or p.email ilike ${pattern(search)} or t.jmd_amount::text like ${pattern(search)})`
       }
       ${after === null ? sql`` : sql`and (t.waiting_since, t.id) > (${after.waitingSince}, ${after.id})`}
     order by t.waiting_since, t.id limit ${limit}`.execute(tx);
  return rows.map((row) => readLine(row));
}

export type QueueCounts = { all: number; late: number; second: number; held: number; buy: number; sell: number };

export const queueCounts = (tx: Db, lateBefore: Date) =>
  onlyRow<QueueCounts>(tx)`
    select count(*)::int "all", count(*) filter (where waiting_since < ${lateBefore})::int late,
           count(*) filter (where ${waitsForSecond})::int "second", count(*) filter (where held)::int held,
           count(*) filter (where type = 'buy')::int buy, count(*) filter (where type = 'sell')::int sell
      from transactions t where awaits_staff and user_id <> all (${ownAccounts})`;

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

/** Who stands behind an order, for the person who works on it. */
export const customerOf = (tx: Db, userId: string) =>
  firstRow<Customer>(tx)`
    select p.id, p.display_name "name", p.email, p.phone_number phone, p.created_at since,
      (select coalesce(array_agg(k.tier::int order by k.tier), '{}') from (
         select distinct on (tier) tier, status from kyc_submissions where user_id = p.id order by tier, created_at desc) k
        where k.status = 'approved') tiers,
      (select count(*)::int from transactions where user_id = p.id) orders,
      (select count(*)::int from transactions where user_id = p.id and status = 'completed') completed
      from profiles p where p.id = ${userId}`;

/** The name a customer has now; row security shows it to staff. */
export const nameOf = (tx: Db, userId: string) =>
  firstRow<ProfileName>(tx)`
    select first_name "firstName", last_name "lastName", display_name "displayName"
      from profiles where id = ${userId}`;

/** Who holds the customer's wallet, where the order was large enough to ask. */
export const partiesOf = (tx: Db, orderId: string) =>
  firstRow<TransferParties>(tx)`
    select custody, provider, holder from transfer_parties where order_id = ${orderId}`;

/** Another order for which the coins of this one could be, and by what. */
export type Rival = {
  readonly id: string;
  readonly reference: string;
  readonly customer: string;
  readonly placedAt: Date;
  readonly sameSender: boolean;
  readonly sameAmount: boolean;
};

/**
 * Other sells whose coins nobody confirmed yet, of the same coin and network, and of as much or from the same address:
 * whoever saw coins on their way can claim them. The first that was placed first; of the asker's own nothing.
 */
export async function rivalsOf(tx: Db, { id, coins, network, senderWalletAddress }: Order): Promise<Rival[]> {
  const amount = coinsText(coins);
  return allRows<Rival>(tx)`
    select t.id, t.reference, p.display_name customer, t.created_at "placedAt", t.crypto_amount = ${amount}::numeric "sameAmount",
           coalesce(t.sender_wallet_address = ${senderWalletAddress}, false) "sameSender"
      from transactions t join profiles p on p.id = t.user_id
     where t.awaits_staff and t.type = 'sell' and t.pay_in = 'claimed' and t.id <> ${id} and t.user_id <> all (${ownAccounts})
       and t.crypto_symbol = ${coins.symbol} and t.network = ${network}
       and (t.sender_wallet_address = ${senderWalletAddress} or t.crypto_amount = ${amount}::numeric)
     order by t.created_at, t.id limit 20`;
}
