import { Gauge, Registry } from 'prom-client';
import type { Parts } from '../../platform/observability/readiness.ts';
import type { Backlog, Figures } from './figures.ts';

/** Values scraped in addition to the process metrics. Null means unreadable or unknown. */
export type ScrapeInput = {
  readonly now: Date;
  readonly figures: Figures | null;
  readonly ready: Parts | null;
  readonly networksAge: number | null;
  readonly cityDataAt: Date | null;
  readonly backupAt: Date | null;
  readonly maxOrphanBytes: number;
  readonly build: { readonly version: string; readonly commit: string | null };
};

const helpTexts = {
  build_info: 'Running version and commit; always 1.',
  database_up: '1 if the database figures could be read, else 0 and they are missing.',
  networks_age_seconds: 'Age of the list of provider networks.',
  city_database_age_seconds: 'Age of the city database.',
  backup_age_seconds: 'Age of the last complete backup, if backups report it.',
  files_unused_allowed_bytes: 'Allowed bytes of uploaded files that were never submitted.',
  ready: '1 if a part of the product is ready, else 0.',
  jobs_waiting: 'Queued jobs by name.',
  jobs_oldest_seconds: 'Age of the oldest queued job, 0 if none.',
  jobs_failed: 'Failed jobs by name.',
  orders: 'Open orders by stage.',
  orders_oldest_seconds: 'Time of the oldest order in its stage, 0 if none.',
  payments_waiting: 'Payments other than crypto that wait for staff: count.',
  payments_waiting_oldest_seconds: 'Payments other than crypto that wait for staff: age of the oldest, 0 if none.',
  money_unallocated: 'Received money and coins without an order: count.',
  money_unallocated_oldest_seconds: 'Received money and coins without an order: age of the oldest, 0 if none.',
  identity_checks_waiting: 'Identity checks that wait for staff: count.',
  identity_checks_waiting_oldest_seconds: 'Identity checks that wait for staff: age of the oldest, 0 if none.',
  mails_waiting: 'Overdue mails: count.',
  mails_waiting_oldest_seconds: 'Overdue mails: age of the oldest, 0 if none.',
  audit_unsealed: 'Unsealed entries of the audit log: count.',
  audit_unsealed_oldest_seconds: 'Unsealed entries of the audit log: age of the oldest, 0 if none.',
  erasures_due: 'Records past their retention.',
  files_unused: 'Uploaded files that were never submitted: count.',
  files_unused_bytes: 'Uploaded files that were never submitted: bytes.',
  price_age_seconds: 'Age of a coin price.',
  list_age_seconds: 'Age of the last check that a sanctions list is current.',
  list_allowed_seconds: 'Age at which a sanctions list counts as down.',
  list_needed: '1 if screening requires the sanctions list, else 0.',
} as const;
type MetricName = keyof typeof helpTexts;

type Point = { readonly labels: Readonly<Record<string, string>>; readonly value: number };
/** Points by metric, in the order of the output. A metric without points is omitted. */
type Points = Readonly<Partial<Record<MetricName, readonly Point[]>>>;

/** Formats metrics for Prometheus. Omits values that could not be read. */
export async function formatMetrics(seen: ScrapeInput): Promise<string> {
  // A new registry per scrape drops gauges that are missing now.
  const registry = new Registry();
  for (const [name, points] of Object.entries(getPoints(seen)) as [MetricName, readonly Point[]][]) {
    if (points.length === 0) continue;
    const labelNames = Object.keys(points[0]?.labels ?? {});
    const help = helpTexts[name];
    const gauge = new Gauge({ name: `cryptocommerce_${name}`, help, labelNames, registers: [registry] });
    for (const { labels, value } of points) gauge.set(labels, value);
  }
  return registry.metrics();
}

const unlabelled = (value: number | null): Point[] => (value === null ? [] : [{ labels: {}, value }]);
const labelledBy = (label: string, values: readonly (readonly [name: string, value: number])[]): Point[] =>
  values.map(([name, value]) => ({ labels: { [label]: name }, value }));

const getAgeSeconds = (time: Date, now: Date): number => Math.max(0, (now.getTime() - time.getTime()) / 1000);
const getWaitSeconds = ({ oldest }: Backlog, now: Date): number => (oldest ? getAgeSeconds(oldest, now) : 0);

function getPoints({ build: { version, commit }, figures, ready, now, ...seen }: ScrapeInput): Points {
  const { networksAge, cityDataAt, backupAt, maxOrphanBytes } = seen;
  return {
    build_info: [{ labels: { version, commit: commit ?? 'unknown' }, value: 1 }],
    database_up: unlabelled(figures ? 1 : 0),
    networks_age_seconds: unlabelled(networksAge),
    city_database_age_seconds: unlabelled(cityDataAt && getAgeSeconds(cityDataAt, now)),
    backup_age_seconds: unlabelled(backupAt && getAgeSeconds(backupAt, now)),
    files_unused_allowed_bytes: unlabelled(maxOrphanBytes),
    ...(ready && {
      ready: labelledBy(
        'part',
        Object.entries(ready).map(([part, isReady]) => [part, isReady ? 1 : 0]),
      ),
    }),
    ...(figures && getDatabasePoints(figures, now)),
  };
}

function getDatabasePoints(figures: Figures, now: Date): Points {
  const { queues, lists, prices, payments, unallocated, identity, mails, sealing } = figures;
  const stages = Object.entries(figures.stages);
  const wait = (backlog: Backlog) => getWaitSeconds(backlog, now);
  const byJob = (measure: (queue: (typeof queues)[number]) => number) =>
    labelledBy(
      'job',
      queues.map((queue) => [queue.job, measure(queue)]),
    );
  const byStage = (measure: (backlog: Backlog) => number) =>
    labelledBy(
      'stage',
      stages.map(([stage, backlog]) => [stage, measure(backlog)]),
    );
  const byList = (measure: (list: (typeof lists)[number]) => number | null) =>
    lists.flatMap((list) => unlabelled(measure(list)).map(({ value }) => ({ labels: { list: list.list }, value })));
  return {
    jobs_waiting: byJob(({ waiting }) => waiting.count),
    jobs_oldest_seconds: byJob(({ waiting }) => wait(waiting)),
    jobs_failed: byJob(({ failed }) => failed),
    orders: byStage(({ count }) => count),
    orders_oldest_seconds: byStage(wait),
    payments_waiting: unlabelled(payments.count),
    payments_waiting_oldest_seconds: unlabelled(wait(payments)),
    money_unallocated: unlabelled(unallocated.count),
    money_unallocated_oldest_seconds: unlabelled(wait(unallocated)),
    identity_checks_waiting: unlabelled(identity.count),
    identity_checks_waiting_oldest_seconds: unlabelled(wait(identity)),
    mails_waiting: unlabelled(mails.count),
    mails_waiting_oldest_seconds: unlabelled(wait(mails)),
    audit_unsealed: unlabelled(sealing.count),
    audit_unsealed_oldest_seconds: unlabelled(wait(sealing)),
    erasures_due: unlabelled(figures.erasures),
    files_unused: unlabelled(figures.unusedFiles.files),
    files_unused_bytes: unlabelled(Number(figures.unusedFiles.bytes)),
    price_age_seconds: labelledBy(
      'symbol',
      prices.map(({ symbol, observedAt }) => [symbol, getAgeSeconds(observedAt, now)]),
    ),
    list_age_seconds: byList(({ asOf }) => asOf && getAgeSeconds(asOf, now)),
    list_allowed_seconds: byList(({ allowedHours }) => allowedHours && allowedHours * 3600),
    list_needed: byList(({ needed }) => (needed ? 1 : 0)),
  };
}
