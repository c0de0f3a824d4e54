import { type RawBuilder, sql } from 'kysely';
import { coinsText } from '../../kernel/coins.ts';
import { decimalText } from '../../kernel/decimal.ts';
import { moneyText } from '../../kernel/money.ts';
import { auditRow } from '../../platform/audit.ts';
import { announce, type Db, lastly, whoAsks } from '../../platform/database.ts';
import { insertionOf, type NewRow } from '../../platform/new-rows.ts';
import { prepared } from '../../platform/prepared.ts';
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
  type Window,
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
  window: Window;
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

const ownFiles = (ids: readonly string[]) => sql`(select jsonb_agg(id) from files where user_id = ${whoAsks}
    and id = any(${ids}::uuid[]) and state in ('being_checked', 'clean') and submission_id is null)`;

type Wanted = Omit<Asked, 'window' | 'files'> & Window & { files: readonly string[] };

/** The statement of {@link groundwork}. Most orders name no file, and then none is looked for. */
const groundStatement = (files: (ids: readonly string[]) => RawBuilder<unknown>) =>
  prepared<Wanted, Row>(
    (asked) => sql<Row>`
    select ${entitlementColumns(asked)}, ${judgingColumns(asked.key)},
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
    ${files(asked.files)} files
    from (select) nothing left join quotes offer on offer.id = ${asked.quoteId} and offer.user_id = ${whoAsks}`,
  );

const groundWithFiles = groundStatement(ownFiles);
const groundWithoutFiles = groundStatement(() => sql`null`);

/**
 * Everything of whoever asks, in one round trip. The caller holds the person's lock, so that no other order of theirs
 * comes in between.
 */
export async function groundwork(tx: Db, { window, ...asked }: Asked): Promise<Groundwork> {
  const ask = asked.files.length > 0 ? groundWithFiles : groundWithoutFiles;
  const rows = await ask(tx, { ...asked, ...window });
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

/** The line of a story that staff alone read: why the order may not go on. */
const holdRow = (o: NewOrder): NewRow => ({
  into: 'order_events',
  holds: {
    order_id: o.ids.order,
    user_id: o.userId,
    at: o.at,
    event: 'hold',
    actor_kind: 'system',
    reason_code: o.holdReason,
    public: false,
  },
});

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

const logRow = (o: NewOrder): NewRow =>
  auditRow({
    actorId: o.userId,
    actorRole: 'customer',
    action: 'trading.order_placed',
    subjectType: 'order',
    subjectId: o.ids.order,
    after: {
      reference: o.reference,
      type: o.type,
      jmdAmount: moneyText(o.terms.gross.minor),
      symbol: o.terms.symbol,
      coins: coinsText(o.terms.coins),
    },
    requestId: o.requestId,
  });

/** The order itself. Its story begins with it: that it was placed, when and by whom stands here alone. */
function orderRow(o: NewOrder): NewRow {
  const { terms: t, judgement } = o;
  const claimed = o.payIn === 'claimed' ? o.at : null;
  const { score, level } = judgement.judged.score;
  const bargain = {
    fiat_currency: t.fiat.currency,
    fiat_amount: moneyText(t.fiat.minor),
    jmd_amount: moneyText(t.gross.minor),
    fee_percent: feePercent(t.feeBasisPoints),
    fee_amount_jmd: moneyText(t.fee.minor),
    net_jmd_amount: moneyText(t.net.minor),
    crypto_symbol: t.symbol,
    crypto_amount: coinsText(t.coins),
    price_usd_used: decimalText(t.priceUsd),
    rate_used: decimalText(t.rate),
    market_rate: t.marketRate && decimalText(t.marketRate),
    quote_id: o.quoteId,
  };
  const whereTo = {
    network: o.network,
    wallet_address: o.walletAddress,
    destination_tag: o.destinationTag,
    sender_wallet_address: o.senderWalletAddress,
    sender_wallet_type: o.senderWalletType,
    company_wallet_address: o.companyWallet?.address ?? null,
    company_wallet_tag: o.companyWallet?.tag ?? null,
    bank_name: o.bank?.bankName ?? null,
    account_number: o.bank?.accountNumber ?? null,
    account_holder_name: o.bank?.accountHolderName ?? null,
    routing_number: o.bank?.routingNumber ?? null,
  };
  const evidence = {
    purpose_of_transaction: o.purpose,
    source_of_funds: o.sourceOfFunds,
    source_of_funds_file: o.sourceOfFundsFile,
    proof_file: o.proofFile,
    receipt: JSON.stringify(o.receipt),
  };
  const judged = {
    held: o.held,
    hold_reason: o.holdReason,
    blockchain_screening_id: o.ids.screening,
    risk_score: score,
    risk_level: level,
    compliance_notes: o.complianceNotes,
  };
  const moments = {
    created_at: o.at,
    updated_at: o.at,
    lapses_at: o.lapsesAt,
    claimed_at: claimed,
    waiting_since: o.held ? o.at : claimed,
  };
  const request = { likeness: o.likeness, idempotency_key: o.key, request_hash: o.requestHash };
  const who = { id: o.ids.order, reference: o.reference, user_id: o.userId };
  const what = { type: o.type, pay_in: o.payIn, payment_method: o.paymentMethod };
  return {
    into: 'transactions',
    holds: { ...who, ...what, ...bargain, ...whereTo, ...evidence, ...judged, ...moments, ...request },
  };
}

/**
 * Writes an order with everything that belongs to it, and commits with it: nothing of the transaction may come after.
 * With `more` to come, as for an order that opens a case, it leaves the end to the transaction.
 */
export async function insertOrder(tx: Db, o: NewOrder, { more }: { more: boolean }): Promise<string> {
  announce(tx, 'trading', o.userId);
  announce(tx, 'desk');
  if (o.alert) announce(tx, 'compliance');
  const rows = [orderRow(o), screeningOf(o), assessmentOf(o), logRow(o), ...(o.held ? [holdRow(o)] : [])];
  const statements = [insertionOf(rows), ...(o.alert ? [alertRow(o.alert).compile(tx)] : [])];
  if (more) for (const statement of statements) await tx.executeQuery(statement);
  else await lastly(tx, ...statements);
  return o.ids.order;
}
