import { coinsText } from '../../../kernel/coins.ts';
import { type Decimal, decimal, decimalText, rescale } from '../../../kernel/decimal.ts';
import { exchangeBack, type Money, moneyText } from '../../../kernel/money.ts';
import { grouped, withUnit } from '../../../ui/figures.ts';
import { momentText, statusWord } from '../../../ui/format.ts';
import { networkLabel } from '../../coins/networks.ts';
import { walletTypeName } from '../../coins/wallet-types.ts';
import { unitsOf } from '../../movements/amount.ts';
import { pricesLabels } from '../../prices/messages.ts';
import {
  line,
  maybe,
  movedPart,
  partiesOf,
  present,
  type Receipt,
  type ReceiptLine,
  type ReceiptPart,
  type ReceiptParties,
  receiptNotes,
  timeOf,
} from '../../receipts/receipt.ts';
import type { OrderStatus, PayIn, PayOut, Side } from '../order/order.ts';
import { balanceOf, ownPayIn, payOutLine } from '../order/order-balance.ts';
import { type Order, walletOf } from '../order/order-row.ts';
import { costOfOrder } from '../quoting/order-cost.ts';

/**
 * The receipt of an order as it is read: the documented fields in words, and how far the order is [001 §3
 * transactions].
 */
export type OrderReceipt = Receipt & {
  readonly orderId: string;
  readonly side: Side;
  readonly status: OrderStatus;
};

const marks = { JMD: 'J$', USD: 'US$' };
const currencyNames = { JMD: 'Jamaican dollars (JMD)', USD: 'US dollars (USD)' };

const moneyWords = ({ currency, minor }: Money): string => `${marks[currency]}${grouped(moneyText(minor))}`;

/** At least two places, and none of the zeros that a numeric column keeps beyond them. */
function exactly(value: Decimal): string {
  const short = decimalText(value).replace(/(\.\d*?)0+$/, '$1');
  const places = short.split('.')[1]?.length ?? 0;
  return grouped(decimalText(rescale(value, Math.max(2, places), 'down')));
}

/** The whole order in US$ at the rate it was made at, rounded down to the cent; a US$ payment is what was paid. */
export const usdAtExecution = (order: Pick<Order, 'fiat' | 'gross' | 'rate'>): Money =>
  order.fiat.currency === 'USD'
    ? order.fiat
    : exchangeBack(order.gross, { rate: decimal(order.rate), to: 'USD', rounding: 'down' });

export const lapsedWords = 'Cancelled: it lapsed unpaid';

export const payInWords: Readonly<Record<PayIn, string>> = {
  awaiting: 'Nothing received',
  claimed: 'Proof uploaded, not confirmed yet',
  received: 'Received',
  returned: 'Returned to where it came from',
};

export const payOutWords: Readonly<Record<PayOut, string>> = {
  none: 'Not started',
  prepared: 'Being prepared',
  approved: 'Being prepared',
  failed: 'Being prepared',
  sent: 'Sent',
};

/** An order that is not done says nothing of having been paid or bought (decision A3). */
const names = {
  done: { paid: 'Amount paid', buy: ['Coins bought', 'Changed into coins'], sell: ['Coins sold', 'Paid out to you'] },
  agreed: { paid: 'Amount of the order', buy: ['Coins', 'After the fee'], sell: ['Coins', 'After the fee'] },
} as const;

function bargain(order: Order): ReceiptPart {
  const { side, fiat, gross, fee, net, networkCost, coins } = order;
  const called = names[order.status === 'completed' ? 'done' : 'agreed'];
  const [ofCoins, ofNet] = called[side];
  // Of J$ with cents the whole dollars are transferred: then the order's own amount is not what was paid.
  const came = ownPayIn(order)?.amount;
  const paid = came && unitsOf(came) === unitsOf(fiat) ? called.paid : names.agreed.paid;
  const coinLine = line(ofCoins, withUnit(grouped(coinsText(coins)), coins.symbol));
  const { allIn } = costOfOrder(order);
  const inUsd = line('In US$ at this rate', moneyWords(usdAtExecution(order)));
  const inJmd = line('In J$ at this rate', moneyWords(gross));
  const bought = [line(paid, moneyWords(fiat)), fiat.currency === 'USD' ? inJmd : inUsd];
  const sold = [line('Worth at this rate', moneyWords(gross)), inUsd];
  return {
    title: 'What was agreed',
    lines: present(
      side === 'sell' && coinLine,
      line('Currency', currencyNames[fiat.currency]),
      line('Price used', `US$${exactly(decimal(order.priceUsd))} per ${coins.symbol}`),
      priceFrom(order),
      line('Rate used', `J$${exactly(decimal(order.rate))} per US$1`),
      ...(side === 'buy' ? bought : sold),
      line(`Fee, ${exactly(decimal(order.feePercent))}%`, moneyWords(fee)),
      line(ofNet, moneyWords(net), 'sum'),
      networkCost.minor > 0n && line('Of it, for sending the coins', moneyWords(networkCost)),
      side === 'buy' && { ...coinLine, look: 'sum' as const },
      allIn && line('Cost all in, against the market rate', moneyWords(allIn)),
    ),
  };
}

const priceFrom = ({ receipt }: Order): ReceiptLine | null => {
  const [source, observed] = [receipt['price_source'], receipt['price_observed_at']];
  if (typeof source !== 'string' || typeof observed !== 'string') return null;
  const whose = source === 'company' ? pricesLabels.setByCompany : source;
  return line('Price from', `${whose}, ${momentText(new Date(observed), { year: true })}`);
};

const networkLine = ({ coins, network }: Order): ReceiptLine =>
  line('Network', networkLabel(coins.symbol as Parameters<typeof networkLabel>[0], network));

function whereTo(order: Order): ReceiptPart {
  const { walletAddress, destinationTag } = order;
  return {
    title: 'Where the coins go',
    lines: present(
      networkLine(order),
      maybe('Your wallet', walletAddress, 'code'),
      maybe('Destination tag', destinationTag, 'code'),
      maybe('Transaction hash', payOutLine(order)?.reference, 'code'),
    ),
  };
}

function fromAndTo(order: Order): ReceiptPart {
  const { companyWallet, bank, senderWalletType } = order;
  return {
    title: 'From the wallet to the bank',
    lines: present(
      networkLine(order),
      maybe('Your wallet', walletOf(order), 'code'),
      maybe('Kind of wallet', senderWalletType && walletTypeName(senderWalletType)),
      maybe('Our wallet', companyWallet?.address, 'code'),
      maybe('Memo or tag', companyWallet?.tag, 'code'),
      maybe('Bank', bank?.bankName),
      maybe('Account number', bank?.accountNumber),
      maybe('Account holder', bank?.accountHolderName),
      maybe('Branch or routing number', bank?.routingNumber),
      maybe('Bank reference', payOutLine(order)?.reference),
    ),
  };
}

function course(order: Order): ReceiptPart {
  const { state, side } = order;
  const given = side === 'buy' ? 'Your payment' : 'Your coins';
  const ours = side === 'buy' ? 'Our coins to you' : 'Our payment to you';
  return {
    title: 'How far it is',
    lines: present(
      line('Status', state.lapsed ? lapsedWords : statusWord(state.status)),
      line(given, payInWords[state.payIn]),
      line(ours, payOutWords[state.payOut]),
      timeOf('Placed', order.placedAt),
      timeOf('Proof uploaded', order.claimedAt),
      timeOf('Received', order.receivedAt),
      timeOf(statusWord(state.status), order.closedAt),
    ),
  };
}

export const orderReceiptNotes = {
  notCompleted: 'This order is not completed. The receipt shows it as it stood when it was drawn up.',
  nothingTaken: 'Nothing was taken for this order.',
  demo: 'Made with demonstration prices: no real money or coins are involved.',
} as const;

function notesOf({ state, receipt }: Order): string[] {
  const { status, payIn } = state;
  const notes = [
    status === 'completed' ? null : orderReceiptNotes.notCompleted,
    (status === 'cancelled' || status === 'failed') && payIn === 'awaiting' ? orderReceiptNotes.nothingTaken : null,
    receipt['demo'] === true ? orderReceiptNotes.demo : null,
    receiptNotes.times,
  ];
  return notes.filter((note) => note !== null);
}

/** The receipt of an order as it stands at `now`. */
export function receiptFor(order: Order, parties: ReceiptParties, now: Date): OrderReceipt {
  const { id: orderId, reference, side, status, coins, movements } = order;
  const moved = movedPart(balanceOf(order), movements, payOutLine(order)?.reference ?? null);
  return {
    orderId,
    reference,
    side,
    status,
    heading: `${side === 'buy' ? 'Purchase' : 'Sale'} of ${withUnit(grouped(coinsText(coins)), coins.symbol)}`,
    issued: momentText(now, { year: true }),
    parties: partiesOf(parties),
    parts: [bargain(order), side === 'buy' ? whereTo(order) : fromAndTo(order), course(order), moved],
    notes: notesOf(order),
  };
}
