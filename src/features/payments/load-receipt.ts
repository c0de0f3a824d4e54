import { can } from '../../kernel/permissions.ts';
import { auditView, byStaff } from '../../platform/audit.ts';
import type { Db, SessionUser } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { formatDateTime } from '../../ui/format.ts';
import { formatAmount, minorUnitsOf } from '../ledger/amount.ts';
import {
  buildParties,
  buildPaymentsPart,
  calculateBalance,
  createLine,
  createOptionalLine,
  createTimeLine,
  omitEmpty,
  type Receipt,
  type ReceiptLine,
  type ReceiptPart,
  type ReceiptParties,
  receiptNotes,
} from '../receipts/receipt.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { findMaskedCard } from './cards/event-store.ts';
import { formatWalletName } from './mahoni-wallets.ts';
import { getAmountDue, getPayerName } from './match-incoming.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { FulfilmentByProduct } from './move-payment.ts';
import { methodLabels, type PayIn, type PaymentMethod, redactHeld } from './payment.ts';
import { formatPaymentState } from './payment-labels.ts';
import { paymentPermissions } from './permissions.ts';
import { getCustomerReason } from './reasons.ts';
import { getRefundSummary } from './refund-summary.ts';
import { OnePayment } from './schema.ts';
import { findPayer, findPayment, type Payment } from './store.ts';

/** Receipt with the charged price, not today's (decision B5), and all refunds [001 §9 Subscriptions]. */
export type PaymentReceipt = Receipt & {
  readonly paymentId: string;
  readonly payIn: PayIn;
  readonly word: string;
};

/** The fee on subscription and workshop receipts [001 §9 Subscriptions]. */
const noFee = 'JMD 0.00';

const findIncoming = ({ movements }: Payment) => movements.find(({ direction }) => direction === 'in') ?? null;

const isPaid = ({ state }: Payment): boolean => state.payIn === 'received' || state.payIn === 'returned';

/** A late payment is charged 0, because all of it is refunded. */
function formatCharged(payment: Payment): ReceiptLine {
  const { amount, state } = payment;
  if (!isPaid(payment)) return createLine('To be paid', formatAmount(amount), 'sum');
  const isLate = state.ended !== null && state.ended !== 'refunded';
  return createLine('Charged', formatAmount(isLate ? { ...amount, minor: 0n } : amount), 'sum');
}

function buildPricePart(payment: Payment): ReceiptPart {
  const { title, amount, coins } = payment;
  return {
    title: 'Price',
    lines: omitEmpty(
      createLine('For', title),
      createLine('Price', formatAmount(amount)),
      createLine('Fee', noFee),
      formatCharged(payment),
      coins && createLine('In Mahoni', formatAmount(coins.amount)),
      coins && createLine('Price used', `US$${coins.priceUsd} per MHI`),
      coins && createLine('Rate used', `J$${coins.rate} per US$1`),
    ),
  };
}

function buildMahoniLines({ coins, sender }: Payment): (ReceiptLine | null)[] {
  return [
    coins && createLine('Network', 'Solana'),
    createOptionalLine('Our wallet', coins?.address, 'code'),
    createOptionalLine('Your wallet', sender?.address, 'code'),
    createOptionalLine('Wallet type', sender && formatWalletName(sender.walletType)),
  ];
}

const referenceLabels: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank reference',
  card: "Provider's reference",
  crypto: 'Transaction hash',
};

function buildMethodPart(payment: Payment, card: string | null): ReceiptPart {
  const { method } = payment;
  const reference = findIncoming(payment)?.reference ?? payment.sender?.transactionHash;
  return {
    title: 'Payment method',
    lines: omitEmpty(
      createLine('Method', methodLabels[method]),
      createOptionalLine('Card', card),
      ...buildMahoniLines(payment),
      createOptionalLine(referenceLabels[method], reference, method === 'bank_transfer' ? undefined : 'code'),
    ),
  };
}

const formatState = (payment: Payment): string =>
  formatPaymentState({ state: payment.state, wentBack: getRefundSummary(payment) });

const endingLabels = { lapsed: 'Expired', cancelled: 'Cancelled', rejected: 'Rejected', refunded: 'Ended' } as const;

function buildStatusPart(payment: Payment): ReceiptPart {
  const { state, reasonCode } = payment;
  const isPartial = state.ended === null && getRefundSummary(payment) !== null;
  return {
    title: 'Status',
    lines: omitEmpty(
      createLine('Status', formatState(payment)),
      createTimeLine('Started', payment.startedAt),
      createTimeLine('Proof uploaded', payment.claimedAt),
      createTimeLine('Received', payment.receivedAt),
      state.ended && createTimeLine(endingLabels[state.ended], payment.closedAt),
      createOptionalLine(isPartial ? 'Reason for the refund' : 'Reason', getCustomerReason(reasonCode)),
    ),
  };
}

export const paymentReceiptNotes = {
  notPaid: 'This payment is not complete. The receipt shows its status at the time of issue.',
  nothingTaken: 'Nothing was charged.',
} as const;

function getNotes(payment: Payment): string[] {
  const hasArrived = minorUnitsOf(calculateBalance(getAmountDue(payment), payment.movements).arrived) > 0n;
  const { state } = payment;
  return [
    ...(isPaid(payment) ? [] : [paymentReceiptNotes.notPaid]),
    ...(state.ended !== null && !hasArrived ? [paymentReceiptNotes.nothingTaken] : []),
    receiptNotes.times,
  ];
}

export type ReceiptDetails = ReceiptParties & { readonly card: string | null };

export function buildPaymentReceipt(payment: Payment, { card, ...parties }: ReceiptDetails, now: Date): PaymentReceipt {
  const { id: paymentId, reference, title, state, movements } = payment;
  return {
    paymentId,
    reference,
    payIn: state.payIn,
    word: formatState(payment),
    heading: title,
    issued: formatDateTime(now, { year: true }),
    parties: buildParties(parties),
    parts: [
      buildPricePart(payment),
      buildMethodPart(payment, card),
      buildStatusPart(payment),
      buildPaymentsPart(calculateBalance(getAmountDue(payment), movements), movements),
    ],
    notes: getNotes(payment),
  };
}

type ReceiptRequest = {
  readonly paymentId: string;
  readonly payables: FulfilmentByProduct;
  readonly now: Date;
  readonly requestId: string;
};

/** Returns null if the viewer may not see the payment. Audits views by staff. */
export async function loadPaymentReceipt(
  tx: Db,
  person: SessionUser,
  request: ReceiptRequest,
): Promise<PaymentReceipt | null> {
  const { paymentId, payables, now, requestId } = request;
  const payment = await findPayment(tx, paymentId);
  if (!payment || !can(person, paymentPermissions.view, { customerId: payment.userId, preparedBy: null })) return null;
  const payer = await findPayer(tx, payment.userId);
  if (!payer) return null;
  if (payment.userId !== person.id) {
    const actor = byStaff({ person, request: { id: requestId } });
    const lookedAt = { action: 'payments.receipt_viewed', subjectType: 'payment', subjectId: paymentId };
    await auditView(tx, now, { ...actor, ...lookedAt, aboutId: payment.userId });
  }
  const { company } = await loadCurrentSettings(tx);
  const card = payment.method === 'card' ? await findMaskedCard(tx, paymentId) : null;
  const visible = payment.userId === person.id ? redactHeld(payment) : payment;
  const customer = { name: getPayerName(payer), email: payer.email };
  const ticket = (await payables[payment.payable].ticket?.(tx, visible)) ?? null;
  return { ...buildPaymentReceipt(visible, { company, card, customer }, now), ticket };
}

export const showPaymentReceipt = (payables: FulfilmentByProduct) =>
  authed
    .errors(refusalCodes('payments.not_found'))
    .input(OnePayment)
    .handler(async ({ context: { services, tx, person, request }, input }) => {
      checkRateLimit(services, 'file', person.id);
      const receiptQuery = { ...input, payables, now: services.clock(), requestId: request.id };
      return (await loadPaymentReceipt(tx, person, receiptQuery)) ?? refuse('payments.not_found', {});
    });
