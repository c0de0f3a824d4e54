/**
 * Advances the monotonic clock, so that memoized values expire. Test files of a worker share this clock, which never
 * goes back.
 */
export function advanceClock(ms: number): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
}
