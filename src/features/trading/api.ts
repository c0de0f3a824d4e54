import { choosePrice } from './moving/choose-price.ts';
import { cancelOwn, claimPayment, countOwn, listOwn, showOwn } from './moving/own-orders.ts';
import { showReceipt } from './papers/receipt.ts';
import { placeBuyOrder, placeSellOrder } from './placing/place-order.ts';
import { keepSellDraft, sellDraft } from './placing/sell-draft.ts';
import { sellWallet } from './placing/sell-wallet.ts';
import { limitsNow } from './quoting/limits-now.ts';
import { quoteBuy, quoteSell } from './quoting/quote.ts';
import { addressUsed } from './wallets/address-used.ts';

export const tradingApi = {
  limits: limitsNow,
  quoteBuy,
  quoteSell,
  addressUsed,
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
