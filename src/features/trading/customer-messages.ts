/** Stages of an order in lists [001 §2 Transaction History page]. `_by` texts name the promised day. */
export const orderStages = {
  choose: 'Waiting for your choice',
  asked: 'Waiting for your answer',
  to_pay: 'Waiting for your payment',
  to_prove: 'Waiting for your proof',
  lapsed: 'Expired, nothing was taken',
  claimed_buy: 'Checking for your payment',
  claimed_sell: 'Checking for your coins',
  received_buy: 'Payment received, sending your {symbol}',
  received_sell: 'Coins received, paying you',
  received_buy_by: 'Payment received, sending by {day}',
  received_sell_by: 'Coins received, paying you by {day}',
  completed_buy: 'Sent',
  completed_sell: 'Paid',
  late_claim: 'Checking for your late payment',
  to_return: 'Refund in progress',
  to_return_by: 'Refund in progress, by {day}',
  returned: 'Refunded',
} as const;

/** Ways to raise the monthly limit: complete Tier 1, or upgrade to Tier 2 [001 §2 Trading page]. */
export const limitMessages = {
  none: 'Complete Tier 1 KYC to increase your limit.',
  tier1: 'Upgrade to Tier 2 for no limit.',
  asked: "We need more information for your Tier {tier} KYC. We'll continue the review once you send it.",
  waiting: "We're reviewing your Tier {tier} KYC. This typically takes 12-24 hours.",
} as const;

/** Until when the price of a quote (`offered`) and of an order (`placed`) holds (decision E1). */
export const priceHolds = {
  buy: { offered: 'Pay by {until} and this price is yours.', placed: 'Pay by {until} to keep this price.' },
  sell: { offered: 'Send by {until} and this price is yours.', placed: 'Send by {until} to keep this price.' },
} as const;

/** The rule after the agreed price ends, shown before payment (decision E1). */
export const priceEnds = {
  buy: 'You can also pay later, until the order expires. Then you get the price when your money arrives. If it buys less, you can say no and get a refund.',
  sell: 'You can also send later, until the order expires. Then you get the price when your coins arrive. If it pays less, you can say no and get your coins back.',
} as const;

export const newAddressMessage =
  "Is this your address? Check the first and last six characters. Crypto sent to a wrong address can't be recovered.";

export const walletWarningMessages = {
  published: '{people} {judged}',
  reported: "Several people have reported this wallet to us. We haven't reviewed the reports yet.",
  ask: 'Did someone tell you to send crypto to this address? Are they on the phone now? Stop and ask us first.',
} as const;

export const senderWarningMessage =
  'Did someone send you these coins and ask you to pass the money on? Stop and ask us first.';

/** Raise `questionnaireVersion` in `wallets/scam-questions.ts` when a question changes its meaning. */
export const scamQuestionMessages = {
  lead: "Please answer three questions before you order. Answer them yourself: we'll never tell you what to say.",
  askedToPay: 'Did someone tell you to buy these coins, or to send them to this wallet?',
  hurried: 'Did someone tell you to hurry, or to keep it secret?',
  ownKeys: 'Is it your own wallet, and are you the only one with its recovery phrase?',
  yes: 'Yes',
  no: 'No',
  choose: 'Please answer yes or no',
  stop: 'Please stop here. Scammers tell people to pay, to hurry and to keep it secret. End the call or chat. Talk to someone you trust, or write to us, before you order.',
  cools:
    "If you order, we'll wait {hours} {hours:hour|hours} before we send anything. Until then you can cancel and get a refund. During that time the order counts as unpaid towards your limit, even if you pay or cancel it.",
} as const;

export const coolingMessages = {
  until:
    "There's a published warning about this wallet. We won't send anything before {until}. Until then you can cancel and get a refund.",
  free: 'You can cancel for free until {until}, even after you pay. Until then the order counts as unpaid towards your limit.',
  goesBack: "We'll refund your payment to where it came from. You'll lose this price.",
  shown: 'The warning you saw',
  answered: 'Your answers',
} as const;

export const payMessages = {
  card: 'Pay within an hour. We wait {hours} {hours:hour|hours} after your payment, then send your coins.',
  cardWithoutHold: 'Pay within an hour.',
  closed: 'Not available right now.',
  nextBank: "Next you'll see our account details. Nothing is charged now.",
  nextCard: "Next the card page opens. You're only charged after you confirm there.",
  otherTab:
    "Pay on the card page in the other tab. Your order continues once your card is charged. If you get a confirmation there, you can upload it here, but you don't have to.",
  cameBack:
    "Did you pay on the card page? Your order continues once your card is charged. If you got a confirmation there, you can upload it here, but you don't have to.",
  arrived: { title: 'Success', text: 'Your card was charged and we have your payment.' },
  kept: "You paid by card, so we'll send your crypto after {until}. Until then the card payment can be reversed.",
} as const;

/** Payouts to new wallets and accounts (decision F8). */
export const payeeWaits = {
  buy: "This wallet is new, so we'll send your coins after {until}.",
  sell: "This bank account is new, so we'll pay out after {until}.",
} as const;

export const roundedDown = {
  money: "We'll use {amount}, rounded down to the cent.",
  coins: "We'll use {amount}: {symbol} trades with up to {places} {places:decimal place|decimal places}.",
} as const;

export const duplicateMessages = {
  placed: 'You already placed an order like this: {reference} ({age}).',
  see: 'View that order',
  another: 'Place another order like {reference} ({age})',
} as const;

export const customerQuestions = {
  cardName:
    "The name on the card isn't the name on your account, so we're checking before we continue. Please send our support team proof that the card is yours, or ask for a refund. Your money is safe.",
} as const;

/** Toasts [001 §8 Trading, Transaction history]. */
export const tradingNotices = {
  placed: {
    title: 'Success',
    text: 'Our team is working diligently to process your transaction within the next 12-48 hours.',
  },
  ofWallet: {
    wallet_notice: {
      title: 'Wallet Address Notice',
      text: "We couldn't check your wallet address right now. Your order continues, and we'll check it before we pay out.",
    },
    wallet_screening: {
      title: 'Wallet Screening',
      text: "We're taking a closer look at your wallet address. Your order continues, and you don't need to do anything.",
    },
  },
  xrpTag: 'XRP: include the memo or tag or funds may be lost.',
  networkRequired: { title: 'Network required', text: 'Please select a network for your transfer' },
  proofUploadFailed: { title: 'Error', text: 'Failed to upload payment proof: {message}' },
  fundsUploadFailed: { title: 'Error', text: 'Failed to upload source of funds proof: {message}' },
  createFailed: { title: 'Error', text: 'Failed to create transaction: {message}' },
  submitFailed: { title: 'Error', text: 'Failed to submit transaction: {message}' },
  historyFailed: { title: 'Error', text: 'Failed to fetch transactions' },
  incomplete: { title: 'Please complete the form', text: 'Missing or invalid: {what}' },
} as const;
