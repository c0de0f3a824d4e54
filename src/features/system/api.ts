import type { InferRouterOutputs } from '@orpc/server';
import { z } from 'zod';
import { after } from '../../kernel/clock.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Db, withSystem } from '../../platform/database/database.ts';
import { migrationNames } from '../../platform/database/schema-version.ts';
import { type Services, staff, staffTwoPhase } from '../../platform/http/procedure.ts';
import { loadReadiness } from '../../platform/observability/health.ts';
import { toLoggable } from '../../platform/observability/log.ts';
import { loadBackupTime, loadBuildInfo } from '../../platform/observability/metrics/build-info.ts';
import { assessReadiness } from '../../platform/observability/readiness.ts';
import { getAgeDays, loadNewestList } from '../location/network-files.ts';
import { loadPlaceDataDate } from '../location/place-files.ts';
import { cardProviders } from '../payments/cards/providers/registry.ts';
import { findSources } from '../screening/index-store.ts';
import { getSourceState, sourceNames } from '../screening/sources.ts';
import {
  findDeadLetterJobs,
  findLastCardEvents,
  findLastMail,
  findLastPrices,
  findNewestMigration,
  loadQueues,
  lockFailedJob,
  readinessSources,
} from './figures-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { systemPermissions } from './permissions.ts';

const RetryJob = z.strictObject({ job: z.string().min(1).max(100), id: UuidSchema });

/** Retries a failed job. Every job is idempotent (platform/jobs/jobs.ts). */
const retryJob = staff(systemPermissions.retryJob)
  .errors(refusalCodes('system.not_given_up'))
  .input(RetryJob)
  .handler(async function retryJob({ context, input: { job, id } }) {
    const { tx, services } = context;
    // Locked until commit, so that the second of two concurrent retries is refused. pg-boss throws for unknown queues.
    if (!(await lockFailedJob(tx, { job, id }))) return refuse('system.not_given_up', {});
    await services.jobs.retry(tx, { name: job, id });
    const entry = { action: 'system.tried_again', subjectType: 'job', subjectId: id, after: { job } };
    await audit(tx, { ...byStaff(context), ...entry });
    return { job, id };
  });

const priceNames: Readonly<Record<string, string>> = {
  coinmarketcap: 'CoinMarketCap',
  coingecko: 'CoinGecko',
  kraken: 'Kraken',
  coinbase: 'Coinbase',
};

type LastKnown = { readonly last: Date | null | undefined };
const toProvider = (name: string, purpose: string, { on, known }: { on: boolean; known?: LastKnown }) => ({
  name,
  purpose,
  isConfigured: on,
  lastSuccess: known?.last ?? null,
  isTracked: known !== undefined,
});

async function listProviders(tx: Db, config: Config) {
  const [prices, cards] = [await findLastPrices(tx), await findLastCardEvents(tx)];
  const findPriceTime = (name: string) => prices.find((source) => source.name.toLowerCase() === name.toLowerCase())?.at;
  const findCardTime = (name: string) => cards.find((event) => event.name === name)?.at;
  const { screening, files } = config;
  return [
    ...Object.entries(priceNames).map(([key, name]) =>
      toProvider(name, 'Prices', { on: config.prices.providers.includes(key), known: { last: findPriceTime(name) } }),
    ),
    // Without a mail server, mails go to the demo mailbox.
    toProvider('Mail server', 'Mails', {
      on: config.smtpUrl !== undefined,
      known: { last: config.smtpUrl ? await findLastMail(tx) : null },
    }),
    toProvider('Browser push services', 'Push messages', { on: config.pushKey !== undefined }),
    ...Object.entries(cardProviders).flatMap(([name, { title, gateway }]) =>
      title === null
        ? []
        : [toProvider(title, 'Cards', { on: gateway(config) !== null, known: { last: findCardTime(name) } })],
    ),
    toProvider('Chainalysis', 'Screening', { on: screening.chainalysis !== undefined }),
    toProvider('OpenSanctions', 'Screening', { on: screening.openSanctions !== undefined }),
    toProvider('File storage (S3)', 'Files', { on: files.s3 !== undefined }),
    toProvider('ClamAV', 'Files', { on: files.clamd !== undefined }),
  ];
}

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

/** Checks the session first, then reads with system rights, as the data belongs to no user and is not personal. */
const showSystem = staffTwoPhase(systemPermissions.read).handler(async function showSystem({ context: { services } }) {
  const { config, clock } = services;
  const now = clock();
  const { newest, ...found } = await loadDatabasePart(services);
  const names = await migrationNames();
  return {
    now,
    build: await loadBuildInfo(config),
    process: { since: after(now, -Math.round(process.uptime() * 1000)), node: process.version },
    // `behind` is the number of migrations that the database lacks.
    migrations: {
      newest,
      known: names.at(-1) ?? null,
      behind: names.filter((name) => newest === null || name > newest).length,
    },
    ready: assessReadiness(await loadReadiness(services, readinessSources), now),
    ...found,
    networksDays: getAgeDays(await loadNewestList(config.geo), now),
    cityDataAt: await loadPlaceDataDate(config.geo),
    backupAt: await loadBackupTime(config),
  };
});

export const systemApi = { show: showSystem, retryJob };

export type SystemPage = InferRouterOutputs<typeof systemApi>['show'];
