import { recordedHistory, recordedReadings, recordedSource } from '../../../fakes/prices/recorded.ts';
import { after, type Clock, days } from '../../kernel/clock.ts';
import { decimal } from '../../kernel/decimal.ts';
import type { Topic } from '../../platform/topics.ts';
import { askChain, type PricesConfig, providerChain } from './chain.ts';
import { type Check, crossCheck, isWithin, nearPercent } from './cross-check.ts';
import { mayShowRecorded, observedNoLaterThan } from './freshness.ts';
import { type Guard, guardJump } from './jump.ts';
import type { Refreshed } from './schema.ts';
import {
  addHistory,
  newestRecorded,
  type PriceDb,
  type StandingPrice,
  type StoredPrice,
  saveChecks,
  saveJump,
  savePrices,
  storedPrices,
} from './store.ts';
import { quotedSymbols } from './symbols.ts';

/** What the commands of this feature work with. `db` is the pool: providers are asked outside a transaction. */
export type PriceContext = {
  readonly db: PriceDb;
  readonly clock: Clock;
  readonly config: PricesConfig;
  /** How far one source alone may lead, by the settings in force. */
  readonly guard: () => Promise<Guard>;
  readonly log: { warn(fields: object, text: string): void };
  /** Tells every open screen what changed, once it is committed. */
  readonly announce: (topics: readonly Topic[]) => void;
};

/** No provider gave a price that could be used. The old prices stand and go stale; the job tries again. */
export class NoPrices extends Error {
  constructor() {
    super('no provider gave a usable price');
    this.name = 'NoPrices';
  }
}

/** The whole refresh never takes longer than this, whatever single providers do. */
const longestRefreshMs = 10_000;

const recordedDays = 30;

function chosenPrices(checks: readonly Check[], now: Date): StoredPrice[] {
  return checks.flatMap(({ chosen }) => {
    if (!chosen) return [];
    const { source, reading } = chosen;
    const observedAt = observedNoLaterThan(reading.observedAt, now);
    return [{ ...reading, source, demo: false, observedAt, lastUpdated: now }];
  });
}

/** The recorded set of the demo says nothing about where a real price was. */
const realPriceOf = (symbol: string) => (price: StandingPrice) => price.symbol === symbol && !price.demo;

/** What was told and not believed; the first observation of a jump stays, so that a later one can confirm it. */
async function keepJumps(
  tx: PriceDb,
  checks: readonly Check[],
  { standing, now }: { standing: readonly StandingPrice[]; now: Date },
): Promise<void> {
  for (const { symbol, jump } of checks) {
    if (!jump) continue;
    const before = standing.find(realPriceOf(symbol))?.jump ?? null;
    const { priceUsd, observedAt } = jump.reading;
    const same = before !== null && isWithin(decimal(priceUsd), decimal(before.priceUsd), nearPercent);
    const told = { priceUsd, source: jump.source, observedAt: observedNoLaterThan(observedAt, now) };
    await saveJump(tx, symbol, same ? { ...told, observedAt: before.observedAt } : told);
  }
}

function warnOf(log: PriceContext['log'], checks: readonly Check[]): void {
  for (const { symbol, verdict, median, readings } of checks) {
    const odd = readings.some((reading) => reading.standing === 'outlier');
    if (verdict === 'agreed' && !odd) continue;
    if (verdict === 'single') continue;
    log.warn({ symbol, verdict, median, readings }, 'price cross-check needs a look');
  }
}

async function save(tx: PriceDb, prices: readonly StoredPrice[], now: Date): Promise<void> {
  await savePrices(tx, prices);
  const entries = prices.map(({ symbol, priceUsd, source, demo }) => ({ symbol, at: now, priceUsd, source, demo }));
  await addHistory(tx, entries);
}

/** Brings the recorded set and its month of history up to now. Real prices stay as long as they are fresh. */
async function showRecorded({ db, announce }: PriceContext, now: Date): Promise<Refreshed> {
  const done = await db.transaction().execute(async (tx) => {
    const stored = new Map((await storedPrices(tx)).map((price) => [price.symbol, price]));
    const readings = recordedReadings(now).filter(({ symbol }) => mayShowRecorded(stored.get(symbol), now));
    if (readings.length === 0) throw new NoPrices();
    const monthAgo = after(now, -days(recordedDays));
    const newest = await newestRecorded(tx, now);
    const past = recordedHistory(newest && newest > monthAgo ? newest : monthAgo, now);
    await addHistory(
      tx,
      past.map((entry) => ({ ...entry, source: recordedSource, demo: true })),
    );
    const shown = readings.map((reading) => ({ ...reading, source: recordedSource, demo: true, lastUpdated: now }));
    await save(tx, shown, now);
    return { count: shown.length, refreshedAt: now, demo: true };
  });
  announce(['prices']);
  return done;
}

/**
 * Asks all providers at once, checks them against each other and stores the winners with their source and time, the
 * history and the evidence in one transaction. Coins without a winner keep their old price. When nobody answers, the
 * demo shows its recorded set; otherwise throws {@link NoPrices}.
 */
export async function refreshPrices(context: PriceContext): Promise<Refreshed> {
  const { db, clock, config, log } = context;
  const chain = providerChain(config, clock);
  const asked = await askChain(chain, quotedSymbols, AbortSignal.timeout(longestRefreshMs));
  const now = clock();
  if (asked.failures.length > 0) log.warn({ failures: asked.failures }, 'price providers failed');
  if (asked.sources.length === 0 && config.mode === 'demo') return showRecorded(context, now);

  const standing = await storedPrices(db);
  const how = { guard: await context.guard(), now };
  const checks = crossCheck(quotedSymbols, asked.sources, now).map((check) =>
    guardJump(check, standing.find(realPriceOf(check.symbol)), how),
  );
  warnOf(log, checks);
  const prices = chosenPrices(checks, now);
  await db.transaction().execute(async (tx) => {
    await saveChecks(tx, checks, now);
    await keepJumps(tx, checks, { standing, now });
    if (prices.length > 0) await save(tx, prices, now);
  });
  // Staff are shown that a coin rests.
  if (checks.some(({ jump }) => jump)) context.announce(['desk']);
  if (prices.length === 0) throw new NoPrices();
  context.announce(['prices']);
  return { count: prices.length, refreshedAt: now, demo: false };
}
