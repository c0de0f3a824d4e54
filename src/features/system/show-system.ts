import { after } from '../../kernel/clock.ts';
import { asSystem } from '../../platform/database.ts';
import { migrationNames } from '../../platform/fit-database.ts';
import { readinessFound } from '../../platform/health.ts';
import { loggable } from '../../platform/log.ts';
import { type Build, backupAtOf, buildOf } from '../../platform/metrics/build-facts.ts';
import { type Services, staffOnlyBriefly } from '../../platform/procedure.ts';
import { judge, type Parts } from '../../platform/readiness.ts';
import { newestList } from '../location/network-files.ts';
import { ageOf } from '../location/network-list.ts';
import { sourcesInForce } from '../screening/index-store.ts';
import { type SourceName, type SourceState, sourceNames, stateOf } from '../screening/sources.ts';
import { systemActs } from './acts.ts';
import type { QueueFigures } from './figures.ts';
import { readQueues } from './figures-store.ts';
import { type ProviderLine, providersNow } from './providers.ts';
import { readyRooms } from './ready-rooms.ts';
import { type GivenUp, givenUp, newestMigration } from './system-store.ts';

export type SystemList = {
  readonly list: SourceName;
  readonly name: string;
  readonly needed: boolean;
  readonly state: SourceState;
  readonly asOf: Date | null;
};

/** How the house itself stands, for whoever runs it. Nobody is named in it. */
export type SystemPage = {
  readonly now: Date;
  readonly build: Build;
  /** Since when the process that answers runs, and by which Node. */
  readonly process: { readonly since: Date; readonly node: string };
  /** The newest migration of the database, the newest that the code knows, and how many the database lacks. */
  readonly migrations: { readonly newest: string | null; readonly known: string | null; readonly behind: number };
  readonly ready: Parts;
  readonly failed: readonly GivenUp[];
  readonly queues: readonly QueueFigures[];
  readonly providers: readonly ProviderLine[];
  readonly lists: readonly SystemList[];
  /** Days since the list of provider networks was published. */
  readonly networksDays: number;
  /** When the last backup was whole; null where nobody tells us. */
  readonly backupAt: Date | null;
};

/** Text of a fault without whatever may be somebody's in it: as a log takes it. */
const cleaned = (said: string | null): string | null =>
  said === null ? null : ((loggable({ message: said, stack: '' }) as { message?: string }).message ?? null);

async function inDatabase({ pool, config, clock }: Services) {
  const now = clock();
  return asSystem(pool, async (tx) => ({
    newest: await newestMigration(tx),
    failed: (await givenUp(tx)).map((work) => ({ ...work, said: cleaned(work.said) })),
    queues: (await readQueues(tx)).filter(({ waiting }) => waiting.count > 0),
    providers: await providersNow(tx, config),
    lists: (await sourcesInForce(tx)).map((source) => ({
      list: source.source,
      name: sourceNames[source.source],
      needed: source.needed,
      state: stateOf(source, now),
      asOf: source.asOf,
    })),
  }));
}

/** Everything of the page in one answer. Who asks is found out first: what follows is the product's own to read. */
export const showSystem = staffOnlyBriefly(systemActs.read).handler(
  async ({ context: { services } }): Promise<SystemPage> => {
    const { config, clock } = services;
    const now = clock();
    const { newest, ...found } = await inDatabase(services);
    const names = await migrationNames();
    return {
      now,
      build: await buildOf(config),
      process: { since: after(now, -Math.round(process.uptime() * 1000)), node: process.version },
      migrations: {
        newest,
        known: names.at(-1) ?? null,
        behind: names.filter((name) => newest === null || name > newest).length,
      },
      ready: judge(await readinessFound(services, readyRooms), now),
      ...found,
      networksDays: ageOf(await newestList(config.geo), now),
      backupAt: await backupAtOf(config),
    };
  },
);
