import { dress, type Letter, type Mail } from '../../../platform/mail.ts';
import { amountWords, unitsOf } from '../movements/amount.ts';
import { type Movement, movedDetails, movedLine } from '../movements/movement.ts';
import { balanceOf } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import type { OrderEvent } from '../order/step.ts';

type Words = Pick<Letter, 'subject' | 'paragraphs'>;

/** What is said where the price had ended when money or coins left, or were known to be for the order (decision E1). */
const priceWords = (reference: string, what: string): Partial<Record<OrderEvent, Words>> => ({
  repriced: {
    subject: `Your order has a new price, and you get more: ${reference}`,
    paragraphs: [
      `The price had ended when your ${what} left, or when we learned which order that was for.`,
      'The price of that moment is better for you: we use it.',
    ],
  },
  askedPrice: {
    subject: `Please choose: the price of your order has changed: ${reference}`,
    paragraphs: [
      `The price had ended when your ${what} left, or when we learned which order that was for.`,
      'The price is worse for you now. Nothing happens without you.',
      'Choose on the order page: go on at the price of now, or get back what you sent.',
      'If you do not choose in time, you get it back.',
    ],
  },
});

/** What each step says to the customer. `reason` is the customer's text of the coded reason. */
function wordsFor(event: OrderEvent, order: Order, reason: string | null): Words | null {
  const { reference, side } = order;
  const what = side === 'buy' ? 'payment' : 'coins';
  const because = reason ? [reason] : [];
  const words: Partial<Record<OrderEvent, Words>> = {
    receive: {
      subject: `We have your ${what}: order ${reference}`,
      paragraphs: [`Your ${what} reached us. We are working on your order now.`],
    },
    attachLate: {
      subject: `Your ${what} arrived late: order ${reference}`,
      paragraphs: [`Your ${what} arrived after the order had ended. Nothing is lost: we are sending it back to you.`],
    },
    rejectClaim: { subject: `Please send your proof again: order ${reference}`, paragraphs: because },
    complete: {
      subject: `Done: order ${reference}`,
      paragraphs: [
        side === 'buy'
          ? `${amountWords(order.coins)} left for your address.`
          : `${amountWords(order.net)} left for your bank account.`,
        'Your receipt is on the order page.',
      ],
    },
    fail: { subject: `Your order could not be carried out: ${reference}`, paragraphs: because },
    cancel: { subject: `Your order was cancelled: ${reference}`, paragraphs: because },
    lapse: {
      subject: `Your order lapsed and nothing was taken: ${reference}`,
      paragraphs: [
        order.claimedAt === null
          ? 'We did not hear of a payment in time, so the order has ended. Nothing was taken.'
          : 'We looked for what you told us of, and it did not reach us. The order has ended and nothing was taken.',
        'If you did send money, upload your bank slip on the order page: it will be found and returned.',
      ],
    },
    returnMoney: {
      subject: `Your ${what} is on its way back: order ${reference}`,
      paragraphs: [...because, ...toldOf(order, 'back')],
    },
    returnBounced: {
      subject: `Your ${what} came back to us: order ${reference}`,
      paragraphs: [...because, ...toldOf(order, 'bounced')],
    },
    payoutBounced: {
      subject: `What we sent came back to us: order ${reference}`,
      paragraphs: [...because, ...toldOf(order, 'bounced')],
    },
    payInUndone: { subject: `We are still looking for your ${what}: order ${reference}`, paragraphs: because },
    latePayInUndone: { subject: `A correction about order ${reference}`, paragraphs: because },
    extraUndone: { subject: `A correction about order ${reference}`, paragraphs: because },
    ...priceWords(reference, what),
    extraArrived: {
      subject: `You sent more than the order needs: ${reference}`,
      paragraphs: [
        `Another ${side === 'buy' ? 'payment' : 'transfer'} arrived for an order that had its own. We send it back.`,
        ...toldOf(order, 'in'),
      ],
    },
    extraReturned: {
      subject: `What you sent twice is on its way back: order ${reference}`,
      paragraphs: [...because, ...toldOf(order, 'back')],
    },
    extraBounced: {
      subject: `What we sent back came back to us: order ${reference}`,
      paragraphs: [...because, ...toldOf(order, 'bounced')],
    },
  };
  return words[event] ?? null;
}

/** The newest line of a direction: how much, when, with whom and under what. */
function toldOf({ movements }: Order, direction: Movement['direction']): string[] {
  const line = movements.findLast((one) => one.direction === direction);
  return line ? [`${amountWords(line.amount)}, ${movedDetails(movedLine(line))}.`] : [];
}

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

const noMoreToday =
  'This is the last letter about your orders today. Whatever else happens to them stands on your orders page at once.';

/** The letter about a step of an order; null for steps that nobody is written to about. */
export function orderLetter(
  order: Order,
  step: { event: OrderEvent; reason: string | null; last?: boolean },
  { to, origin }: { to: { email: string; name: string }; origin: string },
): Mail | null {
  const words = wordsFor(step.event, order, step.reason);
  return (
    words &&
    dress(to.email, {
      ...words,
      greeting: `Hello ${to.name},`,
      facts: factsOf(order, step.event),
      ...(step.last && { after: [noMoreToday] }),
      action: { label: 'See your order', url: `${origin}/orders/${order.id}` },
      closing: 'We never ask for your password, your recovery phrase or a code, in mails, calls or chats.',
    })
  );
}
