import { moneyText } from '../../../kernel/money.ts';
import { pageOf } from '../../../kernel/page.ts';
import type { Db } from '../../../platform/database.ts';
import { latestOrders } from './history-store.ts';

/** So many at a time: what staff look for is among the newest, and a page costs the same however many there are. */
const pageSize = 20;

/** A page of a customer's orders in brief, newest first, for what other features show to staff; `next` goes on. */
export async function ordersOfCustomer(tx: Db, userId: string, before: string | null) {
  const rows = await latestOrders(tx, { userId, before, limit: pageSize + 1 });
  const { page, next } = pageOf(rows, pageSize, ({ id }) => id);
  const orders = page.map(({ id, reference, side, status, coins, gross, placedAt }) => ({
    id,
    reference,
    side,
    status,
    symbol: coins.symbol,
    grossJmd: moneyText(gross.minor),
    placedAt,
  }));
  return { orders, next };
}
