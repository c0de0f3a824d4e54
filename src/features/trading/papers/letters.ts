import { said } from '../../../kernel/said.ts';
import type { Mail } from '../../../platform/mail.ts';
import { momentText } from '../../../ui/format.ts';
import { amountWords, unitsOf } from '../../movements/amount.ts';
import { type Movement, movedDetails, movedLine } from '../../movements/movement.ts';
import { letterAbout, letterFrame, saidLetter } from '../../notices/letter.ts';
import { papersOf } from '../../payments/payment.ts';
import { askedWords } from '../order/asked-words.ts';
import { balanceOf } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import type { OrderEvent } from '../order/step.ts';

const ended = 'The price had ended when your {what} left, or when we learned which order that was for.';
const takenOff = { subject: 'A correction about order {reference}', paragraphs: ['{reason}'] } as const;

/**
 * What each step says to the customer; nobody is written to about the others. `reason` is the customer's text of the
 * coded reason, `in`, `back` and `bounced` the newest line of what moved that way. What is not known is left out.
 */
export const orderLetters = {
  receive: {
    subject: 'We have your {what}: order {reference}',
    paragraphs: ['Your {what} reached us. We are working on your order now.'],
  },
  attachLate: {
    subject: 'Your {what} arrived late: order {reference}',
    paragraphs: ['Your {what} arrived after the order had ended. Nothing is lost: we are sending it back to you.'],
  },
  rejectClaim: { subject: 'Please send your proof again: order {reference}', paragraphs: ['{reason}'] },
  complete: {
    subject: 'Done: order {reference}',
    paragraphs: ['{amount} left for your {place}.', 'Your receipt is on the order page.'],
  },
  fail: { subject: 'Your order could not be carried out: {reference}', paragraphs: ['{reason}'] },
  cancel: { subject: 'Your order was cancelled: {reference}', paragraphs: ['{reason}'] },
  lapse: {
    subject: 'Your order lapsed and nothing was taken: {reference}',
    paragraphs: [
      '{looked}',
      'If you did send it all the same, upload {paper} on the order page: it will be found and returned.',
    ],
  },
  returnMoney: { subject: 'Your {what} is on its way back: order {reference}', paragraphs: ['{reason}', '{back}'] },
  returnBounced: { subject: 'Your {what} came back to us: order {reference}', paragraphs: ['{reason}', '{bounced}'] },
  payoutBounced: { subject: 'What we sent came back to us: order {reference}', paragraphs: ['{reason}', '{bounced}'] },
  payInUndone: { subject: 'We are still looking for your {what}: order {reference}', paragraphs: ['{reason}'] },
  latePayInUndone: takenOff,
  extraUndone: takenOff,
  late: {
    subject: 'We are late: order {reference}',
    paragraphs: [
      'We promised you the next step of this order by {promised}, and it is not done yet. We are late, and sorry for it.',
      'Nothing is lost, and you need not do anything. We write to you when your order moves on.',
    ],
  },
  askedName: { subject: 'Please show us that the card is yours: order {reference}', paragraphs: [askedWords.cardName] },
  // Where the price had ended when money or coins left, or were known to be for the order (decision E1).
  repriced: {
    subject: 'Your order has a new price, and you get more: {reference}',
    paragraphs: [ended, 'The price of that moment is better for you: we use it.'],
  },
  askedPrice: {
    subject: 'Please choose: the price of your order has changed: {reference}',
    paragraphs: [
      ended,
      'The price is worse for you now. Nothing happens without you.',
      'Choose on the order page: go on at the price of now, or get back what you sent.',
      'If you do not choose in time, you get it back.',
    ],
  },
  extraArrived: {
    subject: 'You sent more than the order needs: {reference}',
    paragraphs: ['Another {transfer} arrived for an order that had its own. We send it back.', '{in}'],
  },
  extraReturned: {
    subject: 'What you sent twice is on its way back: order {reference}',
    paragraphs: ['{reason}', '{back}'],
  },
  extraBounced: {
    subject: 'What we sent back came back to us: order {reference}',
    paragraphs: ['{reason}', '{bounced}'],
  },
} as const;

/** What stands in every letter about an order, or in some. */
export const orderLetterParts = {
  frame: {
    ...letterFrame,
    button: 'See your order',
  },
  unheard: 'We did not hear of a payment in time, so the order has ended. Nothing was taken.',
  unfound: 'We looked for what you told us of, and it did not reach us. The order has ended and nothing was taken.',
  last: 'This is the last letter about your orders today. Whatever else happens to them stands on your orders page at once.',
} as const;

const bySide = {
  buy: { what: 'payment', transfer: 'payment', place: 'address' },
  sell: { what: 'coins', transfer: 'transfer', place: 'bank account' },
} as const;

const isWritten = (event: OrderEvent): event is OrderEvent & keyof typeof orderLetters => event in orderLetters;

/** The newest line of a direction: how much, when, with whom and under what. */
function lineOf({ movements }: Order, direction: Movement['direction']): string {
  const line = movements.findLast((one) => one.direction === direction);
  return line ? `${amountWords(line.amount)}, ${movedDetails(movedLine(line))}.` : '';
}

/** What is told: the step, the customer's text of its reason, and what we had promised where it is not kept. */
type Told = { readonly event: OrderEvent; readonly reason: string | null; readonly promised?: string | undefined };

const wordsFor = (order: Order, { event, reason, promised }: Told & { readonly event: keyof typeof orderLetters }) =>
  saidLetter(`order.${event}`, orderLetters[event], {
    ...bySide[order.side],
    paper: papersOf[order.paymentMethod],
    reference: order.reference,
    amount: amountWords(order.side === 'buy' ? order.coins : order.net),
    reason: reason ?? '',
    promised: promised ? momentText(new Date(promised)) : '',
    looked: order.claimedAt === null ? orderLetterParts.unheard : orderLetterParts.unfound,
    in: lineOf(order, 'in'),
    back: lineOf(order, 'back'),
    bounced: lineOf(order, 'bounced'),
  });

/** These promise what comes; all others name what the order was about and promise neither side of it. */
const goesOn: readonly OrderEvent[] = ['receive', 'complete', 'rejectClaim', 'payoutBounced'];

function factsOf(order: Order, event: OrderEvent): [string, string][] {
  const { arrived, returned } = balanceOf(order);
  const [fiat, coins, net] = [amountWords(order.fiat), amountWords(order.coins), amountWords(order.net)];
  const about: [string, string][] = !goesOn.includes(event)
    ? [
        ['Amount', fiat],
        ['Coins', coins],
      ]
    : order.side === 'buy'
      ? [
          ['You pay', fiat],
          ['You receive', coins],
        ]
      : [
          ['You sell', coins],
          ['You get', net],
        ];
  return [
    ['Order', order.reference],
    ...about,
    ...(unitsOf(arrived) > 0n ? [['Received', amountWords(arrived)] satisfies [string, string]] : []),
    ...(unitsOf(returned) > 0n ? [['Sent back', amountWords(returned)] satisfies [string, string]] : []),
  ];
}

/** The letter about a step of an order; null for steps that nobody is written to about. */
export function orderLetter(
  order: Order,
  { event, reason, promised, last }: Told & { readonly last?: boolean },
  { to, origin }: { to: { email: string; name: string }; origin: string },
): Mail | null {
  if (!isWritten(event)) return null;
  return letterAbout('order', to.email, {
    ...said(orderLetterParts.frame, { name: to.name }),
    ...wordsFor(order, { event, reason, promised }),
    facts: factsOf(order, event),
    ...(last && { after: [orderLetterParts.last] }),
    url: `${origin}/orders/${order.id}`,
  });
}
