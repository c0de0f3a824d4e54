import { formatBaseUnits } from '../../../kernel/coins.ts';
import { formatDecimal } from '../../../kernel/decimal.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import { auditRow } from '../../../platform/audit.ts';
import { compileInsert, defineRow } from '../../../platform/database/batch-insert.ts';
import { commitWith, type Db, publishTopic } from '../../../platform/database/database.ts';
import { buildAlertInsert } from '../../compliance/raise-alert.ts';
import { buildAddressForms } from '../../ledger/address-forms.ts';
import { assessmentRow } from '../../risk/assess-order-risk.ts';
import { formatFeePercent } from '../quoting/terms.ts';
import { getOutcome } from '../risk-checks/assess-order.ts';
import { screeningRow } from '../risk-checks/assessment-store.ts';
import { questionnaireVersion } from '../wallets/scam-questions.ts';
import type { NewOrder } from './new-order.ts';

const holdRow = defineRow<NewOrder>('order_events', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.order.userId,
  at: (o) => o.order.at,
  event: () => 'hold',
  actor_kind: () => 'system',
  reason_code: (o) => o.outcome.holdReason,
  public: () => false,
});

const partiesRow = defineRow<NewOrder>('transfer_parties', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.order.userId,
  custody: (o) => o.evidence.parties?.custody,
  provider: (o) => o.evidence.parties?.provider,
  holder: (o) => o.evidence.parties?.holder,
  recorded_at: (o) => o.order.at,
});

const discountRow = defineRow<NewOrder>('order_discounts', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.order.userId,
  percent: (o) => o.order.terms.discount?.percent,
  standard_fee_percent: (o) => o.order.terms.discount?.standardFee,
  reason: (o) => o.order.terms.discount?.reason,
  ends_at: (o) => o.order.terms.discount?.endsAt,
  promo_code_id: (o) => o.order.terms.discount?.promoCodeId,
});

const getPublished = (o: NewOrder) => (o.warned?.known.shown === 'published' ? o.warned.known : null);

const warningRow = defineRow<NewOrder>('order_warnings', {
  order_id: (o) => o.ids.order,
  user_id: (o) => o.order.userId,
  scope: (o) => o.warned?.indicator.scope,
  value: (o) => o.warned?.indicator.value,
  warning_level: (o) => o.warned?.known.shown,
  verdict: (o) => getPublished(o)?.verdict,
  reporter_count: (o) => getPublished(o)?.people,
  slug: (o) => getPublished(o)?.slug,
  questionnaire_version: () => questionnaireVersion,
  instructed_to_pay: (o) => o.warned?.answers?.askedToPay,
  hurried: (o) => o.warned?.answers?.hurried,
  controls_wallet: (o) => o.warned?.answers?.ownKeys,
  shown_at: (o) => o.order.at,
  cooling_off_until: (o) => o.warned?.coolsUntil,
});

const toScreeningRow = ({ ids, order, outcome }: NewOrder) => {
  const { userId, terms, network, walletAddress, at } = order;
  const { screening } = outcome.assessment;
  return screeningRow({ id: ids.screening, userId, symbol: terms.symbol, network, walletAddress, screening, at });
};

const isBuy = ({ order }: NewOrder): boolean => order.terms.side === 'buy';

const toAssessmentRow = (o: NewOrder) =>
  assessmentRow({
    id: o.ids.assessment,
    orderId: o.ids.order,
    userId: o.order.userId,
    outcome: getOutcome(o.state.held),
    risk: o.outcome.assessment.risk,
    at: o.order.at,
  });

const toAuditRow = (o: NewOrder) =>
  auditRow({
    actorId: o.order.userId,
    actorRole: 'customer',
    action: 'trading.order_placed',
    subjectType: 'order',
    subjectId: o.ids.order,
    after: {
      reference: o.reference,
      type: o.order.terms.side,
      jmdAmount: formatMinorUnits(o.order.terms.gross.minor),
      symbol: o.order.terms.symbol,
      coins: formatBaseUnits(o.order.terms.coins),
      ...(o.request.keyId && { byKey: o.request.keyId }),
      ...(o.request.paymentReference && { recurringBuy: o.request.paymentReference }),
    },
    requestId: o.request.requestId,
  });

const claimedAt = (o: NewOrder) => (o.state.payIn === 'claimed' ? o.order.at : null);

/** [001 §3 transactions] */
const orderRow = defineRow<NewOrder>('transactions', {
  id: (o) => o.ids.order,
  reference: (o) => o.reference,
  payment_reference: (o) => o.request.paymentReference,
  user_id: (o) => o.order.userId,
  type: (o) => o.order.terms.side,
  pay_in: (o) => o.state.payIn,
  payment_method: (o) => o.placement.paymentMethod,
  held: (o) => o.state.held,
  hold_reason: (o) => o.outcome.holdReason,
  fiat_currency: (o) => o.order.terms.fiat.currency,
  fiat_amount: (o) => formatMinorUnits(o.order.terms.fiat.minor),
  jmd_amount: (o) => formatMinorUnits(o.order.terms.gross.minor),
  fee_percent: (o) => formatFeePercent(o.order.terms.feeBasisPoints),
  fee_amount_jmd: (o) => formatMinorUnits(o.order.terms.fee.minor),
  net_jmd_amount: (o) => formatMinorUnits(o.order.terms.net.minor),
  network_cost_jmd: (o) => formatMinorUnits(o.order.terms.networkCost.minor),
  crypto_symbol: (o) => o.order.terms.symbol,
  crypto_amount: (o) => formatBaseUnits(o.order.terms.coins),
  price_usd_used: (o) => formatDecimal(o.order.terms.priceUsd),
  rate_used: (o) => formatDecimal(o.order.terms.rate),
  market_rate: (o) => o.order.terms.marketRate && formatDecimal(o.order.terms.marketRate),
  quote_id: (o) => o.placement.quoteId,
  network: (o) => o.order.network,
  wallet_address: (o) => (isBuy(o) ? o.wallet.address : null),
  destination_tag: (o) => o.wallet.tag,
  sender_wallet_address: (o) => (isBuy(o) ? null : o.wallet.address),
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
  risk_score: (o) => o.outcome.assessment.risk.score.score,
  risk_level: (o) => o.outcome.assessment.risk.score.level,
  compliance_notes: (o) => o.outcome.complianceNotes,
  created_at: (o) => o.order.at,
  updated_at: (o) => o.order.at,
  lapses_at: (o) => o.placement.lapsesAt,
  price_holds_until: (o) => o.placement.priceHoldsUntil,
  claimed_at: claimedAt,
  waiting_since: (o) => (o.state.held ? o.order.at : claimedAt(o)),
  duplicate_key: (o) => o.placement.duplicateKey,
  idempotency_key: (o) => o.request.key,
  request_hash: (o) => o.request.requestHash,
  placed_letter_due: () => true,
});

/**
 * Inserts the order with its screening, assessment, audit entry and alert [001 §4 Pre-creation checks, §7 Reads and
 * writes]. A freeze finds the wallet by its
 * address forms. Commits the transaction unless `keepOpen` is true. Returns the order id.
 */
export async function insertOrder(tx: Db, o: NewOrder, { keepOpen }: { keepOpen: boolean }): Promise<string> {
  const { alert } = o.outcome;
  publishTopic(tx, 'trading', o.order.userId);
  publishTopic(tx, 'desk');
  if (alert) publishTopic(tx, 'compliance');
  const rows = [
    ...buildAddressForms([o.wallet.address]),
    orderRow(o),
    toScreeningRow(o),
    toAssessmentRow(o),
    toAuditRow(o),
    ...(o.state.held ? [holdRow(o)] : []),
    ...(o.evidence.parties ? [partiesRow(o)] : []),
    ...(o.warned ? [warningRow(o)] : []),
    ...(o.order.terms.discount ? [discountRow(o)] : []),
  ];
  const statements = [compileInsert(rows), ...(alert ? [buildAlertInsert(alert).compile(tx)] : [])];
  if (keepOpen) for (const statement of statements) await tx.executeQuery(statement);
  else await commitWith(tx, ...statements);
  return o.ids.order;
}
