import type { Services } from './procedure.ts';

type Reading<T> = { readonly until: number; readonly value: Promise<T> };

/**
 * A reading that is the same for everybody: however many ask for it, the database is asked once in `lives`
 * milliseconds, and those who come meanwhile are told what it said. A failed reading is not kept. `what` has few
 * values: one reading of each stays.
 */
export function sharedReading<T, What = void>(lives: number, read: (services: Services, what: What) => Promise<T>) {
  const readings = new WeakMap<Services, Map<string, Reading<T>>>();
  return (services: Services, what: What): Promise<T> => {
    const mine = readings.get(services) ?? new Map<string, Reading<T>>();
    readings.set(services, mine);
    const name = JSON.stringify(what ?? null);
    const kept = mine.get(name);
    if (kept && kept.until > performance.now()) return kept.value;
    const value = read(services, what);
    mine.set(name, { until: performance.now() + lives, value });
    value.catch(() => mine.delete(name));
    return value;
  };
}
