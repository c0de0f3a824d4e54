import { call } from '@orpc/server';
import { withUser } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import { agreementsApi } from '../../accounts/agreements/api.ts';
import { proofRefusalCodes, type UploadRequest, upload } from '../../documents/upload-route.ts';
import { publicPrices } from '../../prices/api.ts';
import { tradingApi } from '../../trading/api.ts';
import { evidenceNames } from '../../trading/placing/decide-order.ts';
import { hasPlaced, sellRefusalCodes, transferRefusalCodes } from '../../trading/placing/place-order.ts';
import { quoteRefusalCodes } from '../../trading/quoting/quote.ts';
import { forPrograms } from '../keys/keys.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { notifyOfOrder } from '../record-change.ts';
import {
  ListOrdersRequest,
  Order,
  OrderRequest,
  Orders,
  Placed,
  PlaceOrderRequest,
  PlaceSellOrderRequest,
  Prices,
  Proof,
  Quote,
  QuoteBuyRequest,
  QuoteSellRequest,
  Receipt,
  ReceivingWallet,
  SellWalletRequest,
} from './schema.ts';
import { toOrder, toOrderRow, toQuote, toReceipt } from './to-answer.ts';

/** Rejects orders of a customer who has not accepted the current terms. */
async function assertTermsAgreed(context: Context): Promise<void> {
  const due = await call(agreementsApi.due, undefined, { context });
  if (due.length > 0) refuse('partner.agreement_due', {});
}

/** Places an order once per idempotency key. A retry requires no new terms and sends no email. */
async function placeOnce<Placed>(context: Context, key: string, place: () => Promise<Placed>): Promise<Placed> {
  const { services, request } = context;
  const earlier = await withUser(services.pool, credentialsOf(request, services.config), (tx) => hasPlaced(tx, key));
  if (!earlier?.value) await assertTermsAgreed(context);
  const placed = await place();
  if (!earlier?.value) await notifyOfOrder(context);
  return placed;
}

/** The API accepts no source-of-funds documents. */
const withoutFunds = { sourceOfFunds: null, sourceOfFundsFile: null } as const;
/** The API supports only bank transfers. */
const partnerOrderDefaults = { ...withoutFunds, paymentMethod: 'bank_transfer' } as const;

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
    .input(QuoteBuyRequest)
    .output(Quote)
    .handler(async function quoteBuy({ context, input }) {
      return toQuote(await call(tradingApi.quoteBuy, input, { context }));
    }),

  quoteSell: forPrograms('orders:sell')
    .errors(quoteRefusalCodes)
    .route({
      method: 'POST',
      path: '/quotes/sell',
      tags: ['Quotes'],
      summary: 'A quote to sell',
      description: 'Prices a sale. The quote is valid for two minutes and one order.',
    })
    .input(QuoteSellRequest)
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
    .input(PlaceOrderRequest)
    .output(Placed)
    .handler(async function placeBuyOrder({ context, input: { headers, body } }) {
      const order = { ...body, ...partnerOrderDefaults, key: headers['idempotency-key'] };
      return placeOnce(context, order.key, () => call(tradingApi.placeBuyOrder, order, { context }));
    }),

  sellWallet: forPrograms('orders:sell')
    .errors(transferRefusalCodes)
    .errors(quoteRefusalCodes)
    .errors(refusalCodes('partner.agreement_due'))
    .route({
      method: 'POST',
      path: '/orders/sell/wallet',
      tags: ['Orders'],
      summary: 'Our wallet for a sale',
      description:
        'Checks a sale and returns the wallet for its coins. Send coins only after this check, then upload a proof, ' +
        'request a quote and place the order.',
    })
    .input(SellWalletRequest)
    .output(ReceivingWallet)
    .handler(async function sellWallet({ context, input }) {
      await assertTermsAgreed(context);
      const { needsSourceOfFunds, address, tag, demo } = await call(tradingApi.sellWallet, input, { context });
      const { source_of_funds, source_of_funds_proof } = evidenceNames;
      if (needsSourceOfFunds)
        refuse('trading.funds_missing', { what: [source_of_funds, source_of_funds_proof].join(', ') });
      return { network: input.network, address, tag, demo };
    }),

  uploadProof: forPrograms('orders:sell')
    .errors(proofRefusalCodes)
    .route({
      method: 'POST',
      path: '/proofs',
      tags: ['Orders'],
      summary: 'Upload a proof',
      description: 'Stores a picture or PDF of up to 10 MB that proves a transfer. Send its bytes as octet-stream.',
      successStatus: 201,
      spec: (spec) => ({
        ...spec,
        security: [{ key: ['orders:sell'] }],
        requestBody: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      }),
    })
    .output(Proof)
    .handler(async function uploadProof({ context: { services, request } }) {
      const { id } = await upload(services, request as UploadRequest, 'transaction-proof');
      return { fileId: id };
    }),

  placeSellOrder: forPrograms('orders:sell')
    .errors(transferRefusalCodes)
    .errors(sellRefusalCodes)
    .errors(refusalCodes('partner.agreement_due'))
    .route({
      method: 'POST',
      path: '/orders/sell',
      tags: ['Orders'],
      summary: 'Place an order to sell',
      description:
        'Places a sale from a quote, after you sent its coins. We pay to a bank account in your name. ' +
        'Retry with the same key until you get a response. We place the order only once.',
      inputStructure: 'detailed',
      successStatus: 201,
    })
    .input(PlaceSellOrderRequest)
    .output(Placed)
    .handler(async function placeSellOrder({ context, input: { headers, body } }) {
      const order = { ...body, ...withoutFunds, key: headers['idempotency-key'] };
      return placeOnce(context, order.key, () => call(tradingApi.placeSellOrder, order, { context }));
    }),

  orders: forPrograms('orders:read')
    .route({
      method: 'GET',
      path: '/orders',
      tags: ['Orders'],
      summary: 'Orders',
      description: 'Your orders, newest first.',
    })
    .input(ListOrdersRequest)
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
    .input(OrderRequest)
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
    .input(OrderRequest)
    .output(Receipt)
    .handler(async function receipt({ context, input }) {
      return toReceipt(await call(tradingApi.receipt, input, { context }));
    }),
};
