import { coinsText } from '../../../kernel/coins.ts';
import { decimalText } from '../../../kernel/decimal.ts';
import { moneyText } from '../../../kernel/money.ts';
import { auditRow } from '../../../platform/audit.ts';
import { announce, type Db, lastly } from '../../../platform/database.ts';
import { insertionOf, rowsOf } from '../../../platform/new-rows.ts';
import { alertRow, type NewAlert } from '../../compliance/raise-alert.ts';
import { assessmentRow } from '../../risk/judge.ts';
import type { TransferParties } from '../coins/transfer-parties.ts';
import { type Judgement, outcomeOf } from '../judging/judge-order.ts';
import { screeningRow } from '../judging/judge-store.ts';
import type { Side } from '../order/order.ts';
import { walletOf } from '../order/order-row.ts';
import { feePercent, type Terms } from '../quoting/terms.ts';
import type { Ids } from './ground-store.ts';

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
