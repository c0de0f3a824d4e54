export type Release = () => void;
export type Limit = readonly [name: string, places: number];

/** Limits concurrent use by key. Acquiring returns a release function, or null when a limit is reached. */
export function keyedSemaphore(): (limits: readonly Limit[]) => Release | null {
  const counts = new Map<string, number>();
  const getCount = (name: string) => counts.get(name) ?? 0;
  const add = (name: string, max: number) => {
    const next = getCount(name) + max;
    if (next > 0) counts.set(name, next);
    else counts.delete(name);
  };
  return (limits) => {
    if (limits.some(([name, max]) => getCount(name) >= max)) return null;
    for (const [name] of limits) add(name, 1);
    return () => {
      for (const [name] of limits) add(name, -1);
    };
  };
}
