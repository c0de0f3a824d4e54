import { sql } from 'kysely';
import { baseUnits } from '../../../kernel/coins.ts';
import { jmd, minorUnits } from '../../../kernel/money.ts';
import { type Db, whoAsks } from '../../../platform/database.ts';
import { type AssetSymbol, assets } from '../../coins/assets.ts';
import type { Deal } from './holdings.ts';
import type { Side } from './order.ts';

type Row = { id: string; side: Side; symbol: AssetSymbol; coins: string; jmd: string; at: Date };

/** So many are read at once: each page costs the same, however many orders there are. */
const pageSize = 1_000;

function readDeal({ side, symbol, coins, jmd: amount, at }: Row): Deal {
  const { decimals } = assets[symbol];
  return {
    side,
    symbol,
    coins: { symbol, base: baseUnits(coins, decimals), decimals },
    jmd: jmd(minorUnits(amount)),
    at,
  };
}

/** All completed orders of whoever asks: of a buy what was paid whole, of a sell what was paid out. */
export async function completedDeals(tx: Db): Promise<Deal[]> {
  const found: Deal[] = [];
  for (let before: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select id, type side, crypto_symbol symbol, crypto_amount coins, coalesce(closed_at, created_at) at,
             case type when 'buy' then jmd_amount else net_jmd_amount end jmd
        from transactions
       where user_id = ${whoAsks} and status = 'completed' ${before === null ? sql`` : sql`and id < ${before}`}
       order by id desc limit ${pageSize}`.execute(tx);
    found.push(...rows.map(readDeal));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return found;
    before = last.id;
  }
}
