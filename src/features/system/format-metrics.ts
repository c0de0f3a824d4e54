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

type Point = { readonly labels: Readonly<Record<string, string>>; readonly value: number };
type Metric = { readonly name: string; readonly help: string; readonly points: readonly Point[] };

const unlabelled = (value: number): Point[] => [{ labels: {}, value }];
const labelledBy =
  (label: string) =>
  ([name, value]: readonly [string, number]): Point => ({ labels: { [label]: name }, value });

/** Formats metrics for Prometheus. Omits values that could not be read. */
export async function formatMetrics(seen: ScrapeInput): Promise<string> {
  // A new registry per scrape drops gauges that are missing now.
  const registry = new Registry();
  for (const { name, help, points } of collectMetrics(seen)) {
    const labelNames = Object.keys(points[0]?.labels ?? {});
    const gauge = new Gauge({ name: `cryptocommerce_${name}`, help, labelNames, registers: [registry] });
    for (const { labels, value } of points) gauge.set(labels, value);
  }
  return registry.metrics();
}

const collectMetrics = (seen: ScrapeInput): Metric[] => {
  const { figures, ready, now } = seen;
  const all = [
    ...getProcessMetrics(seen),
    ...(ready ? getReadinessMetrics(ready) : []),
    ...(figures ? getDatabaseMetrics(figures, now) : []),
  ];
  return all.filter(({ points }) => points.length > 0);
};

function getProcessMetrics({ build: { version, commit }, figures, now, ...seen }: ScrapeInput): Metric[] {
  const { networksAge, cityDataAt, backupAt, maxOrphanBytes } = seen;
  const buildLabels = { version, commit: commit ?? 'unknown' };
  return [
    {
      name: 'build_info',
      help: 'Running version and commit; always 1.',
      points: [{ labels: buildLabels, value: 1 }],
    },
    {
      name: 'database_up',
      help: '1 if the database figures could be read, else 0 and they are missing.',
      points: unlabelled(figures ? 1 : 0),
    },
    {
      name: 'networks_age_seconds',
      help: 'Age of the list of provider networks.',
      points: networksAge === null ? [] : unlabelled(networksAge),
    },
    {
      name: 'city_database_age_seconds',
      help: 'Age of the city database.',
      points: cityDataAt ? unlabelled(getAgeSeconds(cityDataAt, now)) : [],
    },
    {
      name: 'backup_age_seconds',
      help: 'Age of the last complete backup, if backups report it.',
      points: backupAt ? unlabelled(getAgeSeconds(backupAt, now)) : [],
    },
    {
      name: 'files_unused_allowed_bytes',
      help: 'Allowed bytes of uploaded files that were never submitted.',
      points: unlabelled(maxOrphanBytes),
    },
  ];
}

const getReadinessMetrics = (ready: Parts): Metric[] => [
  {
    name: 'ready',
    help: '1 if a part of the product is ready, else 0.',
    points: Object.entries(ready)
      .map(([part, ok]) => [part, ok ? 1 : 0] as const)
      .map(labelledBy('part')),
  },
];

const getAgeSeconds = (time: Date, now: Date): number => Math.max(0, (now.getTime() - time.getTime()) / 1000);
const getWaitSeconds = ({ oldest }: Backlog, now: Date): number => (oldest ? getAgeSeconds(oldest, now) : 0);

/** Returns two gauges: the count and the age of the oldest item (0 if none). */
function getBacklogMetrics(name: string, description: string, { all, now }: { all: Backlog; now: Date }): Metric[] {
  return [
    { name, help: `${description}: count.`, points: unlabelled(all.count) },
    {
      name: `${name}_oldest_seconds`,
      help: `${description}: age of the oldest, 0 if none.`,
      points: unlabelled(getWaitSeconds(all, now)),
    },
  ];
}

function getDatabaseMetrics(figures: Figures, now: Date): Metric[] {
  return [
    ...getWorkMetrics(figures, now),
    ...getBacklogMetrics('payments_waiting', 'Payments other than crypto that wait for staff', {
      all: figures.payments,
      now,
    }),
    ...getBacklogMetrics('money_unassigned', 'Received money and coins without an order', {
      all: figures.unassigned,
      now,
    }),
    ...getBacklogMetrics('identity_checks_waiting', 'Identity checks that wait for staff', {
      all: figures.identity,
      now,
    }),
    ...getBacklogMetrics('mails_waiting', 'Overdue mails', { all: figures.mails, now }),
    ...getBacklogMetrics('audit_unsealed', 'Unsealed entries of the audit log', { all: figures.sealing, now }),
    {
      name: 'erasures_due',
      help: 'Records past their retention.',
      points: unlabelled(figures.erasures),
    },
    {
      name: 'files_unused',
      help: 'Uploaded files that were never submitted: count.',
      points: unlabelled(figures.unusedFiles.files),
    },
    {
      name: 'files_unused_bytes',
      help: 'Uploaded files that were never submitted: bytes.',
      points: unlabelled(Number(figures.unusedFiles.bytes)),
    },
    {
      name: 'price_age_seconds',
      help: 'Age of a coin price.',
      points: figures.prices
        .map(({ symbol, observedAt }) => [symbol, getAgeSeconds(observedAt, now)] as const)
        .map(labelledBy('symbol')),
    },
    ...getListMetrics(figures, now),
  ];
}

function getWorkMetrics({ queues, stages }: Figures, now: Date): Metric[] {
  const inStages = Object.entries(stages);
  const [job, stage] = [labelledBy('job'), labelledBy('stage')];
  return [
    {
      name: 'jobs_waiting',
      help: 'Queued jobs by name.',
      points: queues.map(({ job: name, waiting }) => job([name, waiting.count])),
    },
    {
      name: 'jobs_oldest_seconds',
      help: 'Age of the oldest queued job, 0 if none.',
      points: queues.map(({ job: name, waiting }) => job([name, getWaitSeconds(waiting, now)])),
    },
    {
      name: 'jobs_failed',
      help: 'Failed jobs by name.',
      points: queues.map(({ job: name, failed }) => job([name, failed])),
    },
    {
      name: 'orders',
      help: 'Open orders by stage.',
      points: inStages.map(([name, { count }]) => stage([name, count])),
    },
    {
      name: 'orders_oldest_seconds',
      help: 'Time of the oldest order in its stage, 0 if none.',
      points: inStages.map(([name, all]) => stage([name, getWaitSeconds(all, now)])),
    },
  ];
}

function getListMetrics({ lists }: Figures, now: Date): Metric[] {
  const list = labelledBy('list');
  return [
    {
      name: 'list_age_seconds',
      help: 'Age of the last check that a sanctions list is current.',
      points: lists.flatMap(({ list: name, asOf }) => (asOf ? [list([name, getAgeSeconds(asOf, now)])] : [])),
    },
    {
      name: 'list_allowed_seconds',
      help: 'Age at which a sanctions list counts as down.',
      points: lists.flatMap(({ list: name, allowedHours }) =>
        allowedHours === null ? [] : [list([name, allowedHours * 3600])],
      ),
    },
    {
      name: 'list_needed',
      help: '1 if screening requires the sanctions list, else 0.',
      points: lists.map(({ list: name, needed }) => list([name, needed ? 1 : 0])),
    },
  ];
}
