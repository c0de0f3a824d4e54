import { showReceipt } from './documents/receipt.ts';
import { checkStatement, listStatementYears } from './documents/statement.ts';
import { choosePrice } from './lifecycle/choose-price.ts';
import {
  cancelMyOrder,
  claimPayment,
  countOrders,
  listMyOrders,
  listOpenOrders,
  showMyOrder,
} from './lifecycle/my-orders.ts';
import { listPayees, removePayee, saveAccount, saveWallet } from './payees/payees.ts';
import { placeBuyOrder, placeSellOrder } from './placing/place-order.ts';
import { saveSellDraft, sellDraft } from './placing/sell-draft.ts';
import { sellWallet } from './placing/sell-wallet.ts';
import { limitsNow } from './quoting/limits-now.ts';
import { quoteBuy, quoteSell } from './quoting/quote.ts';
import {
  changeRecurringBuy,
  listRecurringBuys,
  pauseRecurringBuy,
  removeRecurringBuy,
  setRecurringBuy,
} from './recurring/recurring-buys.ts';
import { addressUsed } from './wallets/wallet-warning.ts';

export const tradingApi = {
  limits: limitsNow,
  quoteBuy,
  quoteSell,
  addressUsed,
  placeBuyOrder,
  sellWallet,
  placeSellOrder,
  saveSellDraft,
  sellDraft,
  list: listMyOrders,
  open: listOpenOrders,
  counts: countOrders,
  show: showMyOrder,
  receipt: showReceipt,
  statementYears: listStatementYears,
  checkStatement,
  claimPayment,
  cancelOwn: cancelMyOrder,
  choosePrice,
  payees: listPayees,
  saveWallet,
  saveAccount,
  removePayee,
  recurringBuys: listRecurringBuys,
  setRecurringBuy,
  changeRecurringBuy,
  pauseRecurringBuy,
  removeRecurringBuy,
};
