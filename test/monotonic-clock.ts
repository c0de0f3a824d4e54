/** Advances the monotonic clock, so that memoized values expire. Files of a worker share it; it never goes back. */
export function advanceClock(ms: number): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
}
