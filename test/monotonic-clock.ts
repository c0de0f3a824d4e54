/**
 * Advances the monotonic clock, so that memoized values are read again. All files of a worker share this clock; it
 * never goes back.
 */
export function advanceClock(ms: number): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
}
