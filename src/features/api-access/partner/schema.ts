import { z } from 'zod';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { assetSymbols } from '../../coins/assets.ts';
import { networkIds } from '../../coins/networks.ts';
import { ListedPrice } from '../../prices/schema.ts';
import { orderStatuses, payInStates, payMethods, sides } from '../../trading/order/order.ts';
import { ListOrders, OneOrder, PlaceBuyOrder, QuoteBuy, QuoteSell } from '../../trading/schema.ts';

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
  .describe('Why an order from this quote would be refused now; null if nothing prevents it');

export const Quote = z.object({
  quoteId: UuidSchema,
  side: z.enum(sides),
  expiresAt: Moment.describe('An order from this quote must be placed before'),
  holdsUntil: Moment.describe('An order placed now keeps this price if it is paid by then'),
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

const IdempotencyKey = UuidSchema.describe(
  'A UUID that you create for this order. The same key with the same body gets the same answer and is placed once.',
);

const wanted = PlaceBuyOrder.shape;

/** Omits what only a person can answer or upload; such orders are refused. */
export const PlaceAsked = z.object({
  headers: z.object({ 'idempotency-key': IdempotencyKey }),
  body: PlaceBuyOrder.pick({ quoteId: true, network: true, walletAddress: true, destinationTag: true }).extend({
    custody: wanted.custody.describe('From US$1,000 on: whether the wallet is your own, or at a provider'),
    custodian: wanted.custodian.describe('From US$1,000 on: the provider, where there is one'),
    walletOwner: wanted.walletOwner.describe('From US$1,000 on: the owner of the wallet, if it is not yours'),
    another: wanted.another.describe('Confirms a second order that equals a recent one'),
  }),
});

export const Placed = z.object({
  orderId: UuidSchema,
  reference: z.string().describe('What to write on the transfer, and what people call the order'),
  notice: z
    .enum(['wallet_notice', 'wallet_screening'])
    .nullable()
    .describe('Result of the wallet check; the order continues'),
});

export const OrderAsked = OneOrder;
const StatusWord = z.enum(orderStatuses);

const OrderLine = z.object({
  orderId: UuidSchema,
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
  before: UuidSchema.optional().describe('The `next` of the page before'),
  limit: z.coerce.number<number>().int().min(1).max(100).default(20),
});
export const Orders = z.object({
  orders: OrderLine.array(),
  next: UuidSchema.nullable().describe('Pass it as `before` for the next page; null on the last page'),
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
  nextActor: z.enum(['customer', 'staff', 'nobody']),
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
  orderId: UuidSchema,
  reference: z.string(),
  status: StatusWord,
  heading: z.string(),
  issued: z.string(),
  parties: Lines.array(),
  parts: Lines.array(),
  notes: z.string().array(),
});
