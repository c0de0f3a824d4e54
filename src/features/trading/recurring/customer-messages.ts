export const recurringBuyTexts = {
  set: { title: 'Recurring buy set up', text: "We'll write to you each time an order is ready." },
  changed: { title: 'Amount changed', text: 'Change the amount of your standing order too.' },
  paused: { title: 'Paused', text: 'Stop the standing order at your bank too.' },
  resumed: { title: 'Resumed', text: "We'll prepare the next order on its day." },
  removed: { title: 'Deleted', text: 'Stop the standing order at your bank too. Your orders stay the same.' },
  failed: "We couldn't load your recurring buys.",
  steps: [
    'On each day we prepare an order at the price of that day, from 6 am in Jamaica.',
    'You pay it by bank transfer. A standing order at your bank with the reference of the recurring buy does it for you.',
    'If the day is a weekend or holiday, we prepare the order on the next business day.',
  ],
  password: 'Paused, because your password changed. Check the address, then resume.',
  unpaid: "Paused, because we didn't receive a payment for three orders in a row.",
  refused: "We couldn't prepare the last order: {reason}",
} as const;
