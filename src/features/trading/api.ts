import { choosePrice } from './choose-price.ts';
import { limitsNow } from './limits-now.ts';
import { cancelOwn, claimPayment, countOwn, listOwn, showOwn } from './own-orders.ts';
import { placeBuyOrder } from './place-buy-order.ts';
import { placeSellOrder, sellWallet } from './place-sell-order.ts';
import { quoteBuy, quoteSell } from './quote.ts';
import { showReceipt } from './receipt.ts';
import { keepSellDraft, sellDraft } from './sell-draft.ts';

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
