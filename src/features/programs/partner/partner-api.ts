import { call } from '@orpc/server';
import type { Context } from '../../../platform/procedure.ts';
import { agreementsApi } from '../../agreements/api.ts';
import { publicPrices } from '../../prices/api.ts';
import { tradingApi } from '../../trading/api.ts';
import { placingMayRefuse } from '../../trading/placing/place-order.ts';
import { mayRefuseToQuote } from '../../trading/quoting/quote.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { tellOfOrder } from '../recorded.ts';
import { forPrograms } from './admit.ts';
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
import { lineOf, orderOf, quoteOf, receiptOf } from './wire.ts';

/** Nobody orders under terms that they have not seen. The screens ask for it before they show anything. */
async function refuseUnagreed(context: Context): Promise<void> {
  const due = await call(agreementsApi.due, undefined, { context });
  if (due.length > 0) refuse('partner.agreement_due', {});
}

/** Of a buy that a program sends: nothing was shown to anybody, so nothing is answered and no document goes along. */
const byNobody = { paymentMethod: 'bank_transfer', sourceOfFunds: null, sourceOfFundsFile: null } as const;

/**
 * What programs may ask, each the same command as on the screens, asked as the key's owner. Whatever that refuses is
 * refused here with the same code and the same words (decision 065).
 */
export const partnerApi = {
  prices: forPrograms('prices:read')
    .route({
      method: 'GET',
      path: '/prices',
      summary: 'Prices',
      description: 'Every coin with its price in US$ and, at our rate, in J$.',
    })
    .output(Prices)
    .handler(async ({ context }) => ({ prices: await publicPrices(context.services, 'symbol') })),

  quoteBuy: forPrograms('orders:place')
    .errors(mayRefuseToQuote)
    .route({
      method: 'POST',
      path: '/quotes/buy',
      summary: 'A quote to buy',
      description: 'Prices a purchase. The quote is good for two minutes and makes one order.',
    })
    .input(QuoteBuyAsked)
    .output(Quote)
    .handler(async ({ context, input }) => quoteOf(await call(tradingApi.quoteBuy, input, { context }))),

  quoteSell: forPrograms('orders:place')
    .errors(mayRefuseToQuote)
    .route({
      method: 'POST',
      path: '/quotes/sell',
      summary: 'A quote to sell',
      description:
        'Prices a sale. It is placed on our site: whoever sells sends coins first and shows a proof, which a person does.',
    })
    .input(QuoteSellAsked)
    .output(Quote)
    .handler(async ({ context, input }) => quoteOf(await call(tradingApi.quoteSell, input, { context }))),

  placeBuyOrder: forPrograms('orders:place')
    .errors(placingMayRefuse)
    .errors(mayRefuse('partner.agreement_due'))
    .route({
      method: 'POST',
      path: '/orders',
      summary: 'Place an order to buy',
      description:
        'Places an order from a quote, to be paid by bank transfer. What needs an answer or a document of a person ' +
        'is refused, and is placed on our site. Send it again under the same key until it is answered: it is placed once.',
      inputStructure: 'detailed',
      successStatus: 201,
    })
    .input(PlaceAsked)
    .output(Placed)
    .handler(async ({ context, input: { headers, body } }) => {
      await refuseUnagreed(context);
      const wish = { ...body, ...byNobody, key: headers['idempotency-key'] };
      const placed = await call(tradingApi.placeBuyOrder, wish, { context });
      await tellOfOrder(context);
      return placed;
    }),

  orders: forPrograms('orders:read')
    .route({ method: 'GET', path: '/orders', summary: 'Orders', description: 'Your orders, the newest first.' })
    .input(OrdersAsked)
    .output(Orders)
    .handler(async ({ context, input: { before = null, ...asked } }) => {
      const { orders, next } = await call(tradingApi.list, { ...asked, before }, { context });
      return { orders: orders.map(lineOf), next };
    }),

  order: forPrograms('orders:read')
    .errors(mayRefuse('trading.order_not_found'))
    .route({
      method: 'GET',
      path: '/orders/{orderId}',
      summary: 'One order',
      description: 'How an order stands, whose move it is and, while it is to be paid, where to.',
    })
    .input(OrderAsked)
    .output(Order)
    .handler(async ({ context, input }) => orderOf(await call(tradingApi.show, input, { context }))),

  receipt: forPrograms('receipts:read')
    .errors(mayRefuse('trading.order_not_found'))
    .route({
      method: 'GET',
      path: '/orders/{orderId}/receipt',
      summary: 'The receipt of an order',
      description: 'The same lines as on the receipt of our site, with your name on it, as the order stands now.',
    })
    .input(OrderAsked)
    .output(ReceiptShown)
    .handler(async ({ context, input }) => receiptOf(await call(tradingApi.receipt, input, { context }))),
};
