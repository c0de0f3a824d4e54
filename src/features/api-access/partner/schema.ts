import { z } from 'zod';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { assetSymbols } from '../../assets/assets.ts';
import { networkIds } from '../../assets/networks.ts';
import { ListedPrice } from '../../prices/schema.ts';
import { orderStatuses, payInStates, payMethods, sides } from '../../trading/order/order.ts';
import {
  ListOrders,
  OneOrder,
  PlaceBuyOrder,
  QuoteBuy,
  QuoteSell,
  SellOrder,
  SellWallet,
} from '../../trading/schema.ts';
import type { WebhookType } from '../webhooks/events.ts';

const Currency = z.enum(['JMD', 'USD']);
const Money = z
  .object({ currency: Currency, amount: z.string().describe('Decimal text with two places, such as 1250.00') })
  .describe('An amount of money');
const AssetSymbol = z.enum(assetSymbols);
const Coins = z
  .object({ symbol: AssetSymbol, amount: z.string().describe('Decimal text, exact') })
  .describe('An amount of coins');
const Moment = z.date();
const MaybeMoment = z.date().nullable();
const Network = z.enum(networkIds);
const OrderSide = z.enum(sides);
const OrderStatus = z
  .enum(orderStatuses)
  .describe('Pending until we have the payment, processing until we pay out. All other orders are closed');
const PayInStatus = z
  .enum(payInStates)
  .describe('Payment of a buy, or the coins of a sale: awaiting, claimed with a proof, received, or returned');
const PaymentMethod = z.enum(payMethods);

export const Prices = z.object({ prices: ListedPrice.array() });

export const QuoteBuyRequest = QuoteBuy;
export const QuoteSellRequest = QuoteSell;

const QuoteRefusal = z.object({ code: z.string(), text: z.string() });
const WouldBeRefused = QuoteRefusal.nullable().describe('Why we would refuse an order from this quote now, or null');

export const Quote = z.object({
  quoteId: UuidSchema,
  side: OrderSide,
  expiresAt: Moment.describe('Place the order before this time'),
  holdsUntil: Moment.describe('An order placed now keeps this price if you pay by this time'),
  youGive: z.union([Money, Coins]),
  youGet: z.union([Money, Coins]),
  gross: Money.describe('The total in J$ at the rate of this quote'),
  fee: Money,
  networkCost: Money,
  priceUsd: z.string(),
  priceSource: z.string(),
  priceObservedAt: Moment,
  rate: z.string().describe('J$ for US$1'),
  needsSourceOfFunds: z.boolean(),
  refusal: WouldBeRefused,
  demo: z.boolean().describe('True for demo prices: no real money or coins are involved'),
});

export const SellWalletRequest = SellWallet;

export const ReceivingWallet = z.object({
  network: Network,
  address: z.string().describe('Our wallet. Send the coins of this sale to it'),
  tag: z.string().nullable().describe('Destination tag of the transfer, if the wallet has one'),
  demo: z.boolean().describe('True for a demo wallet: do not send coins to it'),
});

export const Proof = z.object({ fileId: UuidSchema });

const IdempotencyKey = UuidSchema.describe(
  'A UUID that you create for this order. Repeated requests with the same key and body place one order',
);

const buyFields = PlaceBuyOrder.shape;
const walletFields = {
  custody: buyFields.custody.describe('From US$1,000: whether you or a provider hold the wallet'),
  custodian: buyFields.custodian.describe('From US$1,000: the name of the provider, if any'),
  walletOwner: buyFields.walletOwner.describe('From US$1,000: the owner of the wallet, if it is not you'),
  another: buyFields.another.describe('Confirms a second order identical to a recent order'),
};

/** Omits fields that only a person can answer or upload. Orders that need them are refused. */
export const PlaceOrderRequest = z.object({
  headers: z.object({ 'idempotency-key': IdempotencyKey }),
  body: PlaceBuyOrder.pick({ quoteId: true, network: true, walletAddress: true, destinationTag: true }).extend(
    walletFields,
  ),
});

const sellFields = SellOrder.shape;

export const PlaceSellOrderRequest = z.object({
  headers: z.object({ 'idempotency-key': IdempotencyKey }),
  body: SellOrder.omit({ key: true, sourceOfFunds: true, sourceOfFundsFile: true }).extend({
    proofFile: UuidSchema.describe('The `fileId` of the proof that you sent the coins'),
    senderWalletAddress: sellFields.senderWalletAddress.describe('The wallet that sent the coins'),
    customWalletType: sellFields.customWalletType.describe('The name of the wallet, for the type other'),
    accountHolderName: sellFields.accountHolderName.describe('Your own name'),
    routingNumber: sellFields.routingNumber.describe('Branch of the bank'),
    ...walletFields,
  }),
});

export const Placed = z.object({
  orderId: UuidSchema,
  reference: z.string().describe('Short name of the order. Write it on the transfer'),
  notice: z
    .enum(['wallet_notice', 'wallet_screening'])
    .nullable()
    .describe('Result of the wallet check; the order continues'),
});

export const OrderRequest = OneOrder;
const OrderSummary = z.object({
  orderId: UuidSchema,
  reference: z.string(),
  side: OrderSide,
  status: OrderStatus,
  payIn: PayInStatus,
  paymentMethod: PaymentMethod,
  coins: Coins,
  money: Money.describe('The payment of a buy, or the payout of a sell'),
  placedAt: Moment,
});

export const ListOrdersRequest = z.object({
  status: ListOrders.shape.status,
  type: ListOrders.shape.type,
  before: UuidSchema.optional().describe('The `next` of the previous page'),
  limit: z.coerce.number<number>().int().min(1).max(100).default(20),
});
export const Orders = z.object({
  orders: OrderSummary.array(),
  next: UuidSchema.nullable().describe('Pass this value as `before` to get the next page. Null on the last page'),
});

const BankTransfer = z.object({
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  branch: z.string(),
  amount: Money.describe('Transfer exactly this amount'),
});
const PayInto = BankTransfer.nullable().describe('Bank account to pay into. Null when no transfer is due');

export const Order = OrderSummary.extend({
  network: Network,
  walletAddress: z.string().nullable(),
  gross: Money,
  fee: Money,
  net: Money,
  networkCost: Money,
  priceUsd: z.string(),
  rate: z.string(),
  nextActor: z.enum(['customer', 'staff', 'nobody']),
  lapsesAt: MaybeMoment.describe('We cancel the order at this time if it is unpaid'),
  priceHoldsUntil: MaybeMoment.describe('Until then the price stays as quoted'),
  receivedAt: MaybeMoment,
  closedAt: MaybeMoment,
  lapsed: z.boolean().describe('We cancelled the order because it was unpaid'),
  payInto: PayInto,
});

const ReceiptLine = z.object({ label: z.string(), value: z.string() });
const ReceiptPart = z.object({ title: z.string(), lines: ReceiptLine.array() });
export const Receipt = z.object({
  orderId: UuidSchema,
  reference: z.string(),
  status: OrderStatus,
  heading: z.string(),
  issued: z.string(),
  parties: ReceiptPart.array(),
  parts: ReceiptPart.array(),
  notes: z.string().array(),
});

const OrderState = z.object({ orderId: UuidSchema, side: OrderSide, status: OrderStatus, payIn: PayInStatus });
const webhookBody = <Type extends WebhookType>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: Moment, data: OrderState });

/** Names of the schemas in the OpenAPI document and in generated clients. */
export const inputSchemas = {
  QuoteBuy,
  QuoteSell,
  PlaceOrder: PlaceOrderRequest.shape.body,
  SellWallet,
  PlaceSellOrder: PlaceSellOrderRequest.shape.body,
};
export const outputSchemas = {
  Currency,
  Money,
  AssetSymbol,
  Coins,
  Network,
  OrderSide,
  OrderStatus,
  PayInStatus,
  PaymentMethod,
  Price: ListedPrice,
  PriceList: Prices,
  QuoteRefusal,
  Quote,
  ReceivingWallet,
  Proof,
  PlacedOrder: Placed,
  OrderSummary,
  OrderList: Orders,
  BankTransfer,
  Order,
  ReceiptLine,
  ReceiptPart,
  Receipt,
  OrderState,
  OrderPlaced: webhookBody('order.placed'),
  OrderStatusChanged: webhookBody('order.status_changed'),
  ReceiptReady: webhookBody('receipt.ready'),
};
