/** What a customer is asked about their order, in the letter and on its page. */
export const askedWords = {
  cardName:
    'The name on the card is not the name on your account, so one of us looks at it before we go on. Please write to our support with something that shows that the card is yours, or ask for your money back. Nothing is lost.',
} as const;
