import { formatMessage, formatMessages } from '../../../kernel/message-template.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { formatAmount, minorUnitsOf } from '../../ledger/amount.ts';
import { formatMovementDetails, type Movement, toCustomerMovement } from '../../ledger/movement.ts';
import { letterAbout, letterFrame } from '../../notifications/email.ts';
import { proofNames } from '../../payments/payment.ts';
import { holderNameWarning } from '../../payments/payment-warnings.ts';
import type { BankAccount } from '../../settings/schema.ts';
import { customerQuestions } from '../customer-messages.ts';
import { placedOrder } from '../order/order.ts';
import { getBalance } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { situationOf } from '../order/situation.ts';
import type { OrderEvent } from '../order/step.ts';
import { transferAmount } from '../quoting/pricing.ts';

const priceExpired = 'The price expired before you sent your {what} or we could match your transfer to this order.';
const notYou = "If this wasn't you, change your password and contact us.";
const unlinked = { subject: 'A correction to order {reference}', paragraphs: ['{reason}'] } as const;

export const orderLetters = {
  placedByBank: {
    subject: 'How to pay for your order: {reference}',
    paragraphs: [
      'We have your order. Send the amount below by {payBy}, and write the reference {reference} on the transfer.',
      holderNameWarning,
      '{warned}',
    ],
  },
  placedByPlan: {
    subject: 'Your recurring buy is ready to pay: {reference}',
    paragraphs: [
      'We prepared this order for your recurring buy. If your bank pays by standing order, you have nothing to do.',
      'Otherwise send the amount below by {payBy}, and write the reference {transferReference} on the transfer.',
      holderNameWarning,
      '{warned}',
    ],
  },
  reminded: {
    subject: 'Reminder: your recurring buy ends soon: {reference}',
    paragraphs: [
      "We haven't seen the payment for this order yet. It expires on {payBy}, and then nothing is taken.",
      'Send the amount below with the reference {transferReference}, or check the standing order at your bank.',
      "Already sent? You don't need to do anything.",
    ],
  },
  placedByCard: {
    subject: 'Your order is waiting for your card payment: {reference}',
    paragraphs: [
      "We have your order. Pay by card on the order page by {payBy}. You're only charged once you confirm there.",
      '{warned}',
    ],
  },
  placedAndSent: {
    subject: 'We have your order: {reference}',
    paragraphs: ["We have your order and your proof, and we're checking for your {what}.", '{done}', '{warned}'],
  },
  claim: {
    subject: 'We have your proof: order {reference}',
    paragraphs: ["We have your proof, and we're checking for your {what}.", '{done}', '{warned}'],
  },
  cancelOwn: {
    subject: 'You cancelled your order: {reference}',
    paragraphs: [
      'Your order is cancelled and nothing was taken.',
      "If you did send your {what}, upload {paper} on the order page. We'll find and refund your {what}.",
      notYou,
    ],
  },
  callOff: {
    subject: 'You cancelled your order: {reference}',
    paragraphs: ["Your order is cancelled. If you paid for it, we'll refund your {what}.", notYou],
  },
  receive: {
    subject: 'We have your {what}: order {reference}',
    paragraphs: ["Your {what} reached us, and we're working on your order now."],
  },
  attachLate: {
    subject: 'Your {what} arrived late: order {reference}',
    paragraphs: ["Your {what} arrived after the order had ended. Nothing is lost: we're preparing your refund."],
  },
  rejectClaim: { subject: 'Please send your proof again: order {reference}', paragraphs: ['{reason}'] },
  complete: {
    subject: 'Your order is complete: {reference}',
    paragraphs: ['We sent {amount} to your {place}.', 'Your receipt is on the order page.'],
  },
  fail: { subject: "We couldn't complete your order: {reference}", paragraphs: ['{reason}'] },
  cancel: { subject: 'Your order was cancelled: {reference}', paragraphs: ['{reason}'] },
  lapse: {
    subject: 'Your order expired and nothing was taken: {reference}',
    paragraphs: [
      '{looked}',
      "If you did send your {what}, upload {paper} on the order page. We'll find and refund your {what}.",
    ],
  },
  returnMoney: { subject: 'Your refund is on its way: order {reference}', paragraphs: ['{reason}', '{back}'] },
  returnBounced: { subject: 'Your refund came back to us: order {reference}', paragraphs: ['{reason}', '{bounced}'] },
  payoutBounced: { subject: 'Your payout came back to us: order {reference}', paragraphs: ['{reason}', '{bounced}'] },
  payInUndone: { subject: "We're still looking for your {what}: order {reference}", paragraphs: ['{reason}'] },
  latePayInUndone: unlinked,
  extraUndone: unlinked,
  late: {
    subject: 'Your order {reference} is delayed',
    paragraphs: [
      "We promised the next step of this order by {promised}. We're late, and we're sorry.",
      "Your order is safe, and you don't need to do anything. We'll write to you when there's news.",
    ],
  },
  askedName: {
    subject: 'Please show that the card is yours: order {reference}',
    paragraphs: [customerQuestions.cardName],
  },
  // Decision E1.
  repriced: {
    subject: 'Your order has a new price, and you get more: {reference}',
    paragraphs: [priceExpired, 'The new price is better for you, so we used it.'],
  },
  askedPrice: {
    subject: 'Please choose: your order has a new price: {reference}',
    paragraphs: [
      priceExpired,
      "The new price is worse for you, so we won't continue without your decision.",
      'Choose on the order page: accept the current price or get a refund.',
      "If you don't choose in time, we'll refund you.",
    ],
  },
  extraArrived: {
    subject: 'You sent more than the order needs: {reference}',
    paragraphs: ["Another {transfer} arrived for an order that was already paid. We'll refund it.", '{in}'],
  },
  extraReturned: {
    subject: 'The refund of your second {transfer} is on its way: order {reference}',
    paragraphs: ['{reason}', '{back}'],
  },
  extraBounced: {
    subject: 'Your refund came back to us: order {reference}',
    paragraphs: ['{reason}', '{bounced}'],
  },
} as const;

export const orderLetterParts = {
  frame: {
    ...letterFrame,
    button: 'See your order',
  },
  done: "You'll get your {amount} by {moment}.",
  doneIfFound: "This order has ended. If we find your {what}, we'll refund it.",
  warned: "There's a warning about this order's wallet. Please read it on the order page.",
  unheard: "We didn't receive a payment in time, so the order has ended. Nothing was taken.",
  unfound: "We looked for what you sent, but it didn't reach us. The order has ended and nothing was taken.",
  last: 'This is our last email about your orders today. You can always see the latest on your orders page.',
} as const;

const bySide = {
  buy: { what: 'payment', transfer: 'payment', place: 'address' },
  sell: { what: 'coins', transfer: 'transfer', place: 'bank account' },
} as const;

type OrderEmail = keyof typeof orderLetters;
const asksForTransfer: readonly OrderEmail[] = ['placedByBank', 'placedByPlan', 'reminded'];

/** Null once the order went on: the email about its next step says more. */
function getPlacedEmail({ side, state: { status, payIn }, paymentMethod, paymentReference }: Order): OrderEmail | null {
  if (status !== 'pending' || payIn !== placedOrder(side, false).payIn) return null;
  if (side === 'sell') return 'placedAndSent';
  if (paymentReference) return 'placedByPlan';
  return paymentMethod === 'card' ? 'placedByCard' : 'placedByBank';
}

function getEmail(order: Order, event: OrderEvent): OrderEmail | null {
  if (event === 'placed') return getPlacedEmail(order);
  if (event === 'reminded' && situationOf(order) !== 'to_pay') return null;
  if (event === 'claim' && order.state.payIn !== 'claimed') return null;
  return event in orderLetters ? (event as OrderEmail) : null;
}

function formatLastMovement({ movements }: Order, direction: Movement['direction']): string {
  const movement = movements.findLast((movement) => movement.direction === direction);
  return movement ? `${formatAmount(movement.amount)}, ${formatMovementDetails(toCustomerMovement(movement))}.` : '';
}

type EmailEvent = {
  readonly event: OrderEvent;
  readonly reason: string | null;
  readonly promised?: string | undefined;
  readonly account?: BankAccount | null;
  readonly doneBy?: Date | null;
};

function formatDone(order: Order, { event, doneBy }: EmailEvent): string {
  if (doneBy)
    return formatMessage(orderLetterParts.done, {
      amount: formatAmount(order.side === 'buy' ? order.coins : order.net),
      moment: formatDateTime(doneBy),
    });
  const hasEnded = event === 'claim' && order.state.status !== 'pending';
  return hasEnded ? formatMessage(orderLetterParts.doneIfFound, bySide[order.side]) : '';
}

const formatEmail = (order: Order, email: OrderEmail, event: EmailEvent) =>
  formatMessages(orderLetters[email], {
    ...bySide[order.side],
    paper: proofNames[order.paymentMethod],
    reference: order.reference,
    transferReference: order.transferReference,
    amount: formatAmount(order.side === 'buy' ? order.coins : order.net),
    reason: event.reason ?? '',
    promised: event.promised ? formatDateTime(new Date(event.promised)) : '',
    payBy: order.lapsesAt ? formatDateTime(order.lapsesAt) : '',
    done: formatDone(order, event),
    warned: order.coolsUntil ? orderLetterParts.warned : '',
    looked: order.claimedAt === null ? orderLetterParts.unheard : orderLetterParts.unfound,
    in: formatLastMovement(order, 'in'),
    back: formatLastMovement(order, 'back'),
    bounced: formatLastMovement(order, 'bounced'),
  });

/** Emails about these events show what the customer pays and gets. All others show only amount and coins. */
const continuingEvents: readonly OrderEvent[] = [
  'placed',
  'reminded',
  'receive',
  'complete',
  'rejectClaim',
  'payoutBounced',
];

const isContinuing = ({ state }: Order, event: OrderEvent): boolean =>
  event === 'claim' ? state.status === 'pending' : continuingEvents.includes(event);

function getDetails(order: Order, event: OrderEvent): [string, string][] {
  const { arrived, returned } = getBalance(order);
  const [fiat, coins, net] = [formatAmount(order.fiat), formatAmount(order.coins), formatAmount(order.net)];
  const about: [string, string][] = !isContinuing(order, event)
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
    ...(minorUnitsOf(arrived) > 0n ? [['Received', formatAmount(arrived)] satisfies [string, string]] : []),
    ...(minorUnitsOf(returned) > 0n ? [['Refunded', formatAmount(returned)] satisfies [string, string]] : []),
  ];
}

const getTransferDetails = (order: Order, { bank, accountName, accountType, number, branch }: BankAccount) =>
  [
    ['Amount to send', formatAmount(transferAmount(order.fiat))],
    ['Reference', order.transferReference],
    ['Bank', bank],
    ['Branch', branch],
    ['Account name', accountName],
    ['Account type', accountType],
    ['Account number', number],
  ] as const;

export function buildOrderEmail(
  order: Order,
  { last, ...details }: EmailEvent & { readonly last?: boolean },
  { to, origin }: { to: { email: string; name: string }; origin: string },
): Mail | null {
  const { event, account } = details;
  const email = getEmail(order, event);
  if (!email) return null;
  return letterAbout('order', to.email, {
    ...formatMessages(orderLetterParts.frame, { name: to.name }),
    ...formatEmail(order, email, details),
    facts: [
      ...getDetails(order, event),
      ...(account && asksForTransfer.includes(email) ? getTransferDetails(order, account) : []),
    ],
    ...(last && { after: [orderLetterParts.last] }),
    url: `${origin}/orders/${order.id}`,
  });
}
