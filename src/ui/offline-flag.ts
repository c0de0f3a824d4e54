/** Checks a `localStorage` flag, which is cheaper than opening the cache or IndexedDB. */
export function hasOfflineData(): boolean {
  try {
    return localStorage.getItem('kept') !== null;
  } catch {
    return false;
  }
}
