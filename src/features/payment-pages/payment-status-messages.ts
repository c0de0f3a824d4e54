import { cardMessages } from '../cards/customer-messages.ts';

/** Texts of the return pages, 'Enrollment Complete!' among them [001 §2 Payment return pages, decision A3]. */
export const paymentStatusMessages = {
  waiting: {
    title: "We're waiting for the card company",
    text: 'This page updates when your card is charged, usually within seconds. You can close it: nothing is lost.',
  },
  declined: cardMessages.declined,
  claimed: {
    title: "We're checking for your payment",
    text: 'We have your proof. Your payment counts as received when the card company confirms the charge.',
  },
  received: { title: 'We received your payment', text: "{amount} for {what} has arrived. You're all set." },
  asked: {
    title: 'We received your payment',
    text: '{amount} for {what} has arrived. The name on the card is not the name on your account. Open your order to see what to do.',
  },
  late: {
    title: "We're sending your money back",
    text: "{amount} arrived after this had ended. It is safe with us. Once two of our team approve, we'll send it back to where it came from.",
  },
  over: {
    title: 'This has ended. Nothing was taken.',
    text: "You owe nothing. If your card was charged anyway, it shows here and we'll send it back.",
  },
  returned: { title: 'We sent your money back', text: 'It went back to where it came from.' },
} as const;

/** 'Enrollment Complete!' and 'Invalid Payment' [001 §8 Payment pages]. */
export const returnMessages = {
  left: {
    title: 'You left the card page',
    text: 'Unless you confirmed it there, nothing was charged. You can pay now, or cancel.',
  },
  enrolled: { title: 'Enrollment Complete!' },
  noReference: 'Invalid Payment - No payment reference provided',
} as const;
