import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { asSystem, type Db } from '../../platform/database.ts';
import { chain } from './chain.ts';
import * as store from './seal-store.ts';

const batch = 1_000;

/** Chains entries behind the last line. How many there were. */
async function sealThese(tx: Db, entries: readonly store.Waiting[]): Promise<number> {
  const { now, ...last } = await store.lastSeal(tx);
  const seals = chain(last, entries, now).map((seal, n) => ({ ...seal, auditId: entries[n]?.id ?? '' }));
  if (seals.length > 0) await store.addSeals(tx, seals);
  return seals.length;
}

/**
 * Seals what settled since the last time (decision D3): entries of transactions before the oldest one that still runs.
 * One that runs long delays sealing, and nothing is ever passed over; nobody who writes waits for this. A database that
 * was laid down anew from a dump counts its transactions from the start again: there, everything is looked through
 * once.
 */
async function sealSettled(tx: Db): Promise<number> {
  const now = await store.horizonNow(tx);
  const anew = BigInt(now.horizon) > BigInt(now.begun);
  const entries = anew ? await store.anyEntries(tx, batch) : await store.settledEntries(tx, now, batch);
  const done = await sealThese(tx, entries);
  const reached = done < batch ? now.settled : anew ? now.horizon : (entries.at(-1)?.xact ?? now.settled);
  if (reached !== now.horizon) await store.moveHorizon(tx, reached);
  return done;
}

const once = (pool: pg.Pool, act: (tx: Db) => Promise<number>) =>
  asSystem(pool, async (tx) => ((await store.alone(tx)) ? act(tx) : 0));

async function untilDone(pool: pg.Pool, act: (tx: Db) => Promise<number>): Promise<number> {
  let sealed = 0;
  for (let more = batch; more === batch; sealed += more) more = await once(pool, act);
  return sealed;
}

/** Seals all that settled, on connections of the sealer's role. How many entries that were. */
export const seal = (pool: pg.Pool): Promise<number> => untilDone(pool, sealSettled);

/** Looks through the whole log for entries that no seal names, and seals them. Slow; once a day is enough. */
export const sealLeftOut = (pool: pg.Pool): Promise<number> =>
  untilDone(pool, async (tx) => sealThese(tx, await store.anyEntries(tx, batch)));

const every = 2_000;

/** Seals every two seconds until stopped; a database that is away is tried again. */
export function keepSealing(pool: pg.Pool, onError: (error: Error) => void): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const work = (async () => {
    while (!ending.signal.aborted) {
      await seal(pool).catch(onError);
      await setTimeout(every, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await work;
    },
  };
}
