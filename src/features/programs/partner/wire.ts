import type { InferRouterOutputs } from '@orpc/server';
import type { z } from 'zod';
import { coinsText } from '../../../kernel/coins.ts';
import { type Money, moneyText } from '../../../kernel/money.ts';
import type { AssetSymbol } from '../../coins/assets.ts';
import type { tradingApi } from '../../trading/api.ts';
import type { ListedOrder } from '../../trading/order/order-row.ts';
import { refusalOf } from '../../trading/placing/decide-order.ts';
import type { Order, Quote, ReceiptShown } from './schema.ts';

/** How what the commands answer is written for programs: amounts as text, and nothing that is for a screen alone. */

type Answers = InferRouterOutputs<typeof tradingApi>;

const moneyOf = ({ currency, minor }: Money) => ({ currency, amount: moneyText(minor) });
type Kept = { readonly symbol: string; readonly base: bigint; readonly decimals: number };
const coinsOf = (coins: Kept) => ({ symbol: coins.symbol as AssetSymbol, amount: coinsText(coins) });

/** An offer, from the side of whoever gives something for it. */
export function quoteOf(offer: Answers['quoteBuy']): z.input<typeof Quote> {
  const { side, fiat, symbol, coins, refusal } = offer;
  const ours = { symbol, amount: coins };
  const no = refusal && refusalOf(refusal);
  return {
    quoteId: offer.id,
    side,
    expiresAt: offer.expiresAt,
    holdsUntil: offer.holdsUntil,
    youGive: side === 'buy' ? moneyOf(fiat) : ours,
    youGet: side === 'buy' ? ours : moneyOf(fiat),
    gross: moneyOf(offer.gross),
    fee: moneyOf(offer.fee),
    networkCost: moneyOf(offer.networkCost),
    priceUsd: offer.priceUsd,
    priceSource: offer.priceSource,
    priceObservedAt: offer.priceObservedAt,
    rate: offer.rate,
    needsSourceOfFunds: offer.needsSourceOfFunds,
    refusal: no && { code: no.code, text: no.said.text },
    demo: offer.demo,
  };
}

/** A line of the list. */
export const lineOf = (order: ListedOrder) => ({
  orderId: order.id,
  reference: order.reference,
  side: order.side,
  status: order.status,
  payIn: order.payIn,
  paymentMethod: order.paymentMethod,
  coins: coinsOf(order.coins),
  money: moneyOf(order.fiat),
  placedAt: order.placedAt,
});

function payInto({ account, transfer }: Answers['show']) {
  if (!account) return null;
  const { bank, accountName, number, branch } = account;
  return { bankName: bank, accountName, accountNumber: number, branch, amount: moneyOf(transfer) };
}

/** One order as its customer sees it. */
export function orderOf(shown: Answers['show']): z.input<typeof Order> {
  const { order } = shown;
  return {
    ...lineOf(order),
    network: order.network,
    walletAddress: order.walletAddress,
    gross: moneyOf(order.gross),
    fee: moneyOf(order.fee),
    net: moneyOf(order.net),
    networkCost: moneyOf(order.networkCost),
    priceUsd: order.priceUsd,
    rate: order.rate,
    whoseMove: shown.whoseMove,
    lapsesAt: order.lapsesAt,
    priceHoldsUntil: order.priceHoldsUntil,
    receivedAt: order.receivedAt,
    closedAt: order.closedAt,
    lapsed: order.lapsed,
    payInto: payInto(shown),
  };
}

type Part = Answers['receipt']['parts'][number];
const partOf = ({ title, lines }: Part) => ({ title, lines: lines.map(({ label, value }) => ({ label, value })) });

/** The receipt, as it is drawn on the screen and in the PDF. */
export const receiptOf = (receipt: Answers['receipt']): z.input<typeof ReceiptShown> => ({
  orderId: receipt.orderId,
  reference: receipt.reference,
  status: receipt.status,
  heading: receipt.heading,
  issued: receipt.issued,
  parties: receipt.parties.map(partOf),
  parts: receipt.parts.map(partOf),
  notes: [...receipt.notes],
});
