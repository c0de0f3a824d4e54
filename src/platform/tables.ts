import type { ColumnType, Generated } from 'kysely';

/**
 * The tables that are read and written through the query builder. Statements written out in a store (most are) name
 * their own result; `db/schema.sql` shows the whole database. Written by `node tools/run.mjs schema`.
 */
export type Tables = {
  crypto_prices: {
    symbol: string;
    price_usd: string;
    percent_change_24h: string | null;
    volume_24h_usd: string | null;
    source: string;
    demo: Generated<boolean>;
    observed_at: Date;
    last_updated: Date;
    jump_price: string | null;
    jump_source: string | null;
    jump_observed_at: Date | null;
  };
  price_history: {
    symbol: string;
    at: Date;
    price_usd: string;
    source: string;
    demo: Generated<boolean>;
  };
  price_checks: {
    id: Generated<string>;
    at: Generated<Date>;
    symbol: string;
    chosen_source: string | null;
    chosen: string | null;
    readings: ColumnType<unknown, string, string>;
    verdict: string;
  };
  price_refreshes: {
    only_row: Generated<boolean>;
    attempted_at: Date;
  };
};
