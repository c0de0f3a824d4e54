import type { InferRouterOutputs } from '@orpc/server';
import type { z } from 'zod';
import { formatBaseUnits } from '../../../kernel/coins.ts';
import { formatMinorUnits, type Money } from '../../../kernel/money.ts';
import type { AssetSymbol } from '../../assets/assets.ts';
import type { tradingApi } from '../../trading/api.ts';
import type { ListedOrder } from '../../trading/order/order-row.ts';
import { toRefusal } from '../../trading/placing/decide-order.ts';
import type { Order, Quote, Receipt } from './schema.ts';

type Answers = InferRouterOutputs<typeof tradingApi>;

const toMoney = ({ currency, minor }: Money) => ({ currency, amount: formatMinorUnits(minor) });
type StoredCoins = { readonly symbol: string; readonly base: bigint; readonly decimals: number };
const toCoins = (coins: StoredCoins) => ({ symbol: coins.symbol as AssetSymbol, amount: formatBaseUnits(coins) });

export function toQuote(quote: Answers['quoteBuy']): z.input<typeof Quote> {
  const { side, fiat, symbol, coins, refusal } = quote;
  const cryptoAmount = { symbol, amount: coins };
  const placingRefusal = refusal && toRefusal(refusal);
  return {
    quoteId: quote.id,
    side,
    expiresAt: quote.expiresAt,
    holdsUntil: quote.holdsUntil,
    youGive: side === 'buy' ? toMoney(fiat) : cryptoAmount,
    youGet: side === 'buy' ? cryptoAmount : toMoney(fiat),
    gross: toMoney(quote.gross),
    fee: toMoney(quote.fee),
    networkCost: toMoney(quote.networkCost),
    priceUsd: quote.priceUsd,
    priceSource: quote.priceSource,
    priceObservedAt: quote.priceObservedAt,
    rate: quote.rate,
    needsSourceOfFunds: quote.needsSourceOfFunds,
    refusal: placingRefusal && { code: placingRefusal.code, text: placingRefusal.userMessage.text },
    demo: quote.demo,
  };
}

export const toOrderRow = (order: ListedOrder) => ({
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

export function toOrder(shown: Answers['show']): z.input<typeof Order> {
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

export const toReceipt = (receipt: Answers['receipt']): z.input<typeof Receipt> => ({
  orderId: receipt.orderId,
  reference: receipt.reference,
  status: receipt.status,
  heading: receipt.heading,
  issued: receipt.issued,
  parties: receipt.parties.map(toPart),
  parts: receipt.parts.map(toPart),
  notes: [...receipt.notes],
});
