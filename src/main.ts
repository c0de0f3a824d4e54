import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { compose } from './compose.ts';
import { basics } from './features/appropriateness/content.ts';
import { coursesAtStart } from './features/learning/courses-at-start.ts';
import { priceContext } from './features/prices/api.ts';
import { pricesAtStart } from './features/prices/jobs.ts';
import { screeningAtStart } from './features/screening/renew-lists.ts';
import { openMetrics } from './features/system/open-metrics.ts';
import type { Config } from './platform/config.ts';
import { openLog } from './platform/log.ts';
import type { Part } from './platform/roads.ts';
import { openTraces } from './platform/traces/open-traces.ts';
import { buildServer, buildWorkerServer, type Drawing } from './server.ts';

/** What was built: the folder of the pages, and the file of what is drawn into theirs. */
type Built = { readonly root: string; readonly drawing?: string };

/** What a process is to be: with pages or without, for answers or jobs or both, and by which owner it lets roles in. */
type Serving = { readonly built?: Built; readonly part?: Part; readonly ownerUrl?: string | undefined };

const drawingIn = async (file: string): Promise<Drawing> =>
  ((await import(pathToFileURL(resolve(file)).href)) as { drawing: Drawing }).drawing;

/** Opens the product on its port and answers how to close it again: requests under way are finished first. */
export async function serve(config: Config, { built, part = 'all', ownerUrl }: Serving): Promise<() => Promise<void>> {
  // What every first order asks for: without it nothing is served.
  basics();
  const log = openLog(config.logLevel, pino.destination(2));
  const composed = await compose({ config, databaseUrl: ownerUrl, log, part });
  const [drawing] = await Promise.all([
    built?.drawing ? drawingIn(built.drawing) : undefined,
    screeningAtStart(composed.services),
    // Whoever answers shows them; it takes a moment to read them all.
    part === 'worker' ? undefined : coursesAtStart(composed.services),
    pricesAtStart(priceContext(composed.services)),
  ]);
  const app =
    part === 'worker'
      ? buildWorkerServer(composed.services)
      : await buildServer(composed.services, built?.root, drawing);
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
