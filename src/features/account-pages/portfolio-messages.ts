/** What the page of the portfolio says: customers alone load it, and no other page does. */
export const portfolioWords = {
  whatItIs:
    'Counted are completed orders with us: what you bought and did not sell to us since, at the average of what it cost. Your coins are in your own wallets; what you moved, spent or bought elsewhere we do not see. This is no advice, and no tax return: for that, save your transactions as CSV.',
  cost: 'All you paid, fees included.',
  gained: 'What you were paid, fees off, beyond what those coins had cost you here.',
  worth: 'At our sell rate, before the fee.',
  notPriced: 'One of the prices is not known at the moment.',
  fromElsewhere: 'Sold to us, bought elsewhere',
  none: 'Nothing here yet',
  noneYet: 'Once an order is completed, it counts here.',
  shut: 'Portfolio tracking comes with every plan',
  shutText: 'It shows what you bought through us, what it cost on average, and what it is worth today.',
  failed: 'Your portfolio could not be loaded.',
} as const;

/** What somebody whose plan runs reads of how to use it. */
export const planUses = {
  title: 'What your plan includes',
  ask: 'Ask our team',
  go: 'Open',
} as const;
