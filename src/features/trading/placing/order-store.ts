import { coinsText } from '../../../kernel/coins.ts';
import { decimalText } from '../../../kernel/decimal.ts';
import { moneyText } from '../../../kernel/money.ts';
import { auditRow } from '../../../platform/audit.ts';
import { announce, type Db, lastly } from '../../../platform/database.ts';
import { insertionOf, rowsOf } from '../../../platform/new-rows.ts';
import { alertRow } from '../../compliance/raise-alert.ts';
import { assessmentRow } from '../../risk/judge.ts';
import { outcomeOf } from '../judging/judge-order.ts';
import { screeningRow } from '../judging/judge-store.ts';
import { feePercent } from '../quoting/terms.ts';
import { wordsVersion } from '../wallets/coercion.ts';
import type { NewOrder } from './new-order.ts';

/** The line of a story that staff alone read: why the order may not go on. */
const holdRow = rowsOf<NewOrder>('order_events', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.order.userId,
  at: (o) => o.order.at,
  event: () => 'hold',
  actor_kind: () => 'system',
  reason_code: (o) => o.judged.holdReason,
  public: () => false,
});

/** What the travel rule wants to be known beside the customer. */
const partiesRow = rowsOf<NewOrder>('transfer_parties', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.order.userId,
  custody: (o) => o.evidence.parties?.custody,
  provider: (o) => o.evidence.parties?.provider,
  holder: (o) => o.evidence.parties?.holder,
  recorded_at: (o) => o.order.at,
});

const publishedOf = (o: NewOrder) => (o.warned?.known.told === 'published' ? o.warned.known : null);

/** Which warning of the wallet was shown, as it stood then, and what was answered. */
const warningRow = rowsOf<NewOrder>('order_warnings', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.order.userId,
  scope: (o) => o.warned?.of.scope,
  value: (o) => o.warned?.of.value,
  told: (o) => o.warned?.known.told,
  verdict: (o) => publishedOf(o)?.verdict,
  people: (o) => publishedOf(o)?.people,
  slug: (o) => publishedOf(o)?.slug,
  words: () => wordsVersion,
  told_to_pay: (o) => o.warned?.answers?.toldToPay,
  hurried: (o) => o.warned?.answers?.hurried,
  own_keys: (o) => o.warned?.answers?.ownKeys,
  shown_at: (o) => o.order.at,
  cools_until: (o) => o.warned?.coolsUntil,
});

/** The screening that the order rests on; its address is the one that was judged. */
const screeningOf = ({ ids, order, judged }: NewOrder) => {
  const { userId, terms, network, walletAddress, at } = order;
  const { screening } = judged.judgement;
  return screeningRow({ id: ids.screening, userId, symbol: terms.symbol, network, walletAddress, screening, at });
};

const buys = ({ order }: NewOrder): boolean => order.terms.side === 'buy';

const assessmentOf = (o: NewOrder) =>
  assessmentRow({
    id: o.ids.assessment,
    orderId: o.ids.order,
    userId: o.order.userId,
    outcome: outcomeOf(o.state.held),
    judged: o.judged.judgement.judged,
    at: o.order.at,
  });

const logRow = (o: NewOrder) =>
  auditRow({
    actorId: o.order.userId,
    actorRole: 'customer',
    action: 'trading.order_placed',
    subjectType: 'order',
    subjectId: o.ids.order,
    after: {
      reference: o.reference,
      type: o.order.terms.side,
      jmdAmount: moneyText(o.order.terms.gross.minor),
      symbol: o.order.terms.symbol,
      coins: coinsText(o.order.terms.coins),
      ...(o.sent.keyId && { byKey: o.sent.keyId }),
    },
    requestId: o.sent.requestId,
  });

const claimedAt = (o: NewOrder) => (o.state.payIn === 'claimed' ? o.order.at : null);

/**
 * The order itself: table transactions, the common, buy and sell fields in one row [001 §3 transactions]. Its story
 * begins with it: that it was placed, when and by whom stands here alone.
 */
const orderRow = rowsOf<NewOrder>('transactions', {
  id: (o) => o.ids.order,
  reference: (o) => o.reference,
  user_id: (o) => o.order.userId,
  type: (o) => o.order.terms.side,
  pay_in: (o) => o.state.payIn,
  payment_method: (o) => o.bargain.paymentMethod,
  held: (o) => o.state.held,
  hold_reason: (o) => o.judged.holdReason,
  fiat_currency: (o) => o.order.terms.fiat.currency,
  fiat_amount: (o) => moneyText(o.order.terms.fiat.minor),
  jmd_amount: (o) => moneyText(o.order.terms.gross.minor),
  fee_percent: (o) => feePercent(o.order.terms.feeBasisPoints),
  fee_amount_jmd: (o) => moneyText(o.order.terms.fee.minor),
  net_jmd_amount: (o) => moneyText(o.order.terms.net.minor),
  network_cost_jmd: (o) => moneyText(o.order.terms.networkCost.minor),
  crypto_symbol: (o) => o.order.terms.symbol,
  crypto_amount: (o) => coinsText(o.order.terms.coins),
  price_usd_used: (o) => decimalText(o.order.terms.priceUsd),
  rate_used: (o) => decimalText(o.order.terms.rate),
  market_rate: (o) => o.order.terms.marketRate && decimalText(o.order.terms.marketRate),
  quote_id: (o) => o.bargain.quoteId,
  network: (o) => o.order.network,
  wallet_address: (o) => (buys(o) ? o.wallet.address : null),
  destination_tag: (o) => o.wallet.tag,
  sender_wallet_address: (o) => (buys(o) ? null : o.wallet.address),
  sender_wallet_type: (o) => o.wallet.type,
  company_wallet_address: (o) => o.wallet.company?.address,
  company_wallet_tag: (o) => o.wallet.company?.tag,
  bank_name: (o) => o.payOut?.bankName,
  account_number: (o) => o.payOut?.accountNumber,
  account_holder_name: (o) => o.payOut?.accountHolderName,
  routing_number: (o) => o.payOut?.routingNumber,
  purpose_of_transaction: (o) => o.evidence.purpose,
  source_of_funds: (o) => o.evidence.sourceOfFunds,
  source_of_funds_file: (o) => o.evidence.sourceOfFundsFile,
  proof_file: (o) => o.evidence.proofFile,
  receipt: (o) => JSON.stringify(o.receipt),
  blockchain_screening_id: (o) => o.ids.screening,
  risk_score: (o) => o.judged.judgement.judged.score.score,
  risk_level: (o) => o.judged.judgement.judged.score.level,
  compliance_notes: (o) => o.judged.complianceNotes,
  created_at: (o) => o.order.at,
  updated_at: (o) => o.order.at,
  lapses_at: (o) => o.bargain.lapsesAt,
  price_holds_until: (o) => o.bargain.priceHoldsUntil,
  claimed_at: claimedAt,
  waiting_since: (o) => (o.state.held ? o.order.at : claimedAt(o)),
  likeness: (o) => o.bargain.likeness,
  idempotency_key: (o) => o.sent.key,
  request_hash: (o) => o.sent.requestHash,
});

/**
 * Writes an order with everything that belongs to it: inserts transactions, risk_assessments, transaction_alerts [001
 * §4 Pre-creation checks, §7 Reads and writes]. It commits with it: nothing of the transaction may come after. With
 * `more` to come, as for an order that opens a case, it leaves the end to the transaction.
 */
export async function insertOrder(tx: Db, o: NewOrder, { more }: { more: boolean }): Promise<string> {
  const { alert } = o.judged;
  announce(tx, 'trading', o.order.userId);
  announce(tx, 'desk');
  if (alert) announce(tx, 'compliance');
  const rows = [
    orderRow(o),
    screeningOf(o),
    assessmentOf(o),
    logRow(o),
    ...(o.state.held ? [holdRow(o)] : []),
    ...(o.evidence.parties ? [partiesRow(o)] : []),
    ...(o.warned ? [warningRow(o)] : []),
  ];
  const statements = [insertionOf(rows), ...(alert ? [alertRow(alert).compile(tx)] : [])];
  if (more) for (const statement of statements) await tx.executeQuery(statement);
  else await lastly(tx, ...statements);
  return o.ids.order;
}
