import { type Kysely, sql } from 'kysely';
import { after, minutes } from '../../kernel/clock.ts';
import type { Tables } from '../../platform/tables.ts';
import type { Check } from './cross-check.ts';
import { staleAfterMs } from './freshness.ts';
import type { PricePoint } from './schema.ts';

/** The tables this feature owns. Numeric columns are read and written as text. */
export type PriceTables = Pick<Tables, 'crypto_prices' | 'price_history' | 'price_checks' | 'price_refreshes'>;

/** A database or a transaction in it; ours is any that has at least these tables. */
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

/** What one source alone told, too far from the price that stands: the coin is not traded until it is confirmed. */
export type Jump = { readonly priceUsd: string; readonly source: string; readonly observedAt: Date };
export type StandingPrice = StoredPrice & { readonly jump: Jump | null };

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

function readStanding<Row extends JumpRow>({ jumpPrice, jumpSource, jumpObservedAt, ...price }: Row) {
  const whole = jumpPrice !== null && jumpSource !== null && jumpObservedAt !== null;
  return { ...price, jump: whole ? { priceUsd: jumpPrice, source: jumpSource, observedAt: jumpObservedAt } : null };
}

/**
 * The price of every coin that has one, of table crypto_prices [000 §3 crypto_prices, §7 Tables, 001 §3 crypto_prices,
 * §7 Reads and writes].
 */
export async function storedPrices(db: PriceDb): Promise<StandingPrice[]> {
  const prices = db
    .selectFrom('crypto_prices')
    .select([...storedColumns, ...jumpColumns])
    .orderBy('symbol');
  return (await prices.execute()).map(readStanding);
}

/** The price of one coin, or nothing. With `lock`, nobody else changes it until the transaction ends. */
export async function storedPrice(db: PriceDb, symbol: string, lock = false): Promise<StandingPrice | undefined> {
  const one = db
    .selectFrom('crypto_prices')
    .select([...storedColumns, ...jumpColumns])
    .where('symbol', '=', symbol);
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst();
  return row && readStanding(row);
}

/** Writes down what was told and is not believed yet; the price that stands stays. */
export const saveJump = (tx: PriceDb, symbol: string, jump: Jump) =>
  tx
    .updateTable('crypto_prices')
    .set({ jump_price: jump.priceUsd, jump_source: jump.source, jump_observed_at: jump.observedAt })
    .where('symbol', '=', symbol)
    .execute();

/**
 * Puts these prices in the place of older ones. A refresh that lost a race never overwrites a newer one; two that race
 * are seconds apart, so one that is newer by minutes was written by a clock that ran ahead.
 */
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

/**
 * The price that was traded at a moment: the newest of the 20 minutes before it. Null where there was none, or where
 * after it another one had been told that nobody had believed yet: the coin rested.
 */
export async function storedPriceAt(
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

/** Statements stay well below PostgreSQL's limit of 65,535 parameters. */
const entriesPerStatement = 2_000;

/** Adds to the history; an entry that is already there stays as it is. */
export async function addHistory(tx: PriceDb, entries: readonly HistoryEntry[]): Promise<void> {
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

/** The newest moment up to now of the recorded set that every coin's history has; nothing when there is none. */
export async function newestRecorded(db: PriceDb, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('price_history')
    .select((row) => row.fn.max('at').as('at'))
    .where('demo', '=', true)
    .where('at', '<=', now)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Keeps what each provider said and how it was judged: the evidence for every price we ever showed. */
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

/** Whether a check since then ended without any price being chosen, and none with one. */
export async function checkedInVainSince(db: PriceDb, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('price_checks')
    .select((row) => [row.fn.countAll<bigint>().as('all'), row.fn.count<bigint>('chosen').as('chosen')])
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return BigInt(row.all) > 0n && BigInt(row.chosen) === 0n;
}

/** Claims the right to ask the providers, unless somebody did after `notSince`. One statement, so one winner. */
export async function claimRefresh(db: PriceDb, now: Date, notSince: Date): Promise<boolean> {
  const row = await db
    .insertInto('price_refreshes')
    .values({ attempted_at: now })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ attempted_at: now })
        // An attempt in the future was none: a clock ran ahead.
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

/** When the providers were last asked, whoever asked. */
export async function lastAttempt(db: PriceDb): Promise<Date | null> {
  const row = await db.selectFrom('price_refreshes').select('attempted_at').executeTakeFirst();
  return row?.attempted_at ?? null;
}

export type CurveRequest = {
  readonly symbol: string;
  readonly since: Date;
  /** One point stands for this many seconds: the last price in them. */
  readonly stepSeconds: number;
  /** Recorded and real prices never share a curve. */
  readonly demo: boolean;
};

/** The history of one coin, oldest first, thinned out by the database. */
export async function priceCurve(db: PriceDb, { symbol, since, stepSeconds, demo }: CurveRequest) {
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

/** Forgets history and checks from before that moment; says how many lines of each went. */
export async function pruneBefore(db: PriceDb, moment: Date): Promise<{ history: bigint; checks: bigint }> {
  const history = await db.deleteFrom('price_history').where('at', '<', moment).executeTakeFirst();
  const checks = await db.deleteFrom('price_checks').where('at', '<', moment).executeTakeFirst();
  return { history: history.numDeletedRows, checks: checks.numDeletedRows };
}
