import { said } from '../../kernel/said.ts';
import type { Mail } from '../../platform/mail.ts';
import { amountWords } from '../movements/amount.ts';
import { movedDetails, movedLine } from '../movements/movement.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';
import { type PaymentCommand, papersOf } from './payment.ts';
import { customerReason } from './reasons.ts';
import type { Payer, Payment } from './store.ts';
import { wentBackOf } from './went-back.ts';

const here = {
  subject: 'We have your payment: {reference}',
  paragraphs: ['Your payment reached us. Thank you: {title} is yours.'],
} as const;

/** What each step says to the customer; nobody is written to about the others. What is not known is left out. */
export const paymentLetters = {
  receive: here,
  begin: here,
  attachLate: {
    subject: 'Your payment arrived late: {reference}',
    paragraphs: ['It came after the time to pay had ended. Nothing is lost: we are sending it back to you.'],
  },
  rejectClaim: { subject: 'Please send your proof again: {reference}', paragraphs: ['{reason}'] },
  reject: { subject: 'Your payment was not taken: {reference}', paragraphs: ['{reason}'] },
  lapse: {
    subject: 'The time to pay has ended and nothing was taken: {reference}',
    paragraphs: [
      'We did not find your payment in time. Nothing was taken.',
      'If you did send it all the same, upload {paper} beside the payment: it will be found and returned.',
    ],
  },
  release: {
    subject: 'We have not found your payment yet: {reference}',
    paragraphs: [
      'We could not keep this for you any longer: {title}. You can ask for it anew.',
      'We go on looking for your money. What we find is not used for anything: it goes back to where it came from.',
    ],
  },
  refund: {
    subject: 'We are giving your payment back: {reference}',
    paragraphs: ['{reason}', '{title} has ended, and what you paid for it goes back to where it came from.'],
  },
  returnPart: {
    subject: 'A part of your payment is on its way back: {reference}',
    paragraphs: ['{reason}', '{back}', 'We keep {kept} of it, and nothing else changes: {title} is yours as before.'],
  },
  partBounced: { subject: 'What we sent came back to us: {reference}', paragraphs: ['{reason}', '{bounced}'] },
  returnBounced: { subject: 'What we sent came back to us: {reference}', paragraphs: ['{reason}', '{bounced}'] },
  returnMoney: { subject: 'Your payment is on its way back: {reference}', paragraphs: ['{reason}', '{back}'] },
} as const;

/** What stands in every letter about a payment, or in some. */
export const paymentLetterParts = {
  frame: {
    ...letterFrame,
    button: 'See your payment',
  },
  last: 'This is the last letter about your payments today. Whatever else happens to them stands on your page at once.',
} as const;

/** Whether a step is told by letter. */
export const isToldByLetter = (command: PaymentCommand): command is keyof typeof paymentLetters =>
  command in paymentLetters;

/** The newest line of what went back, or came back to us: how much, when, with whom and under what. */
function lineOf({ movements }: Payment, which: 'back' | 'bounced'): string {
  const line = movements.findLast(({ direction }) => direction === which);
  return line ? `${amountWords(line.amount)}, ${movedDetails(movedLine(line))}.` : '';
}

function keptOf(payment: Payment): string {
  const wentBack = wentBackOf(payment);
  return wentBack ? amountWords(wentBack.kept) : '';
}

/** The letter about a step of a payment; null for steps that nobody is written to about. */
export function paymentLetter(
  payment: Payment,
  { command, last }: { readonly command: PaymentCommand; readonly last: boolean },
  { to, origin }: { readonly to: Payer; readonly origin: string },
): Mail | null {
  if (!isToldByLetter(command)) return null;
  const { reference, title, amount, coins, method, reasonCode } = payment;
  const reason = customerReason(reasonCode) ?? '';
  return letterAbout('payment', to.email, {
    ...said(paymentLetterParts.frame, { name: to.name }),
    ...saidLetter(`payment.${command}`, paymentLetters[command], {
      ...{ reference, title, reason, paper: papersOf[method] },
      ...{ back: lineOf(payment, 'back'), bounced: lineOf(payment, 'bounced'), kept: keptOf(payment) },
    }),
    facts: [
      ['For', title],
      ['Amount', amountWords(amount)],
      ...(coins ? ([['In Mahoni', amountWords(coins.amount)]] as const) : []),
      ['Reference', reference],
    ],
    ...(last && { after: [paymentLetterParts.last] }),
    url: `${origin}/payments/${payment.id}`,
  });
}
