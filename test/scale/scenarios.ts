import type { Report } from './report.ts';

/** What a scenario works with: where it tells, the numbers that were wished, and what is to be put away at the end. */
export type Stage = {
  readonly report: Report;
  readonly number: (
    wish: 'kills' | 'orders' | 'listeners' | 'rounds' | 'minutes' | 'past',
    otherwise: number,
  ) => number;
  readonly beforeEnd: (step: () => unknown) => void;
  /** Comes when nobody else needs the machine to themselves. */
  readonly calm: () => Promise<void>;
};

export type Play = (stage: Stage) => Promise<void>;
export type Scenario = { readonly what: string; readonly load: () => Promise<Play> };

/** Every scenario by its name; one that is not played is not loaded. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  failover: {
    what: 'the primary of a Patroni cluster is lost again and again under orders (--kills 20)',
    load: async () => (await import('./failover.ts')).failover,
  },
  faults: {
    what: 'pooler, processes, disk, clock, bucket and mail break under orders (--orders 10000)',
    load: async () => (await import('./faults.ts')).faultsUnderOrders,
  },
  listeners: {
    what: 'live lines by the thousand on one process (--listeners 10000)',
    load: async () => (await import('./listeners.ts')).listeners,
  },
  two: {
    what: 'two web processes and a worker behind nginx and PgBouncer, against one (--rounds 7)',
    load: async () => (await import('./two.ts')).two,
  },
  grown: {
    what: 'the first answer of every screen after many orders, against 10,000 (--past 5000000)',
    load: async () => (await import('./grown.ts')).grown,
  },
  soak: {
    what: 'half load for as long as is wished; memory stays flat (--minutes 30)',
    load: async () => (await import('./soak.ts')).soak,
  },
  ready: {
    what: 'how long a process takes until it is ready on a database that is there',
    load: async () => (await import('./ready.ts')).ready,
  },
  image: {
    what: 'the image is built from the Dockerfile, looked through, and run as it is meant to be',
    load: async () => (await import('./image.ts')).imagePlayed,
  },
};
