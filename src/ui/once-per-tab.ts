/** True for the first caller with this key in this tab. False if storage is unavailable. */
export function claimOncePerTab(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, 'yes');
    return true;
  } catch {
    return false;
  }
}
