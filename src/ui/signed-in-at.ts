const key = 'signed-in-at';

/** Remembers in this tab when somebody signed in here; it says nothing about them. */
export function noteSignIn(now = Date.now()): void {
  try {
    sessionStorage.setItem(key, String(now));
  } catch {
    // Storage is closed: what comes after signing in does not come by itself.
  }
}

/** When somebody signed in here last, ms since 1970; null when that was not in this tab. */
export function signedInAt(): number | null {
  try {
    return Number(sessionStorage.getItem(key)) || null;
  } catch {
    return null;
  }
}
