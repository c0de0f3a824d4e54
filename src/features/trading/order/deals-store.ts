import { sql } from 'kysely';
import { parseBaseUnits } from '../../../kernel/coins.ts';
import { jmd, parseMinorUnits } from '../../../kernel/money.ts';
import { currentUserId, type Db } from '../../../platform/database/database.ts';
import { type AssetSymbol, assets } from '../../assets/assets.ts';
import type { Deal } from './holdings.ts';
import type { Side } from './order.ts';

type Row = { id: string; side: Side; symbol: AssetSymbol; coins: string; jmd: string; at: Date };

const pageSize = 1_000;

function readDeal({ side, symbol, coins, jmd: amount, at }: Row): Deal {
  const { decimals } = assets[symbol];
  return {
    side,
    symbol,
    coins: { symbol, base: parseBaseUnits(coins, decimals), decimals },
    jmd: jmd(parseMinorUnits(amount)),
    at,
  };
}

export async function findCompletedDeals(tx: Db): Promise<Deal[]> {
  const found: Deal[] = [];
  for (let before: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select id, type side, crypto_symbol symbol, crypto_amount coins, coalesce(closed_at, created_at) at,
             case type when 'buy' then jmd_amount else net_jmd_amount end jmd
        from transactions
       where user_id = ${currentUserId} and status = 'completed' ${before === null ? sql`` : sql`and id < ${before}`}
       order by id desc limit ${pageSize}`.execute(tx);
    found.push(...rows.map(readDeal));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return found;
    before = last.id;
  }
}
