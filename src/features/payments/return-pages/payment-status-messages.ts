import { cardMessages } from '../cards/customer-messages.ts';

/** Texts of the return pages by payment status [001 §2 Payment return pages, decision A3]. */
export const paymentStatusMessages = {
  waiting: {
    title: "We're waiting for the card company",
    text: 'This page updates when your card is charged, usually within seconds. You can close it: nothing is lost.',
  },
  declined: cardMessages.declined,
  claimed: {
    title: "We're checking for your payment",
    text: "We have your proof. We'll confirm your payment once the card company confirms the charge.",
  },
  received: { title: 'We received your payment', text: "{amount} for {what} has arrived. You're all set." },
  asked: {
    title: 'We received your payment',
    text: "{amount} for {what} has arrived. The name on the card isn't the name on your account. Open your order to see what to do next.",
  },
  late: {
    title: "We're refunding your money",
    text: "{amount} for {what} arrived too late. Your money is safe. Once two of our team approve the refund, we'll send it back to where it came from.",
  },
  over: {
    title: 'This payment has ended. Nothing was taken.',
    text: "You don't owe anything. If your card was charged anyway, you'll see it here and we'll refund it.",
  },
  returned: { title: 'We refunded your money', text: 'It went back to the card or account it came from.' },
} as const;

/** [001 §8 Payment pages] */
export const returnMessages = {
  left: {
    title: 'You left the card page',
    text: 'Nothing was charged, unless you confirmed the payment there. You can pay now or cancel.',
  },
  enrolled: { title: 'Enrollment Complete!' },
  noReference: 'Invalid Payment - No payment reference provided',
} as const;
