import { Gauge, Registry } from 'prom-client';
import type { Parts } from '../../platform/readiness.ts';
import type { Figures, Standing } from './figures.ts';

/** What is scraped beside what a process counts of itself. */
export type Seen = {
  readonly now: Date;
  readonly figures: Figures | null;
  readonly ready: Parts | null;
  /** Seconds since the list of provider networks was published; null where it cannot be read. */
  readonly networksAge: number | null;
  /** When the last backup was whole; null where nobody told. */
  readonly backupAt: Date | null;
  /** Bytes of files that may lie here and that nobody handed in. */
  readonly filesRoom: number;
  readonly build: { readonly version: string; readonly commit: string | null };
};

type Point = { readonly labels: Readonly<Record<string, string>>; readonly value: number };
type Metric = { readonly name: string; readonly help: string; readonly points: readonly Point[] };

const plain = (value: number): Point[] => [{ labels: {}, value }];
const under =
  (label: string) =>
  ([name, value]: readonly [string, number]): Point => ({ labels: { [label]: name }, value });

/** What was read, as Prometheus writes it. What could not be is not there, and `cryptocommerce_database_up` is 0. */
export async function textOf(seen: Seen): Promise<string> {
  // Made anew each time: a gauge that was left out must not go on telling what it told before.
  const registry = new Registry();
  for (const { name, help, points } of metricsIn(seen)) {
    const labelNames = Object.keys(points[0]?.labels ?? {});
    const gauge = new Gauge({ name: `cryptocommerce_${name}`, help, labelNames, registers: [registry] });
    for (const { labels, value } of points) gauge.set(labels, value);
  }
  return registry.metrics();
}

const metricsIn = (seen: Seen): Metric[] => {
  const { figures, ready, now } = seen;
  const all = [...ofProcess(seen), ...(ready ? ofReadiness(ready) : []), ...(figures ? ofFigures(figures, now) : [])];
  return all.filter(({ points }) => points.length > 0);
};

/** What needs no database. */
function ofProcess({ build: { version, commit }, figures, networksAge, backupAt, filesRoom, now }: Seen): Metric[] {
  const built = { version, commit: commit ?? 'not told' };
  return [
    {
      name: 'build_info',
      help: 'Which version and commit runs; always 1.',
      points: [{ labels: built, value: 1 }],
    },
    {
      name: 'database_up',
      help: 'Whether the figures of the database could be read: 1 or 0. At 0 those that need it are missing.',
      points: plain(figures ? 1 : 0),
    },
    {
      name: 'networks_age_seconds',
      help: 'Age of the list of provider networks.',
      points: networksAge === null ? [] : plain(networksAge),
    },
    {
      name: 'backup_age_seconds',
      help: 'Since the last backup was whole, where a backup tells.',
      points: backupAt ? plain(ageOf(backupAt, now)) : [],
    },
    {
      name: 'files_unused_allowed_bytes',
      help: 'How many bytes may lie here of files that nobody handed in.',
      points: plain(filesRoom),
    },
  ];
}

const ofReadiness = (ready: Parts): Metric[] => [
  {
    name: 'ready',
    help: 'Whether a part of the product is ready for its work: 1 or 0.',
    points: Object.entries(ready)
      .map(([part, ok]) => [part, ok ? 1 : 0] as const)
      .map(under('part')),
  },
];

/** Seconds since a moment; one that has not come is now. */
const ageOf = (moment: Date, now: Date): number => Math.max(0, (now.getTime() - moment.getTime()) / 1000);
const waitOf = ({ oldest }: Standing, now: Date): number => (oldest ? ageOf(oldest, now) : 0);

/** Two metrics for something that stands and waits: how much, and how long the oldest of it (0 where nothing does). */
function standing(name: string, what: string, { all, now }: { all: Standing; now: Date }): Metric[] {
  return [
    { name, help: `${what}: how many.`, points: plain(all.count) },
    {
      name: `${name}_oldest_seconds`,
      help: `${what}: since when the oldest; 0 where there is none.`,
      points: plain(waitOf(all, now)),
    },
  ];
}

function ofFigures(figures: Figures, now: Date): Metric[] {
  return [
    ...ofWork(figures, now),
    ...standing('payments_waiting', 'Payments for anything but crypto that wait for staff', {
      all: figures.payments,
      now,
    }),
    ...standing('money_unassigned', 'Money and coins that came in and stand on nothing', {
      all: figures.unassigned,
      now,
    }),
    ...standing('identity_checks_waiting', 'Identity checks that wait for staff', { all: figures.identity, now }),
    ...standing('mails_waiting', 'Mails that should have left', { all: figures.mails, now }),
    ...standing('audit_unsealed', 'Entries of the audit log that are not sealed', { all: figures.sealing, now }),
    {
      name: 'erasures_due',
      help: 'Records that were kept long enough and are to be erased.',
      points: plain(figures.erasures),
    },
    {
      name: 'files_unused',
      help: 'Files that were sent and never handed in: how many.',
      points: plain(figures.unusedFiles.files),
    },
    {
      name: 'files_unused_bytes',
      help: 'Files that were sent and never handed in: their bytes.',
      points: plain(Number(figures.unusedFiles.bytes)),
    },
    {
      name: 'price_age_seconds',
      help: 'Age of the price of a coin.',
      points: figures.prices
        .map(({ symbol, observedAt }) => [symbol, ageOf(observedAt, now)] as const)
        .map(under('symbol')),
    },
    ...ofLists(figures, now),
  ];
}

function ofWork({ queues, stages }: Figures, now: Date): Metric[] {
  const inStages = Object.entries(stages);
  const [job, stage] = [under('job'), under('stage')];
  return [
    {
      name: 'jobs_waiting',
      help: 'Work of a job that was asked for and is not begun.',
      points: queues.map(({ job: name, waiting }) => job([name, waiting.count])),
    },
    {
      name: 'jobs_oldest_seconds',
      help: 'Since when the oldest of that was asked for; 0 where there is none.',
      points: queues.map(({ job: name, waiting }) => job([name, waitOf(waiting, now)])),
    },
    {
      name: 'jobs_failed',
      help: 'Work of a job that was given up and still stands to be seen.',
      points: queues.map(({ job: name, failed }) => job([name, failed])),
    },
    {
      name: 'orders',
      help: 'Open orders by where they stand.',
      points: inStages.map(([name, { count }]) => stage([name, count])),
    },
    {
      name: 'orders_oldest_seconds',
      help: 'How long the oldest has stood there; 0 where there is none.',
      points: inStages.map(([name, all]) => stage([name, waitOf(all, now)])),
    },
  ];
}

function ofLists({ lists }: Figures, now: Date): Metric[] {
  const list = under('list');
  return [
    {
      name: 'list_age_seconds',
      help: 'Since a sanctions list was last known to be the newest of its publisher.',
      points: lists.flatMap(({ list: name, asOf }) => (asOf ? [list([name, ageOf(asOf, now)])] : [])),
    },
    {
      name: 'list_allowed_seconds',
      help: 'How old a sanctions list may grow before it counts as down.',
      points: lists.flatMap(({ list: name, allowedHours }) =>
        allowedHours === null ? [] : [list([name, allowedHours * 3600])],
      ),
    },
    {
      name: 'list_needed',
      help: 'Whether nothing is clear without a sanctions list: 1 or 0.',
      points: lists.map(({ list: name, needed }) => list([name, needed ? 1 : 0])),
    },
  ];
}
