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
import { formatWalletName } from './mahoni-wallets.ts';
import { getAmountDue } from './match-incoming.ts';
import { methodLabels, type PayIn, type PaymentMethod } from './payment.ts';
import { formatPaymentState } from './payment-labels.ts';
import { getCustomerReason } from './reasons.ts';
import { getRefundSummary } from './refund-summary.ts';
import type { Payment } from './store.ts';

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
      createTimeLine('Started', payment.begunAt),
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
