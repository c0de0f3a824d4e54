/** Read from `localStorage`, so that a page opens neither cache nor database to know. */
export function hasOfflineData(): boolean {
  try {
    return localStorage.getItem('kept') !== null;
  } catch {
    return false;
  }
}
