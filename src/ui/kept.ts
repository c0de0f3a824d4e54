/**
 * Whether this browser keeps anything of somebody, to be read without a line. It stands in `localStorage`, so that a
 * page need open neither cache nor database to know, nor load what looks after them (forget-kept.ts).
 */
export function isAnythingKept(): boolean {
  try {
    return localStorage.getItem('kept') !== null;
  } catch {
    return false;
  }
}
