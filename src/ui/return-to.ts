/** `sessionStorage` key of the path to open after signing in [000 §2 Routes]. */
const storageKey = 'return-to';

/** Returns a path of our site or null. Rejects `//host`, `/\host` and control characters, which browsers drop. */
export function getSafePath(text: string | null | undefined): string | null {
  if (!text?.startsWith('/') || /^\/[/\\]/.test(text)) return null;
  return [...text].every((letter) => letter >= ' ' && letter !== '\\') ? text : null;
}

export function storeReturnPath(path: string): void {
  const safe = getSafePath(path);
  try {
    if (safe) sessionStorage.setItem(storageKey, safe);
  } catch {
    // Storage is unavailable: users return to the default page.
  }
}

/** Path to open after signing in: a safe `?next=`, otherwise the stored path, which is removed. */
export function takeReturnPath(search = ''): string | null {
  const requested = getSafePath(new URLSearchParams(search).get('next'));
  try {
    const stored = getSafePath(sessionStorage.getItem(storageKey));
    sessionStorage.removeItem(storageKey);
    return requested ?? stored;
  } catch {
    return requested;
  }
}
