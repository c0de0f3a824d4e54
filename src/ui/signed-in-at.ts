const storageKey = 'signed-in-at';

export function recordSignIn(now = Date.now()): void {
  try {
    sessionStorage.setItem(storageKey, String(now));
  } catch {
    // Storage is unavailable: later checks find no sign-in time.
  }
}

/** Time of the sign-in in this tab, epoch ms. Null if the user signed in elsewhere. */
export function getSignedInAt(): number | null {
  try {
    return Number(sessionStorage.getItem(storageKey)) || null;
  } catch {
    return null;
  }
}
