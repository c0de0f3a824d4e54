/** False when claimed before, and when storage is closed. */
export function claimOncePerTab(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, 'yes');
    return true;
  } catch {
    return false;
  }
}
