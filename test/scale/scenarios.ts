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
};
