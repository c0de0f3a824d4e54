import { formatMinorUnits } from '../../../kernel/money.ts';
import { paginate } from '../../../kernel/pagination.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findOrdersBefore } from './history-store.ts';

const pageSize = 20;

export async function findCustomerOrders(tx: Db, userId: string, before: string | null) {
  const rows = await findOrdersBefore(tx, { userId, before, limit: pageSize + 1 });
  const { page, next } = paginate(rows, pageSize, ({ id }) => id);
  const orders = page.map(({ id, reference, side, status, coins, gross, placedAt }) => ({
    id,
    reference,
    side,
    status,
    symbol: coins.symbol,
    grossJmd: formatMinorUnits(gross.minor),
    placedAt,
  }));
  return { orders, next };
}
