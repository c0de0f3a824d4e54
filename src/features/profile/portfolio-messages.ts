export const portfolioMessages = {
  whatItIs:
    "This page shows coins you bought from us and haven't sold back, at their average cost. Your coins are in your own wallets, so we can't see what you moved, spent or bought elsewhere. This isn't advice or a tax return. For your taxes, download your transactions as CSV.",
  cost: 'Everything you paid, including fees.',
  gained: 'What we paid you after fees, minus what you paid us for those coins.',
  worth: 'At our sell rate, before the fee.',
  notPriced: "One of the prices isn't available right now.",
  fromElsewhere: 'Sold to us, bought elsewhere',
  none: 'Nothing here yet',
  noneYet: 'Your coins will appear here after your first completed order.',
  shut: 'Portfolio tracking comes with every plan',
  shutText: "See what you bought with us, its average cost, and what it's worth today.",
  failed: "We couldn't load your portfolio.",
} as const;

export const planLabels = { title: 'What your plan includes', ask: 'Ask our team', go: 'Open' } as const;
