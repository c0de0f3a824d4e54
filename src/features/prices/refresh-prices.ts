import { recordedHistory, recordedReadings, recordedSource } from '../../../fakes/prices/recorded.ts';
import { after, type Clock, days } from '../../kernel/clock.ts';
import { decimal } from '../../kernel/decimal.ts';
import type { Db } from '../../platform/database/rows.ts';
import type { Topic } from '../../platform/live/topics.ts';
import { quotedSymbols } from '../assets/assets.ts';
import { type Check, crossCheck, isWithin, nearPercent } from './cross-check.ts';
import { canShowRecorded, capAtNow } from './freshness.ts';
import { createProviderChain, type PricesConfig, queryProviders } from './provider-chain.ts';
import type { Refreshed } from './schema.ts';
import {
  insertPriceHistory,
  loadNewestDemoTime,
  loadPrices,
  type PriceDb,
  type PriceWithJump,
  type StoredPrice,
  saveChecks,
  saveJump,
  savePrices,
} from './store.ts';

type Guard = {
  readonly jumpPercent: number;
  readonly withinMinutes: number;
  readonly confirmMinutes: number;
};

type Reading = { readonly priceUsd: string; readonly observedAt: Date };

export type PreviousPrice = Reading & { readonly jump: (Reading & { readonly source: string }) | null };

const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000;

const isNear = (first: Reading, second: Reading, percent: bigint): boolean =>
  isWithin(decimal(first.priceUsd), decimal(second.priceUsd), percent);

/** Replaces a large price change by a `jump`, unless two sources agree or a later reading confirms the jump. */
export function guardJump(
  check: Check,
  previous: PreviousPrice | undefined,
  { guard, now }: { guard: Guard; now: Date },
): Check {
  const { chosen, readings } = check;
  if (!chosen || !previous || readings.filter((reading) => reading.standing === 'near').length > 1) return check;
  const isOld = minutesBetween(previous.observedAt, now) > guard.withinMinutes;
  if (isOld || isNear(chosen.reading, previous, BigInt(guard.jumpPercent))) return check;
  const { jump } = previous;
  const isConfirmed =
    jump !== null && minutesBetween(jump.observedAt, chosen.reading.observedAt) >= guard.confirmMinutes;
  if (isConfirmed && isNear(chosen.reading, jump, nearPercent)) return check;
  return { ...check, verdict: 'jump', chosen: null, jump: chosen };
}

/** `db` must be the pool, because provider requests run outside a transaction. */
export type PriceContext = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: PricesConfig;
  readonly guard: () => Promise<Guard>;
  readonly log: { warn(fields: object, text: string): void };
  readonly publishTopic: (topics: readonly Topic[]) => void;
  readonly enqueue: (tx: Db, job: string) => Promise<void>;
};

/** Runs after each transaction that stores new prices. */
export const alertsJob = 'prices.alerts';

/** Thrown when no provider returned a usable price. The old prices stay, and the job retries. */
export class NoPrices extends Error {
  constructor() {
    super('no provider gave a usable price');
    this.name = 'NoPrices';
  }
}

const maxRefreshMs = 10_000;

const recordedDays = 30;

function getChosenPrices(checks: readonly Check[], now: Date): StoredPrice[] {
  return checks.flatMap(({ chosen }) => {
    if (!chosen) return [];
    const { source, reading } = chosen;
    const observedAt = capAtNow(reading.observedAt, now);
    return [{ ...reading, source, demo: false, observedAt, lastUpdated: now }];
  });
}

const isLivePriceOf = (symbol: string) => (price: PriceWithJump) => price.symbol === symbol && !price.demo;

/** Keeps the time of the first reading of a jump. A later reading then confirms the jump. */
async function saveJumps(
  tx: PriceDb,
  checks: readonly Check[],
  { previousPrices, now }: { previousPrices: readonly PriceWithJump[]; now: Date },
): Promise<void> {
  for (const { symbol, jump } of checks) {
    if (!jump) continue;
    const previousJump = previousPrices.find(isLivePriceOf(symbol))?.jump ?? null;
    const { priceUsd, observedAt } = jump.reading;
    const isSameJump =
      previousJump !== null && isWithin(decimal(priceUsd), decimal(previousJump.priceUsd), nearPercent);
    const newJump = { priceUsd, source: jump.source, observedAt: capAtNow(observedAt, now) };
    await saveJump(tx, symbol, isSameJump ? { ...newJump, observedAt: previousJump.observedAt } : newJump);
  }
}

function logConspicuousChecks(log: PriceContext['log'], checks: readonly Check[]): void {
  for (const { symbol, verdict, median, readings } of checks) {
    const hasOutlier = readings.some((reading) => reading.standing === 'outlier');
    if (verdict === 'agreed' && !hasOutlier) continue;
    if (verdict === 'single') continue;
    log.warn({ symbol, verdict, median, readings }, 'price cross-check needs a look');
  }
}

type NewPrices = { readonly prices: readonly StoredPrice[]; readonly now: Date };

async function saveWithHistory(tx: Db, { prices, now }: NewPrices, { enqueue }: PriceContext): Promise<void> {
  await savePrices(tx, prices);
  const entries = prices.map(({ symbol, priceUsd, source, demo }) => ({ symbol, at: now, priceUsd, source, demo }));
  await insertPriceHistory(tx, entries);
  await enqueue(tx, alertsJob);
}

/** Stores recorded demo prices and a month of demo history. Does not replace fresh real prices. */
async function showRecordedPrices(context: PriceContext, now: Date): Promise<Refreshed> {
  const { db, publishTopic } = context;
  const result = await db.transaction().execute(async (tx) => {
    const stored = new Map((await loadPrices(tx)).map((price) => [price.symbol, price]));
    const readings = recordedReadings(now).filter(({ symbol }) => canShowRecorded(stored.get(symbol), now));
    if (readings.length === 0) throw new NoPrices();
    const monthAgo = after(now, -days(recordedDays));
    const newest = await loadNewestDemoTime(tx, now);
    const history = recordedHistory(newest && newest > monthAgo ? newest : monthAgo, now);
    await insertPriceHistory(
      tx,
      history.map((entry) => ({ ...entry, source: recordedSource, demo: true })),
    );
    const demoPrices = readings.map((reading) => ({
      ...reading,
      source: recordedSource,
      demo: true,
      lastUpdated: now,
    }));
    await saveWithHistory(tx, { prices: demoPrices, now }, context);
    return { count: demoPrices.length, refreshedAt: now, demo: true };
  });
  publishTopic(['prices']);
  return result;
}

/** Fetches, cross-checks and stores prices. Throws `NoPrices` without a price, but a demo uses recorded prices. */
export async function refreshPrices(context: PriceContext): Promise<Refreshed> {
  const { db, clock, config, log } = context;
  const chain = createProviderChain(config, clock);
  const answer = await queryProviders(chain, quotedSymbols, AbortSignal.timeout(maxRefreshMs));
  const now = clock();
  if (answer.failures.length > 0) log.warn({ failures: answer.failures }, 'price providers failed');
  if (answer.sources.length === 0 && config.mode === 'demo') return showRecordedPrices(context, now);

  const previousPrices = await loadPrices(db);
  const guardOptions = { guard: await context.guard(), now };
  const checks = crossCheck(quotedSymbols, answer.sources, now).map((check) =>
    guardJump(check, previousPrices.find(isLivePriceOf(check.symbol)), guardOptions),
  );
  logConspicuousChecks(log, checks);
  const prices = getChosenPrices(checks, now);
  await db.transaction().execute(async (tx) => {
    await saveChecks(tx, checks, now);
    await saveJumps(tx, checks, { previousPrices, now });
    if (prices.length > 0) await saveWithHistory(tx, { prices, now }, context);
  });
  if (checks.some(({ jump }) => jump)) context.publishTopic(['desk']);
  if (prices.length === 0) throw new NoPrices();
  context.publishTopic(['prices']);
  return { count: prices.length, refreshedAt: now, demo: false };
}
