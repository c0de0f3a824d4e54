import type { Report } from './report.ts';

export type ScenarioContext = {
  readonly report: Report;
  readonly number: (
    options: 'kills' | 'orders' | 'listeners' | 'rounds' | 'minutes' | 'past',
    fallback: number,
  ) => number;
  readonly beforeEnd: (step: () => unknown) => void;
  /** Resolves when no other measurement needs the machine. */
  readonly calm: () => Promise<void>;
};

export type RunScenario = (stage: ScenarioContext) => Promise<void>;
export type Scenario = { readonly what: string; readonly load: () => Promise<RunScenario> };

export const scenarios: Readonly<Record<string, Scenario>> = {
  failover: {
    what: 'the primary of a Patroni cluster fails repeatedly under orders (--kills 20)',
    load: async () => (await import('./failover.ts')).failover,
  },
  faults: {
    what: 'pooler, processes, disk, clock, bucket and mail break under orders (--orders 10000)',
    load: async () => (await import('./faults.ts')).faultsUnderOrders,
  },
  listeners: {
    what: 'thousands of live streams on one process (--listeners 10000)',
    load: async () => (await import('./listeners.ts')).listeners,
  },
  two: {
    what: 'two web processes and a worker behind nginx and PgBouncer, against one (--rounds 7)',
    load: async () => (await import('./two-processes.ts')).two,
  },
  grown: {
    what: 'the first answer of every screen after many orders, against 10,000 (--past 5000000)',
    load: async () => (await import('./large-database.ts')).grown,
  },
  soak: {
    what: 'half load for a given time; memory stays flat (--minutes 30)',
    load: async () => (await import('./soak.ts')).soak,
  },
  ready: {
    what: 'time until a process is ready on an existing database',
    load: async () => (await import('./ready.ts')).ready,
  },
  busy: {
    what: 'valid files are uploaded under CPU load of 40 programs: needs stress-ng (--minutes 4)',
    load: async () => (await import('./busy.ts')).busy,
  },
  image: {
    what: 'the image is built from the Dockerfile, inspected, and run as documented',
    load: async () => (await import('./image.ts')).imagePlayed,
  },
};
