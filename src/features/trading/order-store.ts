import { type RawBuilder, sql } from 'kysely';
import { coinsText } from '../../kernel/coins.ts';
import { decimalText } from '../../kernel/decimal.ts';
import { moneyText } from '../../kernel/money.ts';
import { auditRow } from '../../platform/audit.ts';
import { announce, type Db, lastly, whoAsks } from '../../platform/database.ts';
import { inForce } from '../../platform/in-force.ts';
import { insertionOf, rowsOf } from '../../platform/new-rows.ts';
import { prepared } from '../../platform/prepared.ts';
import { alertRow, type NewAlert } from '../compliance/raise-alert.ts';
import { assessmentRow } from '../risk/judge.ts';
import { type Judgement, outcomeOf, type PlacedNotice } from './judge-order.ts';
import { factsOf, type JudgingColumns, type JudgingGround, judgingColumns, screeningRow } from './judge-store.ts';
import type { Side } from './order.ts';
import { walletOf } from './order-row.ts';
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
import type { TransferParties } from './transfer-parties.ts';

/** What placing an order has to know, read at one moment after the person's other acts have ended. */
export type Groundwork = JudgingGround & {
  readonly may: Entitlement;
  readonly quote: (Quote & { side: Side }) | null;
  /** The order already placed under this key, with the fingerprint of its request. */
  readonly earlier: { requestHash: string; orderId: string; reference: string; notice: PlacedNotice } | null;
  /** An open order like this one that was placed a moment ago. */
  readonly twin: { orderId: string; reference: string } | null;
  /** Which of the files that go along are the person's own and were uploaded for that place. */
  readonly fit: { readonly proof: boolean; readonly funds: boolean };
  /** How many orders the proof among them proves already, whoever's they are. */
  readonly proves: number;
  /** How many sells of theirs are held for a limit at the moment. */
  readonly heldForLimit: number;
  /** Chosen before the rows exist: the customer may not read back what is written about them (decision A7). */
  readonly ids: Ids;
  /** What people will call the order. */
  readonly reference: string;
};

type Ids = { readonly order: string; readonly screening: string; readonly assessment: string };

/** `proof`, `funds`: the files that go along, by what they are shown for. */
type Asked = {
  key: string;
  quoteId: string;
  window: Window;
  proof: string | null;
  funds: string | null;
  twinSince: Date;
  whereTo: string;
};

type Row = EntitlementRow &
  JudgingColumns & {
    quote: QuoteRow | null;
    earlier: Groundwork['earlier'];
    twin: Groundwork['twin'];
    files: { proof: boolean | null; funds: boolean | null; proves: number | null } | null;
    ids: Ids;
    referenceSource: ReferenceSource;
  };

/** Whether these files are the person's own, each uploaded for its place, and how many orders the proof proves. */
const ownFiles = ({ proof, funds }: Pick<Asked, 'proof' | 'funds'>) => sql`(select json_build_object(
      'proof', bool_or(purpose = 'transaction-proof'), 'funds', bool_or(purpose = 'source-of-funds'),
      'proves', max(app.orders_proved_by(id, null)) filter (where purpose = 'transaction-proof'))
    from files where user_id = ${whoAsks} and state in ('being_checked', 'clean')
     and (id, purpose) in ((${proof}::uuid, 'transaction-proof'), (${funds}::uuid, 'source-of-funds')))`;

type Wanted = Omit<Asked, 'window'> & Window;

/** The statement of {@link groundwork}. Most orders name no file, and then none is looked for. */
const groundStatement = (files: (asked: Wanted) => RawBuilder<unknown>) =>
  prepared<Wanted, Row>(
    (asked) => sql<Row>`
    select ${entitlementColumns(asked)}, ${judgingColumns},
    json_build_object('order', uuidv7(), 'screening', uuidv7(), 'assessment', uuidv7()) ids,
    ${referenceSource} "referenceSource",
    to_json(offer) quote,
    (select json_build_object('requestHash', request_hash, 'orderId', id, 'reference', reference,
         'notice', case when receipt->'wallet_screening'->>'result' = 'error' then 'wallet_notice'
           when receipt->'wallet_screening'->>'result' = 'clear'
             and (receipt->'wallet_screening'->>'deeper')::boolean then 'wallet_screening' end)
       from transactions where user_id = ${whoAsks} and idempotency_key = ${asked.key}) earlier,
    (select json_build_object('orderId', t.id, 'reference', t.reference) from transactions t
      where t.user_id = ${whoAsks} and t.status = 'pending' and t.created_at > ${asked.twinSince}
        and t.likeness = offer.terms->>'likeness' || ' ' || ${asked.whereTo} limit 1) twin,
    ${files(asked)} files
    from ${inForce} left join quotes offer on offer.id = ${asked.quoteId} and offer.user_id = ${whoAsks}`,
  );

const groundWithFiles = groundStatement(ownFiles);
const groundWithoutFiles = groundStatement(() => sql`null`);

/**
 * Everything of whoever asks, in one round trip. The caller holds the person's lock, so that no other order of theirs
 * comes in between.
 */
export async function groundwork(tx: Db, { window, ...asked }: Asked): Promise<Groundwork> {
  const ask = asked.proof !== null || asked.funds !== null ? groundWithFiles : groundWithoutFiles;
  const rows = await ask(tx, { ...asked, ...window });
  const row = rows[0];
  if (!row) throw new Error('the row of what is in force is missing');
  return {
    may: await readEntitlement(tx, row),
    quote: row.quote && readQuote(row.quote),
    earlier: row.earlier,
    twin: row.twin,
    fit: { proof: row.files?.proof === true, funds: row.files?.funds === true },
    proves: row.files?.proves ?? 0,
    heldForLimit: row.person.open.overLimit,
    ids: row.ids,
    reference: referenceFrom(row.referenceSource),
    sanctionsVersion: row.sanctionsVersion,
    ruleSetId: row.ruleSetId,
    facts: factsOf(row),
    before: row.person.before,
  };
}

/** A new order, in the names of its columns. Amounts are decimal text. */
export type NewOrder = {
  ids: Ids;
  judgement: Judgement;
  alert: NewAlert | null;
  /** A sell whose coins had left when it met a limit, and whether it is one too many for an alert alone. */
  overLimit: { readonly opensCase: boolean } | null;
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
  /** Who holds the customer's wallet; null below US$1,000. */
  parties: TransferParties | null;
  proofFile: string | null;
  receipt: Record<string, unknown>;
  at: Date;
  lapsesAt: Date | null;
  priceHoldsUntil: Date;
  requestId: string;
  key: string;
  requestHash: string;
};

/** The line of a story that staff alone read: why the order may not go on. */
const holdRow = rowsOf<NewOrder>('order_events', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.userId,
  at: (o) => o.at,
  event: () => 'hold',
  actor_kind: () => 'system',
  reason_code: (o) => o.holdReason,
  public: () => false,
});

/** What the travel rule wants to be known beside the customer. */
const partiesRow = rowsOf<NewOrder>('transfer_parties', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.userId,
  custody: (o) => o.parties?.custody,
  provider: (o) => o.parties?.provider,
  holder: (o) => o.parties?.holder,
  recorded_at: (o) => o.at,
});

/** The screening that the order rests on; its address is the one that was judged. */
const screeningOf = (o: NewOrder) =>
  screeningRow({
    id: o.ids.screening,
    userId: o.userId,
    symbol: o.terms.symbol,
    network: o.network,
    walletAddress: walletOf(o),
    screening: o.judgement.screening,
    at: o.at,
  });

const assessmentOf = ({ ids, userId, held, judgement: { judged }, at }: NewOrder) =>
  assessmentRow({ id: ids.assessment, orderId: ids.order, userId, outcome: outcomeOf(held), judged, at });

const logRow = (o: NewOrder) =>
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

const claimedAt = (o: NewOrder) => (o.payIn === 'claimed' ? o.at : null);

/** The order itself. Its story begins with it: that it was placed, when and by whom stands here alone. */
const orderRow = rowsOf<NewOrder>('transactions', {
  id: (o) => o.ids.order,
  reference: (o) => o.reference,
  user_id: (o) => o.userId,
  type: (o) => o.type,
  pay_in: (o) => o.payIn,
  payment_method: (o) => o.paymentMethod,
  held: (o) => o.held,
  hold_reason: (o) => o.holdReason,
  fiat_currency: (o) => o.terms.fiat.currency,
  fiat_amount: (o) => moneyText(o.terms.fiat.minor),
  jmd_amount: (o) => moneyText(o.terms.gross.minor),
  fee_percent: (o) => feePercent(o.terms.feeBasisPoints),
  fee_amount_jmd: (o) => moneyText(o.terms.fee.minor),
  net_jmd_amount: (o) => moneyText(o.terms.net.minor),
  network_cost_jmd: (o) => moneyText(o.terms.networkCost.minor),
  crypto_symbol: (o) => o.terms.symbol,
  crypto_amount: (o) => coinsText(o.terms.coins),
  price_usd_used: (o) => decimalText(o.terms.priceUsd),
  rate_used: (o) => decimalText(o.terms.rate),
  market_rate: (o) => o.terms.marketRate && decimalText(o.terms.marketRate),
  quote_id: (o) => o.quoteId,
  network: (o) => o.network,
  wallet_address: (o) => o.walletAddress,
  destination_tag: (o) => o.destinationTag,
  sender_wallet_address: (o) => o.senderWalletAddress,
  sender_wallet_type: (o) => o.senderWalletType,
  company_wallet_address: (o) => o.companyWallet?.address,
  company_wallet_tag: (o) => o.companyWallet?.tag,
  bank_name: (o) => o.bank?.bankName,
  account_number: (o) => o.bank?.accountNumber,
  account_holder_name: (o) => o.bank?.accountHolderName,
  routing_number: (o) => o.bank?.routingNumber,
  purpose_of_transaction: (o) => o.purpose,
  source_of_funds: (o) => o.sourceOfFunds,
  source_of_funds_file: (o) => o.sourceOfFundsFile,
  proof_file: (o) => o.proofFile,
  receipt: (o) => JSON.stringify(o.receipt),
  blockchain_screening_id: (o) => o.ids.screening,
  risk_score: (o) => o.judgement.judged.score.score,
  risk_level: (o) => o.judgement.judged.score.level,
  compliance_notes: (o) => o.complianceNotes,
  created_at: (o) => o.at,
  updated_at: (o) => o.at,
  lapses_at: (o) => o.lapsesAt,
  price_holds_until: (o) => o.priceHoldsUntil,
  claimed_at: claimedAt,
  waiting_since: (o) => (o.held ? o.at : claimedAt(o)),
  likeness: (o) => o.likeness,
  idempotency_key: (o) => o.key,
  request_hash: (o) => o.requestHash,
});

/**
 * Writes an order with everything that belongs to it, and commits with it: nothing of the transaction may come after.
 * With `more` to come, as for an order that opens a case, it leaves the end to the transaction.
 */
export async function insertOrder(tx: Db, o: NewOrder, { more }: { more: boolean }): Promise<string> {
  announce(tx, 'trading', o.userId);
  announce(tx, 'desk');
  if (o.alert) announce(tx, 'compliance');
  const rows = [
    orderRow(o),
    screeningOf(o),
    assessmentOf(o),
    logRow(o),
    ...(o.held ? [holdRow(o)] : []),
    ...(o.parties ? [partiesRow(o)] : []),
  ];
  const statements = [insertionOf(rows), ...(o.alert ? [alertRow(o.alert).compile(tx)] : [])];
  if (more) for (const statement of statements) await tx.executeQuery(statement);
  else await lastly(tx, ...statements);
  return o.ids.order;
}
