import { sql } from 'kysely';
import { coinsText } from '../../kernel/coins.ts';
import { decimalText } from '../../kernel/decimal.ts';
import { moneyText } from '../../kernel/money.ts';
import { announce, type Db, lastly, whoAsks } from '../../platform/database.ts';
import { alertRow, type NewAlert } from '../compliance/raise-alert.ts';
import { assessmentRow } from '../risk/judge.ts';
import { type Judgement, outcomeOf, type PlacedNotice } from './judge-order.ts';
import { type JudgingGround, judgingColumns, screeningRow } from './judge-store.ts';
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
import { type ReferenceSource, referenceFrom, referenceSource } from './reference-store.ts';
import { feePercent, type Terms } from './terms.ts';

/** What placing an order has to know, read at one moment after the person's other acts have ended. */
export type Groundwork = JudgingGround & {
  readonly may: Entitlement;
  readonly quote: (Quote & { side: Side }) | null;
  /** The order already placed under this key, with the fingerprint of its request. */
  readonly earlier: { requestHash: string; orderId: string; reference: string; notice: PlacedNotice } | null;
  /** An open order like this one that was placed a moment ago. */
  readonly twin: { orderId: string; reference: string } | null;
  readonly files: readonly string[];
  /** Chosen before the rows exist: the customer may not read back what is written about them (decision A7). */
  readonly ids: Ids;
  /** What people will call the order. */
  readonly reference: string;
};

type Ids = { readonly order: string; readonly screening: string; readonly assessment: string };

type Asked = {
  key: string;
  quoteId: string;
  window: { from: Date; until: Date };
  files: readonly string[];
  twinSince: Date;
  whereTo: string;
};

type Row = EntitlementRow &
  JudgingGround & {
    quote: QuoteRow | null;
    earlier: Groundwork['earlier'];
    twin: Groundwork['twin'];
    files: string[] | null;
    ids: Ids;
    referenceSource: ReferenceSource;
  };

/** Which of these files are the person's own and may go along; most orders name none, and then none is looked for. */
const filesOf = (ids: readonly string[]) =>
  ids.length === 0
    ? sql`null`
    : sql`(select jsonb_agg(id) from files where user_id = ${whoAsks} and id = any(${[...ids]}::uuid[])
        and state in ('being_checked', 'clean') and submission_id is null)`;

/**
 * Everything of whoever asks, in one round trip. The caller holds the person's lock, so that no other order of theirs
 * comes in between.
 */
export async function groundwork(tx: Db, asked: Asked): Promise<Groundwork> {
  const { rows } = await sql<Row>`
    select ${entitlementColumns(asked.window)}, ${judgingColumns(asked.key)},
    jsonb_build_object('order', uuidv7(), 'screening', uuidv7(), 'assessment', uuidv7()) ids,
    ${referenceSource} "referenceSource",
    to_jsonb(offer) quote,
    (select jsonb_build_object('requestHash', request_hash, 'orderId', id, 'reference', reference,
         'notice', case when receipt->'wallet_screening'->>'result' = 'error' then 'wallet_notice'
           when receipt->'wallet_screening'->>'result' = 'clear'
             and (receipt->'wallet_screening'->>'deeper')::boolean then 'wallet_screening' end)
       from transactions where user_id = ${whoAsks} and idempotency_key = ${asked.key}) earlier,
    (select jsonb_build_object('orderId', t.id, 'reference', t.reference) from transactions t
      where t.user_id = ${whoAsks} and t.status = 'pending' and t.created_at > ${asked.twinSince}
        and t.likeness = offer.terms->>'likeness' || ' ' || ${asked.whereTo} limit 1) twin,
    ${filesOf(asked.files)} files
    from (select) nothing left join quotes offer on offer.id = ${asked.quoteId} and offer.user_id = ${whoAsks}`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Error('a statement without a table answers one row');
  return {
    may: await readEntitlement(tx, row),
    quote: row.quote && readQuote(row.quote),
    earlier: row.earlier,
    twin: row.twin,
    files: row.files ?? [],
    ids: row.ids,
    reference: referenceFrom(row.referenceSource),
    sanctionsVersion: row.sanctionsVersion,
    ruleSetId: row.ruleSetId,
    facts: row.facts,
    before: row.before,
  };
}

/** A new order, in the names of its columns. Amounts are decimal text. */
export type NewOrder = {
  ids: Ids;
  judgement: Judgement;
  alert: NewAlert | null;
  complianceNotes: string | null;
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
  receipt: Record<string, unknown>;
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
      values (${o.ids.order}, ${o.userId}, ${o.at}, 'hold', 'system', ${o.holdReason}, false))`;

/** The screening that the order rests on; its address is the one that was judged. */
const screeningOf = (o: NewOrder) =>
  screeningRow({
    id: o.ids.screening,
    userId: o.userId,
    symbol: o.terms.symbol,
    network: o.network,
    walletAddress: o.walletAddress ?? o.senderWalletAddress ?? '',
    screening: o.judgement.screening,
    at: o.at,
  });

const assessmentOf = ({ ids, userId, held, judgement: { judged }, at }: NewOrder) =>
  assessmentRow({ id: ids.assessment, orderId: ids.order, userId, outcome: outcomeOf(held), judged, at });

/** What the audit log keeps of a new order. */
const loggedFacts = ({ reference, type, terms: t }: NewOrder) => sql`jsonb_build_object('reference', ${reference}::text,
  'type', ${type}::text, 'jmdAmount', ${moneyText(t.gross.minor)}::numeric(20, 2), 'symbol', ${t.symbol}::text,
  'coins', ${coinsText(t.coins)}::numeric)`;

/**
 * Order, story, screening, assessment, alert and audit line in one statement. Each part is told all it needs, so that
 * none waits for another's rows.
 */
function orderStatement(o: NewOrder) {
  const t = o.terms;
  const claimed = o.payIn === 'claimed' ? o.at : null;
  const { score, level } = o.judgement.judged.score;
  return sql`
    with story as (
      insert into order_events (order_id, user_id, at, event, actor_kind, actor_id)
      values (${o.ids.order}, ${o.userId}, ${o.at}, 'placed', 'customer', ${o.userId})
    )${o.held ? heldFrom(o) : noMore}, screened as (${screeningOf(o)}), assessed as (${assessmentOf(o)}
    )${o.alert ? sql`, alerted as (${alertRow(o.alert)})` : noMore}, log as (
      insert into audit_log (at, actor_id, actor_role, action, subject_type, subject_id, after, request_id)
      values (${o.at}, ${o.userId}, 'customer', 'trading.order_placed', 'order', ${o.ids.order}, ${loggedFacts(o)},
        ${o.requestId})
    )
    insert into transactions (id, reference, user_id, type, pay_in, held, hold_reason, payment_method, fiat_currency,
      fiat_amount, jmd_amount, fee_percent, fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount,
      price_usd_used, rate_used, market_rate, quote_id, likeness, network, wallet_address, destination_tag,
      sender_wallet_address, sender_wallet_type, company_wallet_address, company_wallet_tag, bank_name,
      account_number, account_holder_name, routing_number, purpose_of_transaction, source_of_funds,
      source_of_funds_file, proof_file, receipt, blockchain_screening_id, risk_score, risk_level, compliance_notes,
      created_at, updated_at, lapses_at, claimed_at, waiting_since, idempotency_key, request_hash)
    values (${o.ids.order}, ${o.reference}, ${o.userId}, ${o.type}, ${o.payIn}, ${o.held}, ${o.holdReason},
      ${o.paymentMethod}, ${t.fiat.currency}, ${moneyText(t.fiat.minor)}, ${moneyText(t.gross.minor)},
      ${feePercent(t.feeBasisPoints)}, ${moneyText(t.fee.minor)}, ${moneyText(t.net.minor)}, ${t.symbol},
      ${coinsText(t.coins)}, ${decimalText(t.priceUsd)}, ${decimalText(t.rate)},
      ${t.marketRate && decimalText(t.marketRate)}, ${o.quoteId}, ${o.likeness}, ${o.network}, ${o.walletAddress},
      ${o.destinationTag}, ${o.senderWalletAddress}, ${o.senderWalletType}, ${o.companyWallet?.address ?? null},
      ${o.companyWallet?.tag ?? null}, ${o.bank?.bankName ?? null}, ${o.bank?.accountNumber ?? null},
      ${o.bank?.accountHolderName ?? null}, ${o.bank?.routingNumber ?? null}, ${o.purpose}, ${o.sourceOfFunds},
      ${o.sourceOfFundsFile}, ${o.proofFile}, ${JSON.stringify(o.receipt)}, ${o.ids.screening}, ${score}, ${level},
      ${o.complianceNotes}, ${o.at}, ${o.at}, ${o.lapsesAt}, ${claimed}, ${o.held ? o.at : claimed},
      ${o.key}, ${o.requestHash})`;
}

/**
 * Writes an order with everything that belongs to it, and commits with it: nothing of the transaction may come after.
 * With `more` to come, as for an order that opens a case, it leaves the end to the transaction.
 */
export async function insertOrder(tx: Db, o: NewOrder, { more }: { more: boolean }): Promise<string> {
  announce(tx, 'trading', o.userId);
  announce(tx, 'desk');
  if (o.alert) announce(tx, 'compliance');
  const statement = orderStatement(o);
  if (more) await statement.execute(tx);
  else await lastly(tx, statement);
  return o.ids.order;
}
