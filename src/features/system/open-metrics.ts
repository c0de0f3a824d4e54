import type pg from 'pg';
import { asSystem, openPool } from '../../platform/database.ts';
import { readinessFound } from '../../platform/health.ts';
import { loggable } from '../../platform/log.ts';
import { backupAtOf, buildOf } from '../../platform/metrics/build-facts.ts';
import { measureProcess } from '../../platform/metrics/meters.ts';
import { openScrapePort, type Scraped } from '../../platform/metrics/scrape-port.ts';
import type { Services } from '../../platform/procedure.ts';
import { judge } from '../../platform/readiness.ts';
import { roomOfAll } from '../documents/unused-room.ts';
import { newestList } from '../location/network-files.ts';
import { ageOf } from '../location/network-list.ts';
import { atMostEvery } from './at-most-every.ts';
import { readFigures } from './figures-store.ts';
import { textOf } from './figures-text.ts';
import { readyRooms } from './ready-rooms.ts';

/** The database is read so seldom, and no scrape waits longer than that, ms. */
const figures = { every: 15_000, patience: 4_000 } as const;
/** A list of a megabyte is unpacked for its day. */
const networks = { every: 3_600_000, patience: 4_000 } as const;
const daySeconds = 86_400;

/**
 * Serves metrics where the settings say, or nowhere. What they read of the database they read over one connection of
 * their own, so that a scrape neither waits for customers nor they for it. Answers how to end it.
 */
export async function openMetrics(services: Services): Promise<() => Promise<void>> {
  const { config, appUrl } = services;
  if (!config.seeing.metrics) return async () => undefined;
  const pool = openPool({ url: appUrl, role: 'cryptocommerce_app', asGiven: true, max: 1 });
  const close = await openScrapePort(config.seeing.metrics, scraper({ ...services, pool }));
  return async () => {
    await close();
    await pool.end();
  };
}

type Reading = Services & { readonly pool: pg.Pool };

/** What is answered: what the process counts, and what was last read of the database. */
function scraper(services: Reading): () => Promise<Scraped> {
  const { config, clock, meters } = services;
  const read = atMostEvery(
    whileNoticed(services, () => readAll(services)),
    figures,
  );
  const networksDays = atMostEvery(async () => ageOf(await newestList(config.geo), clock()), networks);
  const ofProcess = measureProcess();
  const build = buildOf(config);
  return async () => {
    const [found, days, backupAt] = await Promise.all([read(), networksDays(), backupAtOf(config)]);
    const seen = {
      now: clock(),
      figures: found?.figures ?? null,
      ready: found?.ready ?? null,
      networksAge: days === null ? null : days * daySeconds,
      backupAt,
      filesRoom: Number(roomOfAll(services).bytes),
      build: await build,
    };
    return {
      type: meters.registry.contentType,
      text: [await meters.registry.metrics(), await ofProcess.metrics(), await textOf(seen)].join(''),
    };
  };
}

async function readAll(services: Reading) {
  const now = services.clock();
  return {
    figures: await asSystem(services.pool, (tx) => readFigures(tx, now)),
    ready: judge(await readinessFound(services, readyRooms), now),
  };
}

/** Says once in the log that the figures cannot be read, until they could be again. */
function whileNoticed<T>({ log }: Pick<Services, 'log'>, read: () => Promise<T>): () => Promise<T> {
  let known = false;
  return async () => {
    try {
      const value = await read();
      known = false;
      return value;
    } catch (error) {
      if (!known) log.warn({ err: loggable(error) }, 'the figures for metrics could not be read');
      known = true;
      throw error;
    }
  };
}
