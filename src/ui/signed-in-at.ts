const storageKey = 'signed-in-at';

export function recordSignIn(now = Date.now()): void {
  try {
    sessionStorage.setItem(storageKey, String(now));
  } catch {
    // Storage is closed: nothing that follows signing in runs.
  }
}

/** Epoch ms; null when not in this tab. */
export function getSignedInAt(): number | null {
  try {
    return Number(sessionStorage.getItem(storageKey)) || null;
  } catch {
    return null;
  }
}
