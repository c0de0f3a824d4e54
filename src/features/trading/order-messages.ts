/** What the page of an order says of how it stands: customers alone load it, and no other page does. */

const withUs = 'Your {given} is with us.';
const noNeed = 'You need not do anything.';
const booked = 'Your {keeper} shows it once it is booked.';

/** For each situation, some by how it came about: what it is, where the money is now, and what happens next. */
export const orderSituations = {
  to_prove: {
    title: 'Show us your transfer once more',
    where: 'Coins that you sent to our {symbol} wallet are not lost: we need a proof that lets us find them.',
  },
  claimed_buy: {
    title: 'We look for your transfer at the bank',
    where: 'Your proof is with us. Your money counts as received when we see it in our account.',
    next: `${noNeed} Then {gets} goes to you {by}.`,
  },
  claimed_card: {
    title: 'We ask the card company about your payment',
    where: 'Your proof is with us. Your money counts as received when the card company tells us that it was charged.',
    next: `${noNeed} Then {gets} goes to you {by}.`,
  },
  claimed_sell: {
    title: 'We look for your coins on the network',
    where: 'Your proof is with us. Your coins count as received when the network has confirmed them.',
    next: `${noNeed} Then {gets} goes to you {by}.`,
  },
  asked: { title: 'Please show us that the card is yours', where: withUs },
  received: {
    title: 'We have your {given} and review the order',
    where: withUs,
    next: `${noNeed} {gets} goes to you {by}.`,
  },
  preparing: {
    title: 'We get {gets} ready for you',
    where: `${withUs} One of us prepares the payout and another approves it.`,
    next: `${noNeed} It goes to {place} {by}.`,
  },
  leaving: {
    title: '{gets} has left',
    where: `${withUs} One of us prepares the payout and another approves it.`,
    next: `${noNeed} It goes to {place} {by}.`,
  },
  completed_buy: {
    title: 'Your {symbol} left for your wallet',
    where: 'It arrives once the network has confirmed it, usually within {minutes} minutes.',
  },
  completed_sell: {
    title: 'Your money left for your bank',
    where: 'It shows in your account once your bank has booked it.',
  },
  lapsed: {
    title: 'This order lapsed. Nothing was taken.',
    where: 'We did not hear of a payment in time, so the order ended. You owe nothing.',
    next: 'You can start a new order at the price of the day.',
  },
  called_off: { title: 'You cancelled this order', where: 'Nothing was taken and you owe nothing.' },
  untouched: { title: 'This order was cancelled', where: 'Nothing was taken and you owe nothing.' },
  late_claim: {
    title: 'We look for your {given}',
    where: 'The order has ended, and you told us that you sent {given} for it. If it is with us, we find it.',
    next: `${noNeed} We look {by}. What we find goes back to where it came from.`,
  },
  to_return: {
    title: 'Your {given} goes back to you',
    where: 'This order has ended. {kept} is with us.',
    next: `${noNeed} We send it back to where it came from {by}.`,
  },
  failed: {
    title: 'Your {given} goes back to you',
    where: 'This order could not be carried out. {kept} is with us.',
    next: `${noNeed} We send it back to where it came from {by}.`,
  },
  returned: {
    title: '{returned} was sent back',
    where: `It went back to where it came from. ${booked}`,
  },
  returned_on: {
    title: '{returned} was sent back',
    where: `It left {back}, where it came from. ${booked}`,
  },
} as const;

/** When, in the places above. */
export const orderMoments = { by: 'by {moment}', soon: 'as soon as we can' } as const;

const ifPaid = 'If your transfer reaches us by {day}';
const promise = 'What we promise';
const left = 'Your {symbol} leaves by {moment}';
const paid = 'We pay into your bank account by {moment}';
const looked = { title: promise, text: 'We have looked for your payment by {moment}' } as const;

/** The promise, and its breach as plainly as the promise was. */
export const orderPromises = {
  send_by_buy: { title: ifPaid, text: left },
  send_by_card: { title: 'If you pay by card before it lapses', text: left },
  send_by_sell: { title: ifPaid, text: paid },
  unpaid: { title: 'The time to pay ended', text: '{at}' },
  done_by_buy: { title: promise, text: left },
  done_by_sell: { title: promise, text: paid },
  checked_by_buy: looked,
  checked_by_sell: looked,
  return_by_buy: { title: promise, text: 'Your money goes back by {moment}' },
  return_by_sell: { title: promise, text: 'Your {symbol} goes back by {moment}' },
  late: { title: 'We promised {at}', text: 'We are late. Nothing is lost.' },
} as const;

/** The badges of the three tracks. */
export const trackBadges = {
  awaiting: { kind: 'pending', text: 'Waiting for you' },
  untouched: { kind: 'other', text: 'Nothing taken' },
  claimed: { kind: 'pending', text: 'Being confirmed' },
  received: { kind: 'approved', text: 'Received' },
  returned: { kind: 'other', text: 'Returned' },
  reviewed: { kind: 'approved', text: 'Done' },
  review_ended: { kind: 'other', text: 'Ended' },
  in_review: { kind: 'other', text: 'Under way' },
  none: { kind: 'other', text: 'None' },
  not_started: { kind: 'other', text: 'Not started' },
  started: { kind: 'pending', text: 'Under way' },
  sent: { kind: 'approved', text: 'Sent' },
} as const;

/** The steps of the three tracks. */
export const trackSteps = {
  buy: {
    placed: 'Order placed',
    give: 'You send the money',
    given: 'You sent the money',
    see: 'We see it at the bank',
    looking: 'We look for it at the bank',
    seen: 'We saw it at the bank',
    details: 'Address is valid',
    meanwhile: 'While your transfer travels',
    leaves: '{symbol} leaves for your wallet',
    left: '{symbol} left for your wallet',
  },
  card: {
    give: 'You pay by card',
    given: 'You paid by card',
    see: 'The card company tells us',
    looking: 'We ask the card company',
    seen: 'The card company told us',
    meanwhile: 'While you pay',
  },
  sell: {
    placed: 'Coins sent, order placed',
    give: 'You send a better proof',
    looking: 'We look for them on the network',
    seen: 'Your coins arrived',
    details: 'Bank details received',
    meanwhile: 'While your coins travel',
    leaves: 'J$ leaves for your bank',
    left: 'J$ left for your bank',
  },
  funds: '{details}, source of funds received',
  bankDay: 'The banking day after',
  networkTime: 'Transfers take up to 1 hour',
  until: 'Until {moment}',
  by: 'By {moment}',
  lapsed: 'Lapsed unpaid',
  called_off: 'You cancelled it',
  cancelled: 'Cancelled',
  sentBack: 'Sent back to you',
  sendBack: 'We send it back to you',
  review: 'We review your order',
  reviewed: 'We reviewed your order',
  nothing: 'Nothing is paid out',
  prepares: 'One of us prepares it',
  prepared: 'One of us prepared it',
  approves: 'Another approves it',
  approved: 'Another approved it',
} as const;

/** Where the price had ended when money or coins left (decision E1). */
export const priceChoice = {
  title: 'The price has changed: go on, or get it back',
  ended: 'The price ended, before your {given} left or before we learned which order that was for.',
  endedOn: 'The price ended on {end}, before your {given} left or before we learned which order that was for.',
  agreed: 'At the agreed price you would have got {agreed}.',
  none: 'No price is to be had at the moment. Please come back in a few minutes.',
  unanswered: 'If you do not choose before {until}, we send it back.',
} as const;

/** The page of an order where no script runs: it is read, and acts are told where they need one. */
export const orderWithoutScript = {
  placed: 'Order {reference}, placed {moment}',
  read: 'JavaScript is switched off here, or it did not come through: this page can be read as it stood at {moment}. To show a proof, to pay by card or to call an order off, switch it on.',
  receipt: 'The receipt as a PDF',
  pay: 'Where to pay',
  where: 'Where your order is',
  done: 'done',
  now: 'now',
  ahead: 'ahead',
  stop: 'stopped',
} as const;
