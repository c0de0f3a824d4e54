import { choosePrice } from './moving/choose-price.ts';
import { cancelOwn, claimPayment, countOwn, listOwn, showOwn } from './moving/own-orders.ts';
import { showReceipt } from './papers/receipt.ts';
import { placeBuyOrder } from './placing/place-buy-order.ts';
import { placeSellOrder, sellWallet } from './placing/place-sell-order.ts';
import { keepSellDraft, sellDraft } from './placing/sell-draft.ts';
import { limitsNow } from './quoting/limits-now.ts';
import { quoteBuy, quoteSell } from './quoting/quote.ts';

export const tradingApi = {
  limits: limitsNow,
  quoteBuy,
  quoteSell,
  placeBuyOrder,
  sellWallet,
  placeSellOrder,
  keepSellDraft,
  sellDraft,
  list: listOwn,
  counts: countOwn,
  show: showOwn,
  receipt: showReceipt,
  claimPayment,
  cancelOwn,
  choosePrice,
};
