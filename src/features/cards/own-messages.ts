/** What somebody who pays by card reads around it. */
export const cardNotices = {
  /** The pending-card reminder of the name on the card [001 §8 Trading]. */
  name: "The name on the card must match the user's name or the transaction will not be processed.",
  leaving: {
    title: 'Complete Your Payment',
    text: 'The card page opens now. Nothing is charged before you confirm it there.',
  },
  declined: {
    title: 'Your card was declined',
    text: 'Nothing was charged. You can try again, or use another card in your name.',
  },
  blocked: 'Your browser opened no new tab.',
} as const;
