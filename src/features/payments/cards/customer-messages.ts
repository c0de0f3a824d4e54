export const cardMessages = {
  /** The pending-card reminder of the name on the card [001 §8 Trading]. */
  name: "The name on the card must match the user's name or the transaction will not be processed.",
  /** 'Transaction Pending' [001 §4 Card buy flow, Subscriptions, §8 Trading, decision A2]. */
  pending: { title: 'Transaction Pending', text: 'Please upload your payment confirmation.' },
  leaving: {
    title: 'Complete Your Payment',
    text: 'The card page opens now. Nothing is charged until you confirm the payment there.',
  },
  declined: {
    title: 'Your card was declined',
    text: 'Nothing was charged. You can try again, or use another card in your name.',
  },
  blocked: 'Your browser blocked the new tab.',
} as const;
