/**
 * Lets so many milliseconds go by on the clock that nobody sets and that only goes on: what is read anew so seldom is
 * read anew now, and nobody waits for it. It is never given back: this clock does not go backwards, whoever else of the
 * worker's files reads it.
 */
export function goBy(ms: number): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
}
