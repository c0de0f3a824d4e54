import { formatBaseUnits } from '../../../kernel/coins.ts';
import { type Decimal, decimal, formatDecimal, rescale } from '../../../kernel/decimal.ts';
import { exchangeBack, formatMinorUnits as formatMoneyAmount, type Money } from '../../../kernel/money.ts';
import { formatDateTime, formatStatus } from '../../../ui/format.ts';
import { formatWithUnit, groupThousands } from '../../../ui/number-format.ts';
import { getNetworkLabel } from '../../assets/networks.ts';
import { walletTypeName } from '../../assets/wallet-types.ts';
import { formatDiscount } from '../../discounts/format-discount.ts';
import { minorUnitsOf } from '../../ledger/amount.ts';
import { pricesLabels } from '../../prices/messages.ts';
import {
  buildParties,
  buildPaymentsPart,
  createLine,
  createOptionalLine,
  createTimeLine,
  omitEmpty,
  type Receipt,
  type ReceiptLine,
  type ReceiptPart,
  type ReceiptParties,
  receiptNotes,
} from '../../receipts/receipt.ts';
import type { OrderStatus, PayIn, PayOut, Side } from '../order/order.ts';
import { getBalance, getWallet, payOutMovement, primaryPayIn } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { getOrderCost } from '../quoting/order-cost.ts';

/** [001 §3 transactions] */
export type OrderReceipt = Receipt & {
  readonly orderId: string;
  readonly side: Side;
  readonly status: OrderStatus;
};

const currencySymbols = { JMD: 'J$', USD: 'US$' };
const currencyNames = { JMD: 'Jamaican dollars (JMD)', USD: 'US dollars (USD)' };

const formatMoney = ({ currency, minor }: Money): string =>
  `${currencySymbols[currency]}${groupThousands(formatMoneyAmount(minor))}`;

function formatExact(value: Decimal): string {
  const short = formatDecimal(value).replace(/(\.\d*?)0+$/, '$1');
  const places = short.split('.')[1]?.length ?? 0;
  return groupThousands(formatDecimal(rescale(value, Math.max(2, places), 'down')));
}

/** Converts the order amount to US$ at the rate of the order, rounded down to the cent. */
export const getUsdAtExecution = (order: Pick<Order, 'fiat' | 'gross' | 'rate'>): Money =>
  order.fiat.currency === 'USD'
    ? order.fiat
    : exchangeBack(order.gross, { rate: decimal(order.rate), to: 'USD', rounding: 'down' });

export const expiredLabel = 'Cancelled: expired unpaid';

export const payInLabels: Readonly<Record<PayIn, string>> = {
  awaiting: 'Nothing received',
  claimed: 'Proof uploaded, not confirmed yet',
  received: 'Received',
  returned: 'Refunded to where it came from',
};

export const payOutLabels: Readonly<Record<PayOut, string>> = {
  none: 'Not started',
  prepared: 'Being prepared',
  approved: 'Being prepared',
  failed: 'Being prepared',
  sent: 'Sent',
};

/** Labels of an open order must not say that it was paid or filled (decision A3). */
const names = {
  done: { paid: 'Amount paid', buy: ['Coins bought', 'Converted to coins'], sell: ['Coins sold', 'Paid out to you'] },
  agreed: { paid: 'Order amount', buy: ['Coins', 'After the fee'], sell: ['Coins', 'After the fee'] },
} as const;

function buildTerms(order: Order): ReceiptPart {
  const { side, fiat, gross, fee, net, networkCost, coins } = order;
  const called = names[order.status === 'completed' ? 'done' : 'agreed'];
  const [ofCoins, ofNet] = called[side];
  // Customers transfer whole J$, so the payment may differ from the order amount.
  const payIn = primaryPayIn(order)?.amount;
  const paid = payIn && minorUnitsOf(payIn) === minorUnitsOf(fiat) ? called.paid : names.agreed.paid;
  const coinLine = createLine(ofCoins, formatWithUnit(groupThousands(formatBaseUnits(coins)), coins.symbol));
  const { allIn } = getOrderCost(order);
  const inUsd = createLine('In US$ at this rate', formatMoney(getUsdAtExecution(order)));
  const inJmd = createLine('In J$ at this rate', formatMoney(gross));
  const bought = [createLine(paid, formatMoney(fiat)), fiat.currency === 'USD' ? inJmd : inUsd];
  const sold = [createLine('Value at this rate', formatMoney(gross)), inUsd];
  return {
    title: 'Agreed terms',
    lines: omitEmpty(
      side === 'sell' && coinLine,
      createLine('Currency', currencyNames[fiat.currency]),
      createLine('Price used', `US$${formatExact(decimal(order.priceUsd))} per ${coins.symbol}`),
      getPriceSource(order),
      createLine('Rate used', `J$${formatExact(decimal(order.rate))} per US$1`),
      ...(side === 'buy' ? bought : sold),
      createLine(`Fee, ${formatExact(decimal(order.feePercent))}%`, formatMoney(fee)),
      createOptionalLine('Fee discount', order.discount && formatDiscount(order.discount)),
      createLine(ofNet, formatMoney(net), 'sum'),
      networkCost.minor > 0n && createLine('Network fee', formatMoney(networkCost)),
      side === 'buy' && { ...coinLine, look: 'sum' as const },
      allIn && createLine('All-in cost, compared with the market rate', formatMoney(allIn)),
    ),
  };
}

const getPriceSource = ({ receipt }: Order): ReceiptLine | null => {
  const [source, observed] = [receipt['price_source'], receipt['price_observed_at']];
  if (typeof source !== 'string' || typeof observed !== 'string') return null;
  const sourceLabel = source === 'company' ? pricesLabels.setByCompany : source;
  return createLine('Price from', `${sourceLabel}, ${formatDateTime(new Date(observed), { year: true })}`);
};

const networkLine = ({ coins, network }: Order): ReceiptLine =>
  createLine('Network', getNetworkLabel(coins.symbol as Parameters<typeof getNetworkLabel>[0], network));

function buildDestination(order: Order): ReceiptPart {
  const { walletAddress, destinationTag } = order;
  return {
    title: 'Destination',
    lines: omitEmpty(
      networkLine(order),
      createOptionalLine('Your wallet', walletAddress, 'code'),
      createOptionalLine('Destination tag', destinationTag, 'code'),
      createOptionalLine('Transaction hash', payOutMovement(order)?.reference, 'code'),
    ),
  };
}

function buildTransfer(order: Order): ReceiptPart {
  const { companyWallet, bank, senderWalletType } = order;
  return {
    title: 'Wallet and bank',
    lines: omitEmpty(
      networkLine(order),
      createOptionalLine('Your wallet', getWallet(order), 'code'),
      createOptionalLine('Wallet type', senderWalletType && walletTypeName(senderWalletType)),
      createOptionalLine('Our wallet', companyWallet?.address, 'code'),
      createOptionalLine('Memo or tag', companyWallet?.tag, 'code'),
      createOptionalLine('Bank', bank?.bankName),
      createOptionalLine('Account number', bank?.accountNumber),
      createOptionalLine('Account holder', bank?.accountHolderName),
      createOptionalLine('Branch or routing number', bank?.routingNumber),
      createOptionalLine('Bank reference', payOutMovement(order)?.reference),
    ),
  };
}

function buildStatus(order: Order): ReceiptPart {
  const { state, side } = order;
  const paymentLabel = side === 'buy' ? 'Your payment' : 'Your coins';
  const payoutLabel = side === 'buy' ? 'Payout in coins' : 'Payout to your bank';
  return {
    title: 'Status',
    lines: omitEmpty(
      createLine('Status', state.lapsed ? expiredLabel : formatStatus(state.status)),
      createLine(paymentLabel, payInLabels[state.payIn]),
      createLine(payoutLabel, payOutLabels[state.payOut]),
      createTimeLine('Placed', order.placedAt),
      createTimeLine('Proof uploaded', order.claimedAt),
      createTimeLine('Received', order.receivedAt),
      createTimeLine(formatStatus(state.status), order.closedAt),
    ),
  };
}

export const orderReceiptNotes = {
  notCompleted: "This order isn't completed. This receipt shows its status on the day it was issued.",
  nothingTaken: 'Nothing was taken for this order.',
  demo: 'Made with demo prices: no real money or coins are involved.',
} as const;

function getNotes({ state, receipt }: Order): string[] {
  const { status, payIn } = state;
  const notes = [
    status === 'completed' ? null : orderReceiptNotes.notCompleted,
    (status === 'cancelled' || status === 'failed') && payIn === 'awaiting' ? orderReceiptNotes.nothingTaken : null,
    receipt['demo'] === true ? orderReceiptNotes.demo : null,
    receiptNotes.times,
  ];
  return notes.filter((note) => note !== null);
}

export function buildReceipt(order: Order, parties: ReceiptParties, now: Date): OrderReceipt {
  const { id: orderId, reference, side, status, coins, movements } = order;
  const moved = buildPaymentsPart(getBalance(order), movements, payOutMovement(order)?.reference ?? null);
  return {
    orderId,
    reference,
    side,
    status,
    heading: `${side === 'buy' ? 'Purchase' : 'Sale'} of ${formatWithUnit(groupThousands(formatBaseUnits(coins)), coins.symbol)}`,
    issued: formatDateTime(now, { year: true }),
    parties: buildParties(parties),
    parts: [
      buildTerms(order),
      side === 'buy' ? buildDestination(order) : buildTransfer(order),
      buildStatus(order),
      moved,
    ],
    notes: getNotes(order),
  };
}
