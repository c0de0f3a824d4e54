import { type Kysely, sql } from 'kysely';
import { after, minutes } from '../../kernel/clock.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Check } from './cross-check.ts';
import { staleAfterMs } from './freshness.ts';
import type { PricePoint } from './schema.ts';

export type PriceTables = Pick<Tables, 'crypto_prices' | 'price_history' | 'price_checks' | 'price_refreshes'>;

export type PriceDb = Kysely<PriceTables>;

export type StoredPrice = {
  readonly symbol: string;
  readonly priceUsd: string;
  readonly change24h: string | null;
  readonly volume24hUsd: string | null;
  readonly source: string;
  readonly demo: boolean;
  readonly observedAt: Date;
  readonly lastUpdated: Date;
};

export type Jump = { readonly priceUsd: string; readonly source: string; readonly observedAt: Date };
export type PriceWithJump = StoredPrice & { readonly jump: Jump | null };

const storedColumns = [
  'symbol',
  'price_usd as priceUsd',
  'percent_change_24h as change24h',
  'volume_24h_usd as volume24hUsd',
  'source',
  'demo',
  'observed_at as observedAt',
  'last_updated as lastUpdated',
] as const;

const jumpColumns = [
  'jump_price as jumpPrice',
  'jump_source as jumpSource',
  'jump_observed_at as jumpObservedAt',
] as const;

type JumpRow = { jumpPrice: string | null; jumpSource: string | null; jumpObservedAt: Date | null };

function toPriceWithJump<Row extends JumpRow>({ jumpPrice, jumpSource, jumpObservedAt, ...price }: Row) {
  const hasJump = jumpPrice !== null && jumpSource !== null && jumpObservedAt !== null;
  return { ...price, jump: hasJump ? { priceUsd: jumpPrice, source: jumpSource, observedAt: jumpObservedAt } : null };
}

/** [000 §3 crypto_prices, §7 Tables; 001 §3 crypto_prices, §7 Reads and writes] */
export async function loadPrices(db: PriceDb): Promise<PriceWithJump[]> {
  const prices = db
    .selectFrom('crypto_prices')
    .select([...storedColumns, ...jumpColumns])
    .orderBy('symbol');
  return (await prices.execute()).map(toPriceWithJump);
}

/** With `lock`, the row stays locked until the transaction ends. */
export async function loadPrice(db: PriceDb, symbol: string, lock = false): Promise<PriceWithJump | undefined> {
  const query = db
    .selectFrom('crypto_prices')
    .select([...storedColumns, ...jumpColumns])
    .where('symbol', '=', symbol);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && toPriceWithJump(row);
}

export const saveJump = (tx: PriceDb, symbol: string, jump: Jump) =>
  tx
    .updateTable('crypto_prices')
    .set({ jump_price: jump.priceUsd, jump_source: jump.source, jump_observed_at: jump.observedAt })
    .where('symbol', '=', symbol)
    .execute();

/** Replaces older prices, and prices over 2 minutes in the future, which came from a fast clock. */
export async function savePrices(tx: PriceDb, prices: readonly StoredPrice[]): Promise<void> {
  if (prices.length === 0) return;
  await tx
    .insertInto('crypto_prices')
    .values(
      prices.map((price) => ({
        symbol: price.symbol,
        price_usd: price.priceUsd,
        percent_change_24h: price.change24h,
        volume_24h_usd: price.volume24hUsd,
        source: price.source,
        demo: price.demo,
        observed_at: price.observedAt,
        last_updated: price.lastUpdated,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('symbol')
        .doUpdateSet((row) => ({
          price_usd: row.ref('excluded.price_usd'),
          percent_change_24h: row.ref('excluded.percent_change_24h'),
          volume_24h_usd: row.ref('excluded.volume_24h_usd'),
          source: row.ref('excluded.source'),
          demo: row.ref('excluded.demo'),
          observed_at: row.ref('excluded.observed_at'),
          last_updated: row.ref('excluded.last_updated'),
          jump_price: null,
          jump_source: null,
          jump_observed_at: null,
        }))
        .where(
          sql<boolean>`crypto_prices.last_updated not between excluded.last_updated + interval '1 microsecond'
            and excluded.last_updated + interval '2 minutes'`,
        ),
    )
    .execute();
}

/** Returns the newest price of the 20 minutes before `at`. Null without one, and during an unconfirmed jump. */
export async function loadPriceAt(
  db: PriceDb,
  symbol: string,
  moment: Date,
): Promise<Omit<HistoryEntry, 'symbol'> | null> {
  const row = await db
    .selectFrom('price_history')
    .select(['at', 'price_usd as priceUsd', 'source', 'demo'])
    .where('symbol', '=', symbol)
    .where('at', '<=', moment)
    .where('at', '>', new Date(moment.getTime() - staleAfterMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('price_checks')
            .select('id')
            .whereRef('price_checks.symbol', '=', 'price_history.symbol')
            .whereRef('price_checks.at', '>', 'price_history.at')
            .where('price_checks.at', '<=', moment)
            .where('price_checks.verdict', '=', 'jump'),
        ),
      ),
    )
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type HistoryEntry = {
  readonly symbol: string;
  readonly at: Date;
  readonly priceUsd: string;
  readonly source: string;
  readonly demo: boolean;
};

const entriesPerStatement = 2_000;

export async function insertPriceHistory(tx: PriceDb, entries: readonly HistoryEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesPerStatement) {
    const values = entries
      .slice(start, start + entriesPerStatement)
      .map(({ priceUsd, ...entry }) => ({ ...entry, price_usd: priceUsd }));
    await tx
      .insertInto('price_history')
      .values(values)
      .onConflict((conflict) => conflict.columns(['symbol', 'at']).doNothing())
      .execute();
  }
}

export async function loadNewestDemoTime(db: PriceDb, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('price_history')
    .select((row) => row.fn.max('at').as('at'))
    .where('demo', '=', true)
    .where('at', '<=', now)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Stores the readings behind every price as evidence. */
export async function saveChecks(tx: PriceDb, checks: readonly Check[], at: Date): Promise<void> {
  if (checks.length === 0) return;
  const values = checks.map(({ symbol, verdict, chosen, readings }) => ({
    at,
    symbol,
    verdict,
    chosen_source: chosen?.source ?? null,
    chosen: chosen?.reading.priceUsd ?? null,
    readings: JSON.stringify(readings),
  }));
  await tx.insertInto('price_checks').values(values).execute();
}

export async function haveAllChecksFailedSince(db: PriceDb, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('price_checks')
    .select((row) => [row.fn.countAll<bigint>().as('all'), row.fn.count<bigint>('chosen').as('chosen')])
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return BigInt(row.all) > 0n && BigInt(row.chosen) === 0n;
}

/** Returns false when another refresh started after `notSince`. Atomic: only one of several parallel callers wins. */
export async function claimRefresh(db: PriceDb, now: Date, notSince: Date): Promise<boolean> {
  const row = await db
    .insertInto('price_refreshes')
    .values({ attempted_at: now })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ attempted_at: now })
        .where((row) =>
          row.or([
            row('price_refreshes.attempted_at', '<=', notSince),
            row('price_refreshes.attempted_at', '>', after(now, minutes(2))),
          ]),
        ),
    )
    .returning('attempted_at')
    .executeTakeFirst();
  return row !== undefined;
}

export async function loadLastAttempt(db: PriceDb): Promise<Date | null> {
  const row = await db.selectFrom('price_refreshes').select('attempted_at').executeTakeFirst();
  return row?.attempted_at ?? null;
}

export type CurveRequest = {
  readonly symbol: string;
  readonly since: Date;
  readonly stepSeconds: number;
  readonly demo: boolean;
};

export async function loadPriceCurve(db: PriceDb, { symbol, since, stepSeconds, demo }: CurveRequest) {
  const { rows } = await sql<PricePoint>`
    select at, price_usd as "priceUsd"
    from (
      select distinct on (step) date_bin(make_interval(secs => ${stepSeconds}), at, timestamptz '2000-01-01') as step,
        at, price_usd
      from price_history
      where symbol = ${symbol} and at >= ${since} and demo = ${demo}
      order by step, at desc
    ) as last_of_step
    order by at`.execute(db);
  return rows;
}

export async function deleteBefore(db: PriceDb, moment: Date): Promise<{ history: bigint; checks: bigint }> {
  const history = await db.deleteFrom('price_history').where('at', '<', moment).executeTakeFirst();
  const checks = await db.deleteFrom('price_checks').where('at', '<', moment).executeTakeFirst();
  return { history: history.numDeletedRows, checks: checks.numDeletedRows };
}
