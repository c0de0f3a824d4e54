import { formatMessage, formatMessages } from '../../kernel/message-template.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { formatAmount } from '../ledger/amount.ts';
import { formatMovementDetails, toCustomerMovement } from '../ledger/movement.ts';
import { letterAbout, letterFrame } from '../notifications/email.ts';
import { type PaymentCommand, proofNames } from './payment.ts';
import { getCustomerReason } from './reasons.ts';
import { getRefundSummary } from './refund-summary.ts';
import type { Payer, Payment } from './store.ts';

const receivedEmail = {
  subject: "We've received your payment: {reference}",
  paragraphs: ['Thank you. We received your payment, and {title} is yours.'],
} as const;

const claimedEmail = {
  subject: 'We have your proof: {reference}',
  paragraphs: ["We have your proof, and we're checking for your payment.", '{found}'],
} as const;

export const paymentEmails = {
  claim: claimedEmail,
  // Money of a held payment is unknown to its customer (A7).
  claimHeld: claimedEmail,
  receive: receivedEmail,
  begin: receivedEmail,
  attachLate: {
    subject: 'Your payment arrived late: {reference}',
    paragraphs: ["Your payment arrived after the deadline. Your money is safe, and we're sending it back to you."],
  },
  rejectClaim: { subject: 'Please upload your proof again: {reference}', paragraphs: ['{reason}'] },
  reject: { subject: 'We could not accept your payment: {reference}', paragraphs: ['{reason}'] },
  lapse: {
    subject: 'Your payment has expired and nothing was charged: {reference}',
    paragraphs: [
      'We did not find your payment in time, so it has expired. Nothing was charged.',
      "If you did pay, upload {paper} on your payment page. We'll find your money and return it.",
    ],
  },
  release: {
    subject: 'We have not found your payment yet: {reference}',
    paragraphs: [
      'We could not hold your reservation any longer: {title}. You can book it again.',
      "We're still checking for your money. If we find it, we'll send it back to where it came from.",
    ],
  },
  refund: {
    subject: "We're refunding your payment: {reference}",
    paragraphs: ['{reason}', "{title} has ended. We're sending your money back to where it came from."],
  },
  returnPart: {
    subject: 'Part of your payment is on its way back: {reference}',
    paragraphs: ['{reason}', '{back}', "We're keeping {kept}. {title} is still yours."],
  },
  partBounced: { subject: 'Your refund came back to us: {reference}', paragraphs: ['{reason}', '{bounced}'] },
  returnBounced: { subject: 'Your refund came back to us: {reference}', paragraphs: ['{reason}', '{bounced}'] },
  returnMoney: { subject: 'Your refund is on its way: {reference}', paragraphs: ['{reason}', '{back}'] },
} as const;

export const paymentEmailParts = {
  frame: {
    ...letterFrame,
    button: 'See your payment',
  },
  found: "{title} is yours once we find it. You don't need to do anything.",
  foundLate: "This payment has ended. If we find your money, we'll send it back to where it came from.",
  last: 'This is our last email about your payments today. Your payment page always shows the latest status.',
} as const;

export const hasEmail = (command: PaymentCommand): command is keyof typeof paymentEmails => command in paymentEmails;

function formatNewestMovement({ movements }: Payment, which: 'back' | 'bounced'): string {
  const line = movements.findLast(({ direction }) => direction === which);
  return line ? `${formatAmount(line.amount)}, ${formatMovementDetails(toCustomerMovement(line))}.` : '';
}

function formatKeptAmount(payment: Payment): string {
  const wentBack = getRefundSummary(payment);
  return wentBack ? formatAmount(wentBack.kept) : '';
}

export function buildPaymentEmail(
  payment: Payment,
  { command, last }: { readonly command: PaymentCommand; readonly last: boolean },
  { to, origin }: { readonly to: Payer; readonly origin: string },
): Mail | null {
  if (!hasEmail(command)) return null;
  const { reference, title, amount, coins, method, reasonCode, state } = payment;
  const reason = getCustomerReason(reasonCode) ?? '';
  return letterAbout('payment', to.email, {
    ...formatMessages(paymentEmailParts.frame, { name: to.name }),
    ...formatMessages(paymentEmails[command], {
      reference,
      title,
      reason,
      paper: proofNames[method],
      found: state.ended ? paymentEmailParts.foundLate : formatMessage(paymentEmailParts.found, { title }),
      back: formatNewestMovement(payment, 'back'),
      bounced: formatNewestMovement(payment, 'bounced'),
      kept: formatKeptAmount(payment),
    }),
    facts: [
      ['For', title],
      ['Amount', formatAmount(amount)],
      ...(coins ? ([['In Mahoni', formatAmount(coins.amount)]] as const) : []),
      ['Reference', reference],
    ],
    ...(last && { after: [paymentEmailParts.last] }),
    url: `${origin}/payments/${payment.id}`,
  });
}
