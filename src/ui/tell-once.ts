/**
 * Remembers in this tab that something was told, so that it is said once. False when it was told before, and where
 * nothing can be remembered.
 */
export function tellOnce(what: string): boolean {
  try {
    if (sessionStorage.getItem(what)) return false;
    sessionStorage.setItem(what, 'yes');
    return true;
  } catch {
    return false;
  }
}
