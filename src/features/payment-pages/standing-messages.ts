import { cardNotices } from '../cards/own-messages.ts';

/**
 * What the pages say to which a card page leads back, 'Enrollment Complete!' among it [001 §2 Payment return pages,
 * decision A3]: customers alone load them.
 */
export const standingWords = {
  waiting: {
    title: 'We wait for the word of the card company',
    text: 'It shows here by itself once your card was charged, within seconds as a rule. You can close this page: nothing is lost.',
  },
  declined: cardNotices.declined,
  claimed: {
    title: 'We look for your payment',
    text: 'Your proof is with us. Your payment counts as received when the card company tells us that it was charged.',
  },
  received: { title: 'Your payment is with us', text: '{amount} for {what} reached us. You need not do anything.' },
  asked: {
    title: 'Your payment is with us',
    text: '{amount} for {what} reached us. The name on the card is not the name on your account: your order says what to do.',
  },
  late: {
    title: 'Your money goes back to you',
    text: '{amount} came after this had ended. It is with us: two of us agree on it, then it is sent to where it came from.',
  },
  over: {
    title: 'This has ended. Nothing was taken.',
    text: 'You owe nothing. If your card was charged all the same, it shows here, and goes back to you.',
  },
  returned: { title: 'Your money went back', text: 'It went back to where it came from.' },
} as const;

/** Said beside them: 'Enrollment Complete!' and 'Invalid Payment' [001 §8 Payment pages]. */
export const returnWords = {
  left: {
    title: 'You left the card page',
    text: 'Unless you confirmed it there, nothing was charged. You can pay now, or call it off.',
  },
  enrolled: { title: 'Enrollment Complete!' },
  noReference: 'Invalid Payment - No payment reference provided',
} as const;
