import { coinsText } from '../../kernel/coins.ts';
import { groupedMoney, type Money } from '../../kernel/money.ts';
import { dress, type Letter, type Mail } from '../../platform/mail.ts';
import { arrived } from './arrived.ts';
import type { OrderCommand } from './order.ts';
import type { Order } from './order-row.ts';

/** J$ and US$ are always told apart (decision C7); thousands are grouped. */
const amount = ({ currency, minor }: Money): string => `${currency === 'JMD' ? 'J$' : 'US$'}${groupedMoney(minor)}`;

type Words = Pick<Letter, 'subject' | 'paragraphs'>;

/** What each step says to the customer. `reason` is the customer's text of the coded reason. */
function wordsFor(event: OrderCommand, order: Order, reason: string | null): Words | null {
  const { reference, side } = order;
  const what = side === 'buy' ? 'payment' : 'coins';
  const because = reason ? [reason] : [];
  const words: Partial<Record<OrderCommand, Words>> = {
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
          ? `${coinsText(order.coins)} ${order.coins.symbol} left for your address.`
          : `${amount(order.net)} left for your bank account.`,
        'Your receipt is on the order page.',
      ],
    },
    fail: { subject: `Your order could not be carried out: ${reference}`, paragraphs: because },
    cancel: { subject: `Your order was cancelled: ${reference}`, paragraphs: because },
    lapse: {
      subject: `Your order lapsed and nothing was taken: ${reference}`,
      paragraphs: [
        'We did not hear of a payment in time, so the order has ended. Nothing was taken.',
        'If you did send money, upload your bank slip on the order page: it will be found and returned.',
      ],
    },
    returnMoney: { subject: `Your ${what} is on its way back: order ${reference}`, paragraphs: because },
  };
  return words[event] ?? null;
}

/** After these nothing comes any more: the letter names what the order was about and promises neither side of it. */
const ended: readonly OrderCommand[] = ['attachLate', 'fail', 'cancel', 'lapse', 'returnMoney'];

const coinsOf = ({ coins }: Pick<Order, 'coins'>): string => `${coinsText(coins)} ${coins.symbol}`;

function factsOf(order: Order, event: OrderCommand): [string, string][] {
  const coins = coinsOf(order);
  const reference: [string, string] = ['Order', order.reference];
  if (ended.includes(event))
    return [reference, ['Amount', amount(arrived(order).fiat)], ['Coins', coinsOf(arrived(order))]];
  return order.side === 'buy'
    ? [reference, ['You pay', amount(order.fiat)], ['You receive', coins]]
    : [reference, ['You sell', coins], ['You get', amount(order.net)]];
}

/** The letter about a step of an order; null for steps that nobody is written to about. */
export function orderLetter(
  order: Order,
  step: { event: OrderCommand; reason: string | null },
  { to, origin }: { to: { email: string; name: string }; origin: string },
): Mail | null {
  const words = wordsFor(step.event, order, step.reason);
  return (
    words &&
    dress(to.email, {
      ...words,
      greeting: `Hello ${to.name},`,
      facts: factsOf(order, step.event),
      action: { label: 'See your order', url: `${origin}/orders/${order.id}` },
      closing: 'We never ask for your password, your recovery phrase or a code, in mails, calls or chats.',
    })
  );
}
