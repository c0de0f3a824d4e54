import { randomUUID } from 'node:crypto';
import { accountsJobs } from './features/accounts/jobs.ts';
import { programsJobs } from './features/api-access/jobs.ts';
import { auditJobs, startSealing } from './features/audit/jobs.ts';
import { bankLinesJobs } from './features/bank-reconciliation/jobs.ts';
import { complianceJobs } from './features/compliance/jobs.ts';
import { documentsJobs } from './features/documents/jobs.ts';
import { freezesJobs } from './features/freezes/jobs.ts';
import { helpJobs } from './features/help/jobs.ts';
import { identityJobs } from './features/kyc/jobs.ts';
import { launchJobs } from './features/launches/jobs.ts';
import { certificateJobs } from './features/learning/certificates/jobs.ts';
import { enrollmentJobs } from './features/learning/enrollment/jobs.ts';
import { projectJobs } from './features/learning/projects/jobs.ts';
import { locationJobs } from './features/location/jobs.ts';
import { noticesJobs } from './features/notifications/jobs.ts';
import { newsJobs } from './features/notifications/news/jobs.ts';
import { openOutbox } from './features/notifications/send-mail.ts';
import { cardsJobs } from './features/payments/cards/jobs.ts';
import { paymentsJobs } from './features/payments/jobs.ts';
import { priceAlertsJobs } from './features/prices/alerts/jobs.ts';
import { createPriceContext } from './features/prices/api.ts';
import { pricesJobs } from './features/prices/jobs.ts';
import { scamStaffJobs } from './features/scam-reports/staff/jobs.ts';
import { screeningJobs } from './features/screening/jobs.ts';
import { subscriptionsJobs } from './features/subscriptions/jobs.ts';
import { tradingJobs } from './features/trading/jobs.ts';
import { unallocatedFundsJobs } from './features/unallocated-funds/jobs.ts';
import { workshopsJobs } from './features/workshops/jobs.ts';
import { cardPayables, payables } from './fulfilment.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './platform/config/config.ts';
import { createKysely, openPool } from './platform/database/database.ts';
import {
  type ConnectionName,
  connectionsFor,
  openConnections,
  type ProcessPart,
  poolSizes,
} from './platform/database/database-connections.ts';
import { buildLoginUrl, type Login } from './platform/database/logins.ts';
import { assertSchemaCurrent } from './platform/database/schema-version.ts';
import { openMailer } from './platform/email/mail.ts';
import { openPrivateFiles } from './platform/files/private-files.ts';
import type { Services } from './platform/http/procedure.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { passwords } from './platform/jobs/password-work.ts';
import { setRateLimitSecret } from './platform/limits/rate-limit.ts';
import { openFaultReporter } from './platform/observability/faults/fault-reporter.ts';
import { toLoggable } from './platform/observability/log.ts';
import { openMeters } from './platform/observability/metrics/meters.ts';
import { withJobSpan } from './platform/observability/traces/spans.ts';

export type Composition = { services: Services; startWork: () => Promise<void>; close: () => Promise<void> };

type ComposeOptions = {
  readonly config: Config;
  /** Connection URL of the database owner. Only used to create the logins of the other roles. */
  readonly databaseUrl: string | undefined;
  readonly part?: ProcessPart;
  readonly clock?: Clock;
  readonly log: Services['log'] & { error(fields: object, text: string): void };
};

type PoolsOptions = {
  readonly config: Config;
  readonly part: ProcessPart;
  readonly getLogin: (getLogin: ConnectionName) => Login;
} & {
  readonly onError: (error: Error) => void;
};

/** Opens a pool per database role. All pools share `DATABASE_POOL` connections; web processes get no sealer pool. */
function openPools({ config, part, getLogin, onError }: PoolsOptions) {
  const sizes = poolSizes(part, config.databasePool);
  const staffRequireMfa = config.mode === 'production';
  return {
    pool: openPool({ ...getLogin('app'), max: sizes.app, pipeline: true, staffRequireMfa, onError }),
    authPool: openPool({ ...getLogin('auth'), max: sizes.auth, onError }),
    sealer: part === 'web' ? null : openPool({ ...getLogin('sealer'), max: sizes.sealer, onError }),
    jobsPool: openPool({ ...getLogin('jobs'), max: sizes.jobs, onError }),
  };
}

const closeAll = ({ pool, authPool, sealer, jobsPool }: ReturnType<typeof openPools>) =>
  Promise.all([pool.end(), authPool.end(), jobsPool.end(), sealer?.end()]);

type JobDependencies = {
  readonly mailSender: ReturnType<typeof openOutbox>;
  readonly sealer: ReturnType<typeof openPools>['sealer'];
};

const createJobs = (services: Services, { mailSender, sealer }: JobDependencies) => {
  const { mail } = mailSender;
  return [
    ...accountsJobs(services, mail),
    ...cardsJobs(services, cardPayables),
    ...certificateJobs(services, mail),
    ...complianceJobs(services),
    ...(sealer ? auditJobs(services, sealer) : []),
    ...bankLinesJobs(services, payables),
    ...documentsJobs(services),
    ...enrollmentJobs(services, mail),
    ...freezesJobs(services),
    ...helpJobs(services, mail),
    ...identityJobs(services, mail),
    ...locationJobs(services, mail),
    ...newsJobs(services, mail),
    ...noticesJobs(services, mailSender),
    ...paymentsJobs(services, mail, payables),
    ...priceAlertsJobs(services, mail),
    ...pricesJobs(createPriceContext(services)),
    ...programsJobs(services),
    ...screeningJobs(services),
    ...launchJobs(services, mail),
    ...projectJobs(services, mail),
    ...scamStaffJobs(services, mail),
    ...subscriptionsJobs(services, mail),
    ...tradingJobs(services, mail),
    ...unallocatedFundsJobs(services),
    ...workshopsJobs(services, mail),
  ];
};

/** Creates all services of the process. `close` stops jobs first, then mail, then the pools. */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { config, databaseUrl, clock = () => new Date(), log, part = 'all' } = options;
  const meters = openMeters();
  const faultReporter = openFaultReporter({ config, log, meters });
  const onError = (error: Error, procedure?: string) => {
    const err = toLoggable(error);
    const reference = randomUUID().slice(0, 13);
    log.error({ err, reference }, 'a connection or job failed');
    faultReporter.report(err, { side: 'server', reference, ...(procedure && { procedure }) });
  };
  setRateLimitSecret(config.authSecret);
  const getLogin = await openConnections({ config, ownerUrl: databaseUrl, names: connectionsFor(part) });
  const pools = openPools({ config, getLogin, part, onError });
  const { pool, authPool, sealer, jobsPool } = pools;
  await assertSchemaCurrent(pool, config.mode).catch((error: unknown) =>
    closeAll(pools).then(() => Promise.reject(error)),
  );
  const jobs = await openJobs({ pool: jobsPool, onError, log, isWorker: part !== 'web' });
  const mailSender = openOutbox({ config, pool, jobs, clock, log }, openMailer(config, pool));
  const authDb = createKysely(authPool);
  meters.watchPools({ requests: pool, sign_in: authPool, jobs: jobsPool, ...(sealer && { sealing: sealer }) });
  const services: Services = {
    config,
    pool,
    db: createKysely(pool),
    authDb,
    passwords: { ...passwords },
    jobs,
    files: openPrivateFiles(config, log),
    clock,
    appUrl: buildLoginUrl(getLogin('app')),
    listenUrl: part === 'worker' ? null : buildLoginUrl(getLogin('listen')),
    log,
    logFault: (error, reference, about) => {
      meters.countFault();
      const err = toLoggable(error);
      log.error({ err, reference }, 'fault');
      faultReporter.report(err, { side: 'server', reference, ...about });
    },
    faultReporter,
    meters,
  };
  const jobList = createJobs(services, { mailSender, sealer });
  await jobs.prepare(jobList);
  let sealing: { stop: () => Promise<void> } | null = null;
  return {
    services,
    startWork: async () => {
      if (!sealer) return;
      sealing = startSealing(sealer, onError);
      await jobs.work(jobList.map(withJobSpan));
    },
    close: async () => {
      await Promise.all([jobs.stop(), sealing?.stop()]);
      await mailSender.stop();
      await closeAll(pools);
      await faultReporter.close();
    },
  };
}
