// What only a customer's own pages say: the desk loads the other sentences of trading.

/**
 * What the badge of an order does not say: whose move a pending one is, and that a lapsed one took nothing (decision
 * A2).
 */
export const orderRemarks = {
  lapsed: 'Lapsed, nothing was taken',
  choose: 'Waiting for your choice',
  pay: 'Waiting for your money',
  prove: 'Waiting for you',
  returned: 'Sent back to you',
  to_return: 'Goes back to you',
} as const;

/** What opens more than the month's limit, in words: complete Tier 1, or upgrade to Tier 2 [001 §2 Trading page]. */
export const limitWords = {
  none: 'Complete Tier 1 KYC to increase your limit.',
  tier1: 'Upgrade to Tier 2 for no limit.',
  waiting: 'Your Tier {tier} KYC is with us. The review typically takes 12-24 hours.',
} as const;

/** What becomes of a price that has ended, told before anybody pays (decision E1). */
export const priceEnds = {
  buy: 'If your money leaves later, we use the price of the moment it arrives; if that is worse for you, you choose: go on or get it back.',
  sell: 'If your coins leave later, we use the price of the moment they arrive; if that is worse for you, you choose: go on or get them back.',
} as const;

/** Before coins go to an address to which this customer never ordered any. */
export const newAddressWords =
  'You order coins to this address for the first time. Compare its first and last six signs with your wallet. What goes to a wrong address cannot be brought back.';

/** What is said of a wallet that people reported, before coins are ordered to it. */
export const walletWarningWords = {
  published: '{people} {judged}',
  reported: 'Several people reported this wallet to us. Nobody of ours has judged it yet.',
  ask: 'Did somebody tell you to send to this address, or stay on the phone with you while you do? Then stop here and ask us first.',
} as const;

/** What is said of a wallet from which coins are to be sold. */
export const senderWarningWords =
  'Did somebody send you these coins and ask you to pass the money on? Then stop here and ask us first.';

/** What whoever buys to such a wallet is asked, as banks ask; a change of meaning is a new version. */
export const coercionWords = {
  lead: 'Three questions before you order. Answer for yourself. Nobody of ours will ever tell you what to answer.',
  toldToPay: 'Did somebody tell you to buy these coins, or to send them to this wallet?',
  hurried: 'Did somebody tell you to hurry, or to keep it secret?',
  ownKeys: 'Is it your own wallet, and do you alone have its secret words?',
  yes: 'Yes',
  no: 'No',
  choose: 'Please answer yes or no',
  stop: 'Please stop here. People who cheat others tell them to pay, to hurry and to keep quiet. End the call or the chat. Talk to somebody you trust, or write to us, before you order.',
  cools: 'If you order, nothing leaves for {hours} hours. Until then you can call it off and get your money back.',
} as const;

/** The same on the page of the order. */
export const coolingWords = {
  until:
    'A warning about this wallet is published. Nothing leaves before {until}. Until then you can call the order off, and what you paid goes back to you.',
  free: 'Calling it off is free until {until}, after you paid too.',
  goesBack: 'What you paid goes back to where it came from. The price is given up.',
  shown: 'The warning you saw',
  answered: 'What you answered',
} as const;

/** Paying an order, in either way. */
export const payWords = {
  card: 'Pay within an hour. Your coins leave {hours} hours after that at the earliest.',
  cardAtOnce: 'Pay within an hour.',
  closed: 'Not open at the moment.',
  nextBank: 'Next you see the account to pay. Nothing is charged now.',
  nextCard: 'Next the card page opens. Nothing is charged before you confirm it there.',
  beside:
    'Pay on the card page in the other tab. This order goes on by itself once your card was charged. If you get a confirmation there, you can upload it here; you need not.',
  arrived: { title: 'Success', text: 'Your card was charged and your payment is with us.' },
  kept: 'What is bought by card stays with us until {until}, because a card payment can be taken back. Then it goes to you.',
} as const;

/** What is finer than we pay or count falls away, and is told beside the amount. */
export const roundedDown = {
  money: 'We count {amount}: less than a cent falls away.',
  coins: 'We count {amount}: {symbol} is traded with {places} places, and what is finer falls away.',
} as const;

/** An order like the one that was placed minutes ago. */
export const twinWords = {
  placed: 'You placed this order already: {reference} ({age}).',
  see: 'See that order',
  another: 'You placed {reference} like this ({age}). Place another one.',
} as const;
