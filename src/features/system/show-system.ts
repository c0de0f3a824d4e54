import { after } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import { migrationNames } from '../../platform/database/schema-version.ts';
import { type Services, staffTwoPhase } from '../../platform/http/procedure.ts';
import { loadReadiness } from '../../platform/observability/health.ts';
import { toLoggable } from '../../platform/observability/log.ts';
import { type BuildInfo, loadBackupTime, loadBuildInfo } from '../../platform/observability/metrics/build-info.ts';
import { assessReadiness, type Parts } from '../../platform/observability/readiness.ts';
import { loadCityDataDate } from '../location/city-files.ts';
import { loadNewestList } from '../location/network-files.ts';
import { getAgeDays } from '../location/network-list.ts';
import { findSources } from '../screening/index-store.ts';
import { getSourceState, type SourceName, type SourceState, sourceNames } from '../screening/sources.ts';
import type { QueueFigures } from './figures.ts';
import { loadQueues } from './figures-store.ts';
import { systemPermissions } from './permissions.ts';
import { listProviders, type ProviderStatus } from './providers.ts';
import { readinessSources } from './readiness-sources.ts';
import { type DeadLetterJob, findDeadLetterJobs, findNewestMigration } from './system-store.ts';

export type SystemList = {
  readonly list: SourceName;
  readonly name: string;
  readonly needed: boolean;
  readonly state: SourceState;
  readonly asOf: Date | null;
};

/** Contains no personal data. */
export type SystemPage = {
  readonly now: Date;
  readonly build: BuildInfo;
  readonly process: { readonly since: Date; readonly node: string };
  /** `behind` is the number of migrations that the database lacks. */
  readonly migrations: { readonly newest: string | null; readonly known: string | null; readonly behind: number };
  readonly ready: Parts;
  readonly failed: readonly DeadLetterJob[];
  readonly queues: readonly QueueFigures[];
  readonly providers: readonly ProviderStatus[];
  readonly lists: readonly SystemList[];
  readonly networksDays: number;
  readonly cityDataAt: Date | null;
  readonly backupAt: Date | null;
};

/** Removes personal data as the log does. */
const redact = (error: string | null): string | null =>
  error === null ? null : ((toLoggable({ message: error, stack: '' }) as { message?: string }).message ?? null);

async function loadDatabasePart({ pool, config, clock }: Services) {
  const now = clock();
  return withSystem(pool, async (tx) => ({
    newest: await findNewestMigration(tx),
    failed: (await findDeadLetterJobs(tx)).map((work) => ({ ...work, error: redact(work.error) })),
    queues: (await loadQueues(tx)).filter(({ waiting }) => waiting.count > 0),
    providers: await listProviders(tx, config),
    lists: (await findSources(tx)).map((source) => ({
      list: source.source,
      name: sourceNames[source.source],
      needed: source.needed,
      state: getSourceState(source, now),
      asOf: source.asOf,
    })),
  }));
}

/** Checks the session first, then reads with system rights, as the data belongs to no user. */
export const showSystem = staffTwoPhase(systemPermissions.read).handler(async function showSystem({
  context: { services },
}): Promise<SystemPage> {
  const { config, clock } = services;
  const now = clock();
  const { newest, ...found } = await loadDatabasePart(services);
  const names = await migrationNames();
  return {
    now,
    build: await loadBuildInfo(config),
    process: { since: after(now, -Math.round(process.uptime() * 1000)), node: process.version },
    migrations: {
      newest,
      known: names.at(-1) ?? null,
      behind: names.filter((name) => newest === null || name > newest).length,
    },
    ready: assessReadiness(await loadReadiness(services, readinessSources), now),
    ...found,
    networksDays: getAgeDays(await loadNewestList(config.geo), now),
    cityDataAt: await loadCityDataDate(config.geo),
    backupAt: await loadBackupTime(config),
  };
});
