import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { type Db, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { chainEntries } from './chain.ts';
import * as store from './store.ts';
import { loadChainHead } from './store.ts';

const batchSize = 1_000;

async function sealEntries(tx: Db, entries: readonly store.UnsealedEntry[]): Promise<number> {
  const { now, ...last } = await store.loadLastSeal(tx);
  const seals = chainEntries(last, entries, now).map((seal, n) => ({ ...seal, auditId: entries[n]?.id ?? '' }));
  if (seals.length > 0) await store.insertSeals(tx, seals);
  return seals.length;
}

/**
 * Seals entries of transactions older than the oldest running transaction (decision D3). A long transaction only
 * delays sealing. In a restored database transaction ids start again, so the whole log is scanned once.
 */
async function sealSettled(tx: Db): Promise<number> {
  const now = await store.loadHorizon(tx);
  const isRestored = BigInt(now.horizon) > BigInt(now.begun);
  const entries = isRestored
    ? await store.findUnsealedEntries(tx, batchSize)
    : await store.findSettledEntries(tx, now, batchSize);
  const sealedCount = await sealEntries(tx, entries);
  const reached =
    sealedCount < batchSize ? now.settled : isRestored ? now.horizon : (entries.at(-1)?.xact ?? now.settled);
  if (reached !== now.horizon) await store.moveHorizon(tx, reached);
  return sealedCount;
}

const runLocked = (pool: pg.Pool, fn: (tx: Db) => Promise<number>) =>
  withSystem(pool, async (tx) => ((await store.tryAdvisoryLock(tx)) ? fn(tx) : 0));

async function runUntilDone(pool: pg.Pool, fn: (tx: Db) => Promise<number>): Promise<number> {
  let sealed = 0;
  for (let lastCount = batchSize; lastCount === batchSize; sealed += lastCount) lastCount = await runLocked(pool, fn);
  return sealed;
}

/** Seals all settled entries with the sealer role. Returns the number of entries. */
export const seal = (pool: pg.Pool): Promise<number> => runUntilDone(pool, sealSettled);

/** Seals entries without a seal. Scans the whole log: the daily job `audit.anchor` calls it. */
export const sealMissed = (pool: pg.Pool): Promise<number> =>
  runUntilDone(pool, async (tx) => sealEntries(tx, await store.findUnsealedEntries(tx, batchSize)));

const intervalMs = 2_000;

/** Seals every two seconds until stopped. A database failure is reported to `onError` and retried. */
export function startSealing(pool: pg.Pool, onError: (error: Error) => void): { stop: () => Promise<void> } {
  const controller = new AbortController();
  const loop = (async () => {
    while (!controller.signal.aborted) {
      await seal(pool).catch(onError);
      await setTimeout(intervalMs, undefined, { signal: controller.signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      controller.abort();
      await loop;
    },
  };
}

/** Logs the end of the chain at every level (decision D3). A database administrator cannot change the process log. */
export async function logAnchor(services: Pick<Services, 'log'>, sealer: pg.Pool): Promise<void> {
  await seal(sealer);
  const leftOut = await sealMissed(sealer);
  const { seq, hash } = await withSystem(sealer, loadChainHead);
  services.log.always({ anchor: `${seq}:${hash}`, leftOut }, 'audit anchor');
}

/** Daily at 00:10 in Jamaica. */
export const auditJobs = (services: Services, sealer: pg.Pool): Job<never>[] => [
  { name: 'audit.anchor', cron: '10 5 * * *', run: () => logAnchor(services, sealer) },
];
