import { call, type InferRouterOutputs } from '@orpc/server';
import type { z } from 'zod';
import { formatBaseUnits } from '../../../kernel/coins.ts';
import { formatMinorUnits, type Money } from '../../../kernel/money.ts';
import type { Context } from '../../../platform/http/procedure.ts';
import { agreementsApi } from '../../accounts/agreements/api.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import { publicPrices } from '../../prices/api.ts';
import { tradingApi } from '../../trading/api.ts';
import type { ListedOrder } from '../../trading/order/order-row.ts';
import { toRefusal } from '../../trading/placing/decide-order.ts';
import { transferRefusalCodes } from '../../trading/placing/place-order.ts';
import { quoteRefusalCodes } from '../../trading/quoting/quote.ts';
import { forPrograms } from '../keys/keys.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { notifyOfOrder } from '../record-change.ts';
import {
  Order,
  OrderAsked,
  Orders,
  OrdersAsked,
  PlaceAsked,
  Placed,
  Prices,
  Quote,
  QuoteBuyAsked,
  QuoteSellAsked,
  ReceiptShown,
} from './schema.ts';

type Answers = InferRouterOutputs<typeof tradingApi>;

const toMoney = ({ currency, minor }: Money) => ({ currency, amount: formatMinorUnits(minor) });
type StoredCoins = { readonly symbol: string; readonly base: bigint; readonly decimals: number };
const toCoins = (coins: StoredCoins) => ({ symbol: coins.symbol as AssetSymbol, amount: formatBaseUnits(coins) });

function toQuote(offer: Answers['quoteBuy']): z.input<typeof Quote> {
  const { side, fiat, symbol, coins, refusal } = offer;
  const cryptoAmount = { symbol, amount: coins };
  const obstacle = refusal && toRefusal(refusal);
  return {
    quoteId: offer.id,
    side,
    expiresAt: offer.expiresAt,
    holdsUntil: offer.holdsUntil,
    youGive: side === 'buy' ? toMoney(fiat) : cryptoAmount,
    youGet: side === 'buy' ? cryptoAmount : toMoney(fiat),
    gross: toMoney(offer.gross),
    fee: toMoney(offer.fee),
    networkCost: toMoney(offer.networkCost),
    priceUsd: offer.priceUsd,
    priceSource: offer.priceSource,
    priceObservedAt: offer.priceObservedAt,
    rate: offer.rate,
    needsSourceOfFunds: offer.needsSourceOfFunds,
    refusal: obstacle && { code: obstacle.code, text: obstacle.userMessage.text },
    demo: offer.demo,
  };
}

const toOrderRow = (order: ListedOrder) => ({
  orderId: order.id,
  reference: order.reference,
  side: order.side,
  status: order.status,
  payIn: order.payIn,
  paymentMethod: order.paymentMethod,
  coins: toCoins(order.coins),
  money: toMoney(order.fiat),
  placedAt: order.placedAt,
});

function toPayInto({ account, transfer }: Answers['show']) {
  if (!account) return null;
  const { bank, accountName, number, branch } = account;
  return { bankName: bank, accountName, accountNumber: number, branch, amount: toMoney(transfer) };
}

function toOrder(shown: Answers['show']): z.input<typeof Order> {
  const { order } = shown;
  return {
    ...toOrderRow(order),
    network: order.network,
    walletAddress: order.walletAddress,
    gross: toMoney(order.gross),
    fee: toMoney(order.fee),
    net: toMoney(order.net),
    networkCost: toMoney(order.networkCost),
    priceUsd: order.priceUsd,
    rate: order.rate,
    nextActor: shown.nextActor === 'none' ? 'nobody' : shown.nextActor,
    lapsesAt: order.lapsesAt,
    priceHoldsUntil: order.priceHoldsUntil,
    receivedAt: order.receivedAt,
    closedAt: order.closedAt,
    lapsed: order.lapsed,
    payInto: toPayInto(shown),
  };
}

type Part = Answers['receipt']['parts'][number];
const toPart = ({ title, lines }: Part) => ({ title, lines: lines.map(({ label, value }) => ({ label, value })) });

const toReceipt = (receipt: Answers['receipt']): z.input<typeof ReceiptShown> => ({
  orderId: receipt.orderId,
  reference: receipt.reference,
  status: receipt.status,
  heading: receipt.heading,
  issued: receipt.issued,
  parties: receipt.parties.map(toPart),
  parts: receipt.parts.map(toPart),
  notes: [...receipt.notes],
});

/** Rejects orders of a customer who has not accepted the current terms. */
async function assertTermsAgreed(context: Context): Promise<void> {
  const due = await call(agreementsApi.due, undefined, { context });
  if (due.length > 0) refuse('partner.agreement_due', {});
}

/** The API supports only bank transfers, and no source-of-funds documents. */
const partnerOrderDefaults = { paymentMethod: 'bank_transfer', sourceOfFunds: null, sourceOfFundsFile: null } as const;

/** Runs the same commands as the screens, as the owner of the key, with the same refusals (ADR 24). */
export const partnerApi = {
  prices: forPrograms('prices:read')
    .route({
      method: 'GET',
      path: '/prices',
      tags: ['Prices'],
      summary: 'Prices',
      description: 'Every coin with its price in US$ and, at our rate, in J$.',
    })
    .output(Prices)
    .handler(async function prices({ context }) {
      return { prices: await publicPrices(context.services, 'symbol') };
    }),

  quoteBuy: forPrograms('orders:place')
    .errors(quoteRefusalCodes)
    .route({
      method: 'POST',
      path: '/quotes/buy',
      tags: ['Quotes'],
      summary: 'A quote to buy',
      description: 'Prices a purchase. The quote is valid for two minutes and one order.',
    })
    .input(QuoteBuyAsked)
    .output(Quote)
    .handler(async function quoteBuy({ context, input }) {
      return toQuote(await call(tradingApi.quoteBuy, input, { context }));
    }),

  quoteSell: forPrograms('orders:place')
    .errors(quoteRefusalCodes)
    .route({
      method: 'POST',
      path: '/quotes/sell',
      tags: ['Quotes'],
      summary: 'A quote to sell',
      description:
        'Prices a sale. Sales are placed on our site, because the seller sends coins first and uploads a proof.',
    })
    .input(QuoteSellAsked)
    .output(Quote)
    .handler(async function quoteSell({ context, input }) {
      return toQuote(await call(tradingApi.quoteSell, input, { context }));
    }),

  placeBuyOrder: forPrograms('orders:place')
    .errors(transferRefusalCodes)
    .errors(refusalCodes('partner.agreement_due'))
    .route({
      method: 'POST',
      path: '/orders',
      tags: ['Orders'],
      summary: 'Place an order to buy',
      description:
        'Places an order from a quote, to be paid by bank transfer. We refuse orders that need an answer or a document: ' +
        'place them on our site. Retry with the same key until you get a response. We place the order only once.',
      inputStructure: 'detailed',
      successStatus: 201,
    })
    .input(PlaceAsked)
    .output(Placed)
    .handler(async function placeBuyOrder({ context, input: { headers, body } }) {
      await assertTermsAgreed(context);
      const order = { ...body, ...partnerOrderDefaults, key: headers['idempotency-key'] };
      const placed = await call(tradingApi.placeBuyOrder, order, { context });
      await notifyOfOrder(context);
      return placed;
    }),

  orders: forPrograms('orders:read')
    .route({
      method: 'GET',
      path: '/orders',
      tags: ['Orders'],
      summary: 'Orders',
      description: 'Your orders, newest first.',
    })
    .input(OrdersAsked)
    .output(Orders)
    .handler(async ({ context, input: { before = null, ...asked } }) => {
      const { orders, next } = await call(tradingApi.list, { ...asked, before }, { context });
      return { orders: orders.map(toOrderRow), next };
    }),

  order: forPrograms('orders:read')
    .errors(refusalCodes('trading.order_not_found'))
    .route({
      method: 'GET',
      path: '/orders/{orderId}',
      tags: ['Orders'],
      summary: 'One order',
      description: 'Status and next step of an order, with payment details until it is paid.',
    })
    .input(OrderAsked)
    .output(Order)
    .handler(async function order({ context, input }) {
      return toOrder(await call(tradingApi.show, input, { context }));
    }),

  receipt: forPrograms('receipts:read')
    .errors(refusalCodes('trading.order_not_found'))
    .route({
      method: 'GET',
      path: '/orders/{orderId}/receipt',
      tags: ['Receipts'],
      summary: 'The receipt of an order',
      description: 'The same receipt as on our site, with your name.',
    })
    .input(OrderAsked)
    .output(ReceiptShown)
    .handler(async function receipt({ context, input }) {
      return toReceipt(await call(tradingApi.receipt, input, { context }));
    }),
};
