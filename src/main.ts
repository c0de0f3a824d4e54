import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { compose } from './compose.ts';
import { basics } from './features/learning/appropriateness/content.ts';
import { publishShippedCourses } from './features/learning/publish-shipped-courses.ts';
import { createPriceContext } from './features/prices/api.ts';
import { pricesAtStart } from './features/prices/jobs.ts';
import { startScreening } from './features/screening/renew-lists.ts';
import { openMetrics } from './features/system/open-metrics.ts';
import type { Config } from './platform/config/config.ts';
import type { ProcessPart } from './platform/database/database-connections.ts';
import { openLog } from './platform/observability/log.ts';
import { openTraces } from './platform/observability/traces/open-traces.ts';
import { buildServer, buildWorkerServer, type Renderers } from './server.ts';

/** Build output: folder of the pages and path of the server renderers (`prerendered.ts`). */
type Build = { readonly root: string; readonly renderers?: string };

type ServeOptions = { readonly built?: Build; readonly part?: ProcessPart; readonly ownerUrl?: string | undefined };

const loadRenderers = async (file: string): Promise<Renderers> =>
  ((await import(pathToFileURL(resolve(file)).href)) as { renderers: Renderers }).renderers;

/** Starts the server. Returns a function that stops it after running requests have finished. */
export async function serve(
  config: Config,
  { built, part = 'all', ownerUrl }: ServeOptions,
): Promise<() => Promise<void>> {
  // Fail at startup if the test before a first order is missing.
  basics();
  const log = openLog(config.logLevel, pino.destination(2));
  const composed = await compose({ config, databaseUrl: ownerUrl, log, part });
  const [renderers] = await Promise.all([
    built?.renderers ? loadRenderers(built.renderers) : undefined,
    startScreening(composed.services),
    part === 'worker' ? undefined : publishShippedCourses(composed.services),
    pricesAtStart(createPriceContext(composed.services)),
  ]);
  const app =
    part === 'worker'
      ? buildWorkerServer(composed.services)
      : await buildServer(composed.services, built?.root, renderers);
  const closeMetrics = await openMetrics(composed.services);
  const closeTraces = await openTraces(config);
  await app.listen({ port: config.port, host: config.host });
  await composed.startWork();
  return async () => {
    await closeMetrics();
    await app.close();
    await composed.close();
    await closeTraces();
  };
}
