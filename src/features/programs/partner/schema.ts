import { z } from 'zod';
import { IdText } from '../../../kernel/id-text.ts';
import { assetSymbols } from '../../coins/assets.ts';
import { networkIds } from '../../coins/networks.ts';
import { ListedPrice } from '../../prices/schema.ts';
import { orderStatuses, payInStates, payMethods, sides } from '../../trading/order/order.ts';
import { ListOrders, OneOrder, PlaceBuyOrder, QuoteBuy, QuoteSell } from '../../trading/schema.ts';

/** What goes over the wire of the partner surface: made from the procedures' own schemas, with what each means. */

const Currency = z.enum(['JMD', 'USD']);
const Money = z
  .object({ currency: Currency, amount: z.string().describe('Decimal text with two places, such as 1250.00') })
  .describe('An amount of money');
const Coins = z
  .object({ symbol: z.enum(assetSymbols), amount: z.string().describe('Decimal text, exact') })
  .describe('An amount of coins');
const Moment = z.date();
const MaybeMoment = z.date().nullable();

export const Prices = z.object({ prices: ListedPrice.array() });

export const QuoteBuyAsked = QuoteBuy;
export const QuoteSellAsked = QuoteSell;

const WouldBeRefused = z
  .object({ code: z.string(), text: z.string() })
  .nullable()
  .describe('Why an order from this quote would be refused as things stand; null where nothing is in its way');

export const Quote = z.object({
  quoteId: IdText,
  side: z.enum(sides),
  expiresAt: Moment.describe('An order from this quote must be placed before'),
  holdsUntil: Moment.describe('Until when an order that is placed now keeps this price, if it is paid by then'),
  youGive: z.union([Money, Coins]),
  youGet: z.union([Money, Coins]),
  gross: Money.describe('The whole of it in J$, at the rate of this quote'),
  fee: Money,
  networkCost: Money,
  priceUsd: z.string(),
  priceSource: z.string(),
  priceObservedAt: Moment,
  rate: z.string().describe('J$ for US$1'),
  needsSourceOfFunds: z.boolean(),
  refusal: WouldBeRefused,
  demo: z.boolean().describe('Made with demonstration prices: no real money or coins are involved'),
});

/** The one head that placing needs. */
const IdempotencyKey = IdText.describe(
  'A UUID of your own for this order. The same key with the same body is answered the same, and placed once.',
);

const wanted = PlaceBuyOrder.shape;

/**
 * A purchase, as the buy form sends it: without what only a person can answer (a warning about the wallet) or show (a
 * document), for which it is refused.
 */
export const PlaceAsked = z.object({
  headers: z.object({ 'idempotency-key': IdempotencyKey }),
  body: PlaceBuyOrder.pick({ quoteId: true, network: true, walletAddress: true, destinationTag: true }).extend({
    custody: wanted.custody.describe('From US$1,000 on: whether the wallet is your own, or at a provider'),
    custodian: wanted.custodian.describe('From US$1,000 on: the provider, where there is one'),
    walletOwner: wanted.walletOwner.describe('From US$1,000 on: whose wallet it is, where it is not yours'),
    another: wanted.another.describe('Says that an order like the one of a moment ago is meant as a second one'),
  }),
});

export const Placed = z.object({
  orderId: IdText,
  reference: z.string().describe('What to write on the transfer, and what people call the order'),
  notice: z
    .enum(['wallet_notice', 'wallet_screening'])
    .nullable()
    .describe('Said of the look at the wallet; the order goes on'),
});

export const OrderAsked = OneOrder;
const StatusWord = z.enum(orderStatuses);

/** One line of the list. */
const OrderLine = z.object({
  orderId: IdText,
  reference: z.string(),
  side: z.enum(sides),
  status: StatusWord,
  payIn: z.enum(payInStates),
  paymentMethod: z.enum(payMethods),
  coins: Coins,
  money: Money.describe('What is paid (buy) or paid out (sell)'),
  placedAt: Moment,
});

export const OrdersAsked = z.object({
  status: ListOrders.shape.status,
  before: IdText.optional().describe('The `next` of the page before'),
  limit: z.coerce.number<number>().int().min(1).max(100).default(20),
});
export const Orders = z.object({
  orders: OrderLine.array(),
  next: IdText.nullable().describe('Give it as `before` for the next page; null on the last'),
});

const PayInto = z
  .object({
    bankName: z.string(),
    accountName: z.string(),
    accountNumber: z.string(),
    branch: z.string(),
    amount: Money.describe('To be transferred to the dollar'),
  })
  .nullable()
  .describe('Where to pay an order that waits for its money; null where nothing is to be paid by transfer');

export const Order = OrderLine.extend({
  network: z.enum(networkIds),
  walletAddress: z.string().nullable(),
  gross: Money,
  fee: Money,
  net: Money,
  networkCost: Money,
  priceUsd: z.string(),
  rate: z.string(),
  whoseMove: z.enum(['customer', 'staff', 'nobody']),
  lapsesAt: MaybeMoment.describe('It is cancelled unpaid at this moment'),
  priceHoldsUntil: MaybeMoment,
  receivedAt: MaybeMoment,
  closedAt: MaybeMoment,
  lapsed: z.boolean(),
  payInto: PayInto,
});

const Lines = z.object({
  title: z.string(),
  lines: z.object({ label: z.string(), value: z.string() }).array(),
});
export const ReceiptShown = z.object({
  orderId: IdText,
  reference: z.string(),
  status: StatusWord,
  heading: z.string(),
  issued: z.string(),
  parties: Lines.array(),
  parts: Lines.array(),
  notes: z.string().array(),
});
