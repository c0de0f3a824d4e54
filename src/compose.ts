import { accountsJobs } from './features/accounts/jobs.ts';
import { auditJobs } from './features/audit/jobs.ts';
import { keepSealing } from './features/audit/seal.ts';
import { bankLinesJobs } from './features/bank-lines/jobs.ts';
import { cardsJobs } from './features/cards/jobs.ts';
import { certificateJobs } from './features/certificates/jobs.ts';
import { classJobs } from './features/classes/jobs.ts';
import { complianceJobs } from './features/compliance/jobs.ts';
import { documentsJobs } from './features/documents/jobs.ts';
import { enrollmentJobs } from './features/enrollment/jobs.ts';
import { freezesJobs } from './features/freezes/jobs.ts';
import { identityJobs } from './features/identity/jobs.ts';
import { launchJobs } from './features/launches/jobs.ts';
import { locationJobs } from './features/location/jobs.ts';
import { newsJobs } from './features/news/jobs.ts';
import { noticesJobs } from './features/notices/jobs.ts';
import { openPost } from './features/notices/post.ts';
import { paymentsJobs } from './features/payments/jobs.ts';
import { priceContext } from './features/prices/api.ts';
import { pricesJobs } from './features/prices/jobs.ts';
import { programsJobs } from './features/programs/jobs.ts';
import { projectJobs } from './features/projects/jobs.ts';
import { scamDeskJobs } from './features/scam-reports/desk/desk-jobs.ts';
import { screeningJobs } from './features/screening/jobs.ts';
import { subscriptionsJobs } from './features/subscriptions/jobs.ts';
import { tradingJobs } from './features/trading/jobs.ts';
import { workshopsJobs } from './features/workshops/jobs.ts';
import type { Clock } from './kernel/clock.ts';
import { cardPayables, payables } from './payables.ts';
import type { Config } from './platform/config.ts';
import { kyselyOn, openPool } from './platform/database.ts';
import { openPrivateFiles } from './platform/files/private-files.ts';
import { refuseUnfit } from './platform/fit-database.ts';
import { openJobs } from './platform/jobs.ts';
import { loggable } from './platform/log.ts';
import { addressAs, type Login } from './platform/logins.ts';
import { openMailer } from './platform/mail.ts';
import { openMeters } from './platform/metrics/meters.ts';
import { passwords } from './platform/password-work.ts';
import type { Services } from './platform/procedure.ts';
import { openRoads, type Part, type Road, roadsOf, sharesOf } from './platform/roads.ts';
import { spannedJob } from './platform/traces/spans.ts';

/** The running parts, and how to end them in the right order. */
export type Composed = { services: Services; startWork: () => Promise<void>; close: () => Promise<void> };

type Outside = {
  readonly config: Config;
  /** The owner's address, where it is needed: it lets roles in, and nothing that is composed here comes in by it. */
  readonly databaseUrl: string | undefined;
  readonly part?: Part;
  readonly clock?: Clock;
  readonly log: Services['log'] & { error(fields: object, text: string): void };
};

type Ways = { readonly config: Config; readonly part: Part; readonly road: (road: Road) => Login } & {
  readonly onError: (error: Error) => void;
};

/** Connections for each road, together as many as the process may have. A process that only answers seals nothing. */
function openPools({ config, part, road, onError }: Ways) {
  const shares = sharesOf(part, config.databasePool);
  const staffNeedFactor = config.mode === 'production';
  return {
    pool: openPool({ ...road('app'), max: shares.app, pipeline: true, staffNeedFactor, onError }),
    authPool: openPool({ ...road('auth'), max: shares.auth, onError }),
    sealer: part === 'web' ? null : openPool({ ...road('sealer'), max: shares.sealer, onError }),
    jobsPool: openPool({ ...road('jobs'), max: shares.jobs, onError }),
  };
}

const closeAll = ({ pool, authPool, sealer, jobsPool }: ReturnType<typeof openPools>) =>
  Promise.all([pool.end(), authPool.end(), jobsPool.end(), sealer?.end()]);

type Works = { readonly post: ReturnType<typeof openPost>; readonly sealer: ReturnType<typeof openPools>['sealer'] };

/** What every room does by itself. */
const jobsOf = (services: Services, { post, sealer }: Works) => {
  const { mail } = post;
  return [
    ...accountsJobs(services, mail),
    ...cardsJobs(services, cardPayables),
    ...certificateJobs(services, mail),
    ...classJobs(services, mail),
    ...complianceJobs(services),
    ...(sealer ? auditJobs(services, sealer) : []),
    ...bankLinesJobs(services),
    ...documentsJobs(services),
    ...enrollmentJobs(services, mail),
    ...freezesJobs(services),
    ...identityJobs(services, mail),
    ...locationJobs(services, mail),
    ...newsJobs(services, mail),
    ...noticesJobs(services, post),
    ...paymentsJobs(services, mail, payables),
    ...pricesJobs(priceContext(services)),
    ...programsJobs(services),
    ...screeningJobs(services),
    ...launchJobs(services, mail),
    ...projectJobs(services, mail),
    ...scamDeskJobs(services, mail),
    ...subscriptionsJobs(services, mail),
    ...tradingJobs(services, mail),
    ...workshopsJobs(services, mail),
  ];
};

/** Puts the parts together: which database, which mail, which files. The one place that knows them all. */
export async function compose(outside: Outside): Promise<Composed> {
  const { config, databaseUrl, clock = () => new Date(), log, part = 'all' } = outside;
  const onError = (error: Error) => log.error({ err: loggable(error) }, 'a connection or job failed');
  const road = await openRoads({ config, ownerUrl: databaseUrl, roads: roadsOf(part) });
  const pools = openPools({ config, road, part, onError });
  const { pool, authPool, sealer, jobsPool } = pools;
  await refuseUnfit(pool, config.mode).catch((error: unknown) => closeAll(pools).then(() => Promise.reject(error)));
  const jobs = await openJobs({ pool: jobsPool, onError, log, works: part !== 'web' });
  const post = openPost({ config, pool, jobs, clock, log }, openMailer(config, pool));
  const authDb = kyselyOn(authPool);
  const meters = openMeters();
  meters.watchPools({ requests: pool, sign_in: authPool, jobs: jobsPool, ...(sealer && { sealing: sealer }) });
  const services: Services = {
    config,
    pool,
    db: kyselyOn(pool),
    authDb,
    passwords: { ...passwords },
    jobs,
    files: openPrivateFiles(config, log),
    clock,
    appUrl: addressAs(road('app')),
    listenUrl: part === 'worker' ? null : addressAs(road('listen')),
    log,
    logFault: (error, reference) => {
      meters.broke();
      log.error({ err: loggable(error), reference }, 'fault');
    },
    meters,
  };
  const all = jobsOf(services, { post, sealer });
  await jobs.prepare(all);
  let sealing: { stop: () => Promise<void> } | null = null;
  return {
    services,
    startWork: async () => {
      if (!sealer) return;
      sealing = keepSealing(sealer, onError);
      await jobs.work(all.map(spannedJob));
    },
    close: async () => {
      await Promise.all([jobs.stop(), sealing?.stop()]);
      await post.stop();
      await closeAll(pools);
    },
  };
}
