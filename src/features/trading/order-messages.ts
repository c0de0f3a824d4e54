const withUs = 'We have your {given}.';
const noNeed = "You don't need to do anything.";
const toWallet = `${noNeed} We'll send it to your wallet {by}.`;
const toBank = `${noNeed} We'll send it to your bank account {by}.`;
const withTwo = `${withUs} One person prepares the payout and another approves it.`;
const booked = "You'll see it in your {keeper} once it's processed.";

export const orderSituations = {
  to_prove: {
    title: 'Upload a clearer proof of your transfer',
    where:
      'Any coins you sent to our {symbol} wallet are safe. We just need clearer proof of the transfer to find them.',
  },
  claimed_buy: {
    title: "We're checking for your transfer",
    where: "We have your proof. We'll confirm your payment once it reaches our account.",
    next: `${noNeed} You'll get your {gets} {by}.`,
  },
  claimed_card: {
    title: "We're checking your card payment",
    where: "We have your proof. We'll confirm your payment once the card company confirms the charge.",
    next: `${noNeed} You'll get your {gets} {by}.`,
  },
  claimed_sell: {
    title: "We're checking for your coins",
    where: "We have your proof. We'll confirm your coins once the network confirms the transfer.",
    next: `${noNeed} You'll get your {gets} {by}.`,
  },
  asked: { title: 'Please show that the card is yours', where: withUs },
  received: {
    title: "We're reviewing your order",
    where: withUs,
    next: `${noNeed} You'll get your {gets} {by}.`,
  },
  preparing_buy: {
    title: "We're getting your {gets} ready",
    where: withTwo,
    next: toWallet,
  },
  preparing_sell: {
    title: "We're getting your {gets} ready",
    where: withTwo,
    next: toBank,
  },
  leaving_buy: {
    title: 'Your {gets} is on its way',
    where: withTwo,
    next: toWallet,
  },
  leaving_sell: {
    title: 'Your {gets} is on its way',
    where: withTwo,
    next: toBank,
  },
  completed_buy: {
    title: 'Your {symbol} is on its way to your wallet',
    where: 'It arrives once the network confirms it, usually within {minutes} {minutes:minute|minutes}.',
  },
  completed_sell: {
    title: 'Your money is on its way to your bank',
    where: "You'll see it in your account once your bank has processed it.",
  },
  lapsed: {
    title: 'This order expired. Nothing was taken.',
    where: "We didn't receive your payment in time, so we closed the order. You don't owe anything.",
    next: "You can start a new order at today's price.",
  },
  cancelled_by_customer: { title: 'You cancelled this order', where: "Nothing was taken and you don't owe anything." },
  untouched: { title: 'This order was cancelled', where: "Nothing was taken and you don't owe anything." },
  late_claim: {
    title: "We're looking for your {given}",
    where: "This order has ended, but you said you sent {given} for it. If it reached us, we'll find it.",
    next: `${noNeed} We'll check {by} and refund anything we find to where it came from.`,
  },
  to_return: {
    title: "We're refunding your {given}",
    where: 'This order has ended. We still have {kept}.',
    next: `${noNeed} We'll refund it to where it came from {by}.`,
  },
  failed: {
    title: "We're refunding your {given}",
    where: "We couldn't complete this order. We still have {kept}.",
    next: `${noNeed} We'll refund it to where it came from {by}.`,
  },
  returned: {
    title: 'We refunded {returned}',
    where: `It went back to where it came from. ${booked}`,
  },
  returned_on: {
    title: 'We refunded {returned}',
    where: `We sent it on {moment}. ${booked}`,
  },
  returned_to: {
    title: 'We refunded {returned}',
    where: `We sent it on {moment} to {party}. ${booked}`,
  },
} as const;

export const lateClaims = {
  buy: {
    title: 'Did you send the money?',
    text: "Upload the proof here. We'll look for your payment and refund what we find.",
    label: 'Payment confirmation',
    button: 'I sent the money',
  },
  sell: {
    title: 'Did you send the coins?',
    text: "Upload the proof here. We'll look for your coins and refund what we find.",
    label: 'Wallet proof',
    button: 'I sent the coins',
  },
} as const;

export const orderMoments = { by: 'by {moment}', soon: 'as soon as possible' } as const;

const ifPaid = 'If your transfer reaches us by {day}';
const promise = 'Our promise';
const left = "We'll send your {symbol} by {moment}";
const paid = "We'll pay into your bank account by {moment}";
const looked = { title: promise, text: "We'll check for your payment by {moment}" } as const;

export const orderPromises = {
  send_by_buy: { title: ifPaid, text: left },
  send_by_card: { title: 'If you pay by card before it expires', text: left },
  send_by_sell: { title: ifPaid, text: paid },
  unpaid: { title: 'Payment was due', text: '{at}' },
  done_by_buy: { title: promise, text: left },
  done_by_sell: { title: promise, text: paid },
  checked_by_buy: looked,
  checked_by_sell: looked,
  return_by_buy: { title: promise, text: "We'll refund your money by {moment}" },
  return_by_sell: { title: promise, text: "We'll refund your {symbol} by {moment}" },
  late: { title: 'We promised this by {at}', text: "We're late, and we're sorry. Your order is safe." },
} as const;

export const trackBadges = {
  awaiting: { kind: 'pending', text: 'Waiting for you' },
  untouched: { kind: 'other', text: 'Nothing taken' },
  claimed: { kind: 'pending', text: 'Checking' },
  received: { kind: 'approved', text: 'Received' },
  returned: { kind: 'other', text: 'Refunded' },
  reviewed: { kind: 'approved', text: 'Done' },
  review_ended: { kind: 'other', text: 'Ended' },
  in_review: { kind: 'other', text: 'In progress' },
  none: { kind: 'other', text: 'None' },
  not_started: { kind: 'other', text: 'Not started' },
  started: { kind: 'pending', text: 'In progress' },
  sent: { kind: 'approved', text: 'Sent' },
} as const;

export const trackSteps = {
  buy: {
    placed: 'Order placed',
    give: 'You send the money',
    given: 'You sent the money',
    see: 'The money reaches our bank',
    looking: "We're checking our bank account",
    seen: 'The money reached our bank',
    details: 'Address checked',
    meanwhile: 'While your transfer is on its way',
    leaves: 'Send {symbol} to your wallet',
    left: '{symbol} sent to your wallet',
  },
  card: {
    give: 'You pay by card',
    given: 'You paid by card',
    see: 'The card company confirms the charge',
    looking: "We're checking with the card company",
    seen: 'The card company confirmed the charge',
    meanwhile: 'While you pay',
  },
  sell: {
    placed: 'Coins sent, order placed',
    give: 'You upload a clearer proof',
    looking: "We're checking the network",
    seen: 'Your coins arrived',
    details: 'Bank details received',
    meanwhile: 'While your coins are on their way',
    leaves: 'Send J$ to your bank',
    left: 'J$ sent to your bank',
  },
  funds: '{details}, source of funds received',
  bankDay: 'The next banking day',
  networkTime: 'Transfers take up to 1 hour',
  until: 'Until {moment}',
  by: 'By {moment}',
  lapsed: 'Expired unpaid',
  cancelled_by_customer: 'You cancelled it',
  cancelled: 'Cancelled',
  sentBack: 'Refunded to you',
  sendBack: 'We refund you',
  review: "We're reviewing your order",
  reviewed: 'We reviewed your order',
  nothing: 'No payout',
  prepares: 'Prepare payout',
  prepared: 'Payout prepared',
  approves: 'Approve payout',
  approved: 'Payout approved',
} as const;

/** Shown when the price expired before the customer sent the money or coins (decision E1). */
export const priceChoice = {
  title: 'The price has changed: accept it or get a refund',
  ended: 'The price expired before you sent your {given}, or before we could match your transfer to this order.',
  endedOn:
    'The price expired on {end}, before you sent your {given} or before we could match your transfer to this order.',
  agreed: 'At the agreed price you would have got {agreed}.',
  none: "There's no price available right now. Please come back in a few minutes.",
  unanswered: "If you don't choose by {until}, we'll refund you.",
} as const;

export const orderWithoutScript = {
  placed: 'Order {reference}, placed {moment}',
  read: "JavaScript is off or didn't load, so this page shows your order as of {moment}. Turn JavaScript on to upload a proof, pay by card or cancel.",
  receipt: 'Receipt (PDF)',
  pay: 'Where to pay',
  where: 'Order status',
  done: 'done',
  now: 'now',
  ahead: 'ahead',
  stop: 'stopped',
} as const;

export const payeeSaved = { title: 'Saved', text: 'You can choose it in your next order.' } as const;
