import { moneyText } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database.ts';
import { latestOrders } from './history-store.ts';

/** The latest hundred orders of a customer, in brief, for the pages that other features show to staff. */
export async function ordersOfCustomer(tx: Db, userId: string) {
  const orders = await latestOrders(tx, userId);
  return orders.map(({ id, reference, side, status, coins, gross, placedAt }) => ({
    id,
    reference,
    side,
    status,
    symbol: coins.symbol,
    grossJmd: moneyText(gross.minor),
    placedAt,
  }));
}
