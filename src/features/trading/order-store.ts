import { sql } from 'kysely';
import { coinsText } from '../../kernel/coins.ts';
import { decimalText } from '../../kernel/decimal.ts';
import { moneyText } from '../../kernel/money.ts';
import { announce, type Db, lastly, whoAsks } from '../../platform/database.ts';
import type { ProfileName } from './names.ts';
import type { Side } from './order.ts';
import {
  type Entitlement,
  type EntitlementRow,
  entitlementColumns,
  type Quote,
  type QuoteRow,
  readEntitlement,
  readQuote,
} from './quote-store.ts';
import { feePercent, type Terms } from './terms.ts';

/** What placing an order has to know, read at one moment after the person's other acts have ended. */
export type Groundwork = {
  readonly may: Entitlement;
  readonly quote: (Quote & { side: Side }) | null;
  readonly profile: ProfileName;
  /** The order already placed under this key, with the fingerprint of its request. */
  readonly earlier: { requestHash: string; orderId: string; reference: string } | null;
  /** An open order like this one that was placed a moment ago. */
  readonly twin: { orderId: string; reference: string } | null;
  readonly files: readonly string[];
};

type Asked = {
  key: string;
  quoteId: string;
  window: { from: Date; until: Date };
  files: readonly string[];
  twinSince: Date;
  whereTo: string;
};

type Row = EntitlementRow & {
  quote: QuoteRow | null;
  profile: ProfileName;
  earlier: Groundwork['earlier'];
  twin: Groundwork['twin'];
  files: string[] | null;
};

/**
 * Everything of whoever asks, in one round trip. The caller holds the person's lock, so that no other order of theirs
 * comes in between.
 */
export async function groundwork(tx: Db, asked: Asked): Promise<Groundwork> {
  const { rows } = await sql<Row>`
    with offer as materialized (select * from quotes where id = ${asked.quoteId} and user_id = ${whoAsks})
    select ${entitlementColumns(asked.window)},
    (select to_jsonb(offer) from offer) quote,
    (select jsonb_build_object('firstName', first_name, 'lastName', last_name, 'displayName', display_name)
       from profiles where id = ${whoAsks}) profile,
    (select jsonb_build_object('requestHash', request_hash, 'orderId', id, 'reference', reference)
       from transactions where user_id = ${whoAsks} and idempotency_key = ${asked.key}) earlier,
    (select jsonb_build_object('orderId', t.id, 'reference', t.reference)
       from offer q, transactions t
      where t.user_id = ${whoAsks} and t.status = 'pending' and t.created_at > ${asked.twinSince}
        and t.likeness = q.terms->>'likeness' || ' ' || ${asked.whereTo} limit 1) twin,
    (select jsonb_agg(id) from files
      where user_id = ${whoAsks} and id = any(${[...asked.files]}::uuid[])
        and state in ('being_checked', 'clean') and submission_id is null) files`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('a statement without a table answers one row');
  return {
    may: await readEntitlement(tx, row),
    quote: row.quote && readQuote(row.quote),
    profile: row.profile,
    earlier: row.earlier,
    twin: row.twin,
    files: row.files ?? [],
  };
}

/** A new order, in the names of its columns. Amounts are decimal text. */
export type NewOrder = {
  reference: string;
  userId: string;
  type: Side;
  payIn: string;
  held: boolean;
  holdReason: string | null;
  paymentMethod: string;
  terms: Terms;
  quoteId: string;
  likeness: string;
  network: string;
  walletAddress: string | null;
  destinationTag: number | null;
  senderWalletAddress: string | null;
  senderWalletType: string | null;
  companyWallet: { address: string; tag: string | null } | null;
  bank: { bankName: string; accountNumber: string; accountHolderName: string; routingNumber: string } | null;
  purpose: string | null;
  sourceOfFunds: string | null;
  sourceOfFundsFile: string | null;
  proofFile: string | null;
  receipt: unknown;
  at: Date;
  lapsesAt: Date | null;
  requestId: string;
  key: string;
  requestHash: string;
};

const noMore = sql``;

/** The line of a story that staff alone read: why the order may not go on. */
const heldFrom = (o: NewOrder) => sql`, held as (
      insert into order_events (order_id, user_id, at, event, actor_kind, reason_code, public)
      select id, user_id, ${o.at}, 'hold', 'system', ${o.holdReason}, false from placed
    )`;

/**
 * Writes order, story and audit line in one statement, and commits with it: nothing of the transaction may come after.
 */
export async function insertOrder(tx: Db, o: NewOrder): Promise<string> {
  const t = o.terms;
  const claimed = o.payIn === 'claimed' ? o.at : null;
  announce(tx, 'trading', o.userId);
  announce(tx, 'desk');
  const statement = sql<{ id: string }>`
    with placed as (
      insert into transactions (reference, user_id, type, pay_in, held, hold_reason, payment_method, fiat_currency,
        fiat_amount, jmd_amount, fee_percent, fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount,
        price_usd_used, rate_used, market_rate, quote_id, likeness, network, wallet_address, destination_tag,
        sender_wallet_address, sender_wallet_type, company_wallet_address, company_wallet_tag, bank_name,
        account_number, account_holder_name, routing_number, purpose_of_transaction, source_of_funds,
        source_of_funds_file, proof_file, receipt, created_at, updated_at, lapses_at, claimed_at, waiting_since,
        idempotency_key, request_hash)
      values (${o.reference}, ${o.userId}, ${o.type}, ${o.payIn}, ${o.held}, ${o.holdReason}, ${o.paymentMethod},
        ${t.fiat.currency}, ${moneyText(t.fiat.minor)}, ${moneyText(t.gross.minor)}, ${feePercent(t.feeBasisPoints)},
        ${moneyText(t.fee.minor)}, ${moneyText(t.net.minor)}, ${t.symbol}, ${coinsText(t.coins)},
        ${decimalText(t.priceUsd)}, ${decimalText(t.rate)}, ${t.marketRate && decimalText(t.marketRate)}, ${o.quoteId},
        ${o.likeness}, ${o.network}, ${o.walletAddress}, ${o.destinationTag}, ${o.senderWalletAddress},
        ${o.senderWalletType}, ${o.companyWallet?.address ?? null}, ${o.companyWallet?.tag ?? null},
        ${o.bank?.bankName ?? null}, ${o.bank?.accountNumber ?? null}, ${o.bank?.accountHolderName ?? null},
        ${o.bank?.routingNumber ?? null}, ${o.purpose}, ${o.sourceOfFunds}, ${o.sourceOfFundsFile}, ${o.proofFile},
        ${JSON.stringify(o.receipt)}, ${o.at}, ${o.at}, ${o.lapsesAt}, ${claimed}, ${claimed},
        ${o.key}, ${o.requestHash})
      returning id, user_id, reference, type, jmd_amount, crypto_symbol, crypto_amount
    ), story as (
      insert into order_events (order_id, user_id, at, event, actor_kind, actor_id)
      select id, user_id, ${o.at}, 'placed', 'customer', user_id from placed
    )${o.held ? heldFrom(o) : noMore}, log as (
      insert into audit_log (at, actor_id, actor_role, action, subject_type, subject_id, after, request_id)
      select ${o.at}, user_id, 'customer', 'trading.order_placed', 'order', id::text,
        jsonb_build_object('reference', reference, 'type', type, 'jmdAmount', jmd_amount, 'symbol', crypto_symbol,
          'coins', crypto_amount), ${o.requestId} from placed
    )
    select id from placed`;
  const [placed] = await lastly(tx, statement);
  return placed?.id ?? '';
}
