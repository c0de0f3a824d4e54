import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openPool, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { loadReadiness } from '../../platform/observability/health.ts';
import { toLoggable } from '../../platform/observability/log.ts';
import { loadBackupTime, loadBuildInfo } from '../../platform/observability/metrics/build-info.ts';
import { measureProcess } from '../../platform/observability/metrics/meters.ts';
import { openScrapePort, type ScrapeResult } from '../../platform/observability/metrics/scrape-port.ts';
import { assessReadiness } from '../../platform/observability/readiness.ts';
import { globalOrphanQuota } from '../documents/quotas.ts';
import { getAgeDays, loadNewestList } from '../location/network-files.ts';
import { loadPlaceDataDate } from '../location/place-files.ts';
import { loadFigures, readinessSources } from './figures-store.ts';
import { formatMetrics } from './format-metrics.ts';

type Bounds = {
  readonly intervalMs: number;
  /** Maximum wait of a caller, who then gets null. The read continues for the next caller. */
  readonly timeoutMs: number;
};

/** Reads at most once per interval and once at a time. A failed read returns null until the interval ends. */
export function throttleRead<T>(
  read: () => Promise<T | null>,
  { intervalMs, timeoutMs }: Bounds,
): () => Promise<T | null> {
  let last: { readonly at: number; readonly value: T | null } | undefined;
  let pending: Promise<T | null> | undefined;
  const start = async () => {
    const value = await read().catch(() => null);
    last = { at: performance.now(), value };
    pending = undefined;
    return value;
  };
  return async () => {
    if (last && performance.now() - last.at < intervalMs) return last.value;
    pending ??= start();
    return Promise.race([pending, setTimeout(timeoutMs, null, { ref: false })]);
  };
}

const figuresBounds = { intervalMs: 15_000, timeoutMs: 4_000 } as const;
/** Hourly, as reading the date decompresses a megabyte. */
const networksBounds = { intervalMs: 3_600_000, timeoutMs: 4_000 } as const;
const daySeconds = 86_400;

/** Serves metrics if configured, on a separate connection from customers. Returns the close function. */
export async function openMetrics(services: Services): Promise<() => Promise<void>> {
  const { config, appUrl } = services;
  if (!config.observability.metrics) return async () => undefined;
  const pool = openPool({ url: appUrl, role: 'cryptocommerce_app', isOwnLogin: true, max: 1 });
  const close = await openScrapePort(config.observability.metrics, createScraper({ ...services, pool }));
  return async () => {
    await close();
    await pool.end();
  };
}

type MetricsServices = Services & { readonly pool: pg.Pool };

function createScraper(services: MetricsServices): () => Promise<ScrapeResult> {
  const { config, clock, meters } = services;
  const read = throttleRead(
    logFirstFailure(services, () => loadAll(services)),
    figuresBounds,
  );
  const networksDays = throttleRead(async () => getAgeDays(await loadNewestList(config.geo), clock()), networksBounds);
  const processMetrics = measureProcess();
  const build = loadBuildInfo(config);
  return async () => {
    const [loaded, days, backupAt, cityDataAt] = await Promise.all([
      read(),
      networksDays(),
      loadBackupTime(config),
      loadPlaceDataDate(config.geo),
    ]);
    const seen = {
      now: clock(),
      figures: loaded?.figures ?? null,
      ready: loaded?.ready ?? null,
      networksAge: days === null ? null : days * daySeconds,
      cityDataAt,
      backupAt,
      maxOrphanBytes: Number(globalOrphanQuota(services).bytes),
      build: await build,
    };
    return {
      type: meters.registry.contentType,
      text: [await meters.registry.metrics(), await processMetrics.metrics(), await formatMetrics(seen)].join(''),
    };
  };
}

async function loadAll(services: MetricsServices) {
  const now = services.clock();
  return {
    figures: await withSystem(services.pool, (tx) => loadFigures(tx, now)),
    ready: assessReadiness(await loadReadiness(services, readinessSources), now),
  };
}

/** Logs the first failure only, until a read succeeds again. */
function logFirstFailure<T>({ log }: Pick<Services, 'log'>, read: () => Promise<T>): () => Promise<T> {
  let isLogged = false;
  return async () => {
    try {
      const value = await read();
      isLogged = false;
      return value;
    } catch (error) {
      if (!isLogged) log.warn({ err: toLoggable(error) }, 'the figures for metrics could not be read');
      isLogged = true;
      throw error;
    }
  };
}
