import { momentText } from '../../ui/format.ts';
import { amountWords, unitsOf } from '../movements/amount.ts';
import {
  balanceOfLines,
  line,
  maybe,
  movedPart,
  partiesOf,
  present,
  type Receipt,
  type ReceiptLine,
  type ReceiptPart,
  type ReceiptParties,
  receiptNotes,
  timeOf,
} from '../receipts/receipt.ts';
import { dueOf } from './fit.ts';
import { mahoniWalletName } from './mahoni-wallets.ts';
import { methodNames, type PayIn, type PaymentMethod } from './payment.ts';
import { customerReason } from './reasons.ts';
import { stateWord } from './state-word.ts';
import type { Payment } from './store.ts';
import { wentBackOf } from './went-back.ts';

/**
 * The receipt of a payment, of a subscription or workshop: always what was charged, whatever it costs today (decision
 * B5), and what went back [001 §9 Subscriptions].
 */
export type PaymentReceipt = Receipt & {
  readonly paymentId: string;
  readonly payIn: PayIn;
  /** How far it is, in a word or two. */
  readonly word: string;
};

/** The fee line on subscription and workshop receipts, JMD 0.00 [001 §9 Subscriptions]. */
const noFee = 'JMD 0.00';

/** The line of what came in for it. */
const ownLine = ({ movements }: Payment) => movements.find(({ direction }) => direction === 'in') ?? null;

const isPaid = ({ state }: Payment): boolean => state.payIn === 'received' || state.payIn === 'returned';

/** What came after the end is nobody's price: nothing was given for it. */
function charged(payment: Payment): ReceiptLine {
  const { amount, state } = payment;
  if (!isPaid(payment)) return line('To be paid', amountWords(amount), 'sum');
  const isLate = state.ended !== null && state.ended !== 'refunded';
  return line('Charged', amountWords(isLate ? { ...amount, minor: 0n } : amount), 'sum');
}

function bargain(payment: Payment): ReceiptPart {
  const { title, amount, coins } = payment;
  return {
    title: 'What was agreed',
    lines: present(
      line('For', title),
      line('Price', amountWords(amount)),
      line('Fee', noFee),
      charged(payment),
      coins && line('In Mahoni', amountWords(coins.amount)),
      coins && line('Price used', `US$${coins.priceUsd} per MHI`),
      coins && line('Rate used', `J$${coins.rate} per US$1`),
    ),
  };
}

function inMahoni({ coins, sender }: Payment): (ReceiptLine | null)[] {
  return [
    coins && line('Network', 'Solana'),
    maybe('Our wallet', coins?.address, 'code'),
    maybe('Your wallet', sender?.address, 'code'),
    maybe('Kind of wallet', sender && mahoniWalletName(sender.walletType)),
  ];
}

const referenceNames: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank reference',
  card: "Provider's reference",
  crypto: 'Transaction hash',
};

function way(payment: Payment, card: string | null): ReceiptPart {
  const { method } = payment;
  const reference = ownLine(payment)?.reference ?? payment.sender?.transactionHash;
  return {
    title: 'How it is paid',
    lines: present(
      line('Method', methodNames[method]),
      maybe('Card', card),
      ...inMahoni(payment),
      maybe(referenceNames[method], reference, method === 'bank_transfer' ? undefined : 'code'),
    ),
  };
}

const wordOf = (payment: Payment): string => stateWord({ state: payment.state, wentBack: wentBackOf(payment) });

const endings = { lapsed: 'Lapsed', cancelled: 'Called off', rejected: 'Rejected', refunded: 'Given up' } as const;

function course(payment: Payment): ReceiptPart {
  const { state, reasonCode } = payment;
  const inPart = state.ended === null && wentBackOf(payment) !== null;
  return {
    title: 'How far it is',
    lines: present(
      line('Status', wordOf(payment)),
      timeOf('Begun', payment.begunAt),
      timeOf('Proof uploaded', payment.claimedAt),
      timeOf('Received', payment.receivedAt),
      state.ended && timeOf(endings[state.ended], payment.closedAt),
      maybe(inPart ? 'Why a part went back' : 'Why', customerReason(reasonCode)),
    ),
  };
}

export const paymentReceiptNotes = {
  notPaid: 'This is not paid. The receipt shows it as it stood when it was drawn up.',
  nothingTaken: 'Nothing was taken for it.',
} as const;

function notesOf(payment: Payment): string[] {
  const came = unitsOf(balanceOfLines(dueOf(payment), payment.movements).arrived) > 0n;
  const { state } = payment;
  return [
    ...(isPaid(payment) ? [] : [paymentReceiptNotes.notPaid]),
    ...(state.ended !== null && !came ? [paymentReceiptNotes.nothingTaken] : []),
    receiptNotes.times,
  ];
}

/** What is told beside the payment itself: who, and the card as its provider shows it, masked. */
export type Beside = ReceiptParties & { readonly card: string | null };

/** The receipt of a payment as it stands at `now`. */
export function receiptOf(payment: Payment, { card, ...parties }: Beside, now: Date): PaymentReceipt {
  const { id: paymentId, reference, title, state, movements } = payment;
  return {
    paymentId,
    reference,
    payIn: state.payIn,
    word: wordOf(payment),
    heading: title,
    issued: momentText(now, { year: true }),
    parties: partiesOf(parties),
    parts: [
      bargain(payment),
      way(payment, card),
      course(payment),
      movedPart(balanceOfLines(dueOf(payment), movements), movements),
    ],
    notes: notesOf(payment),
  };
}
