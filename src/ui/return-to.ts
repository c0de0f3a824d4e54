/** Return path after signing in [000 §2 Routes]. */
const storageKey = 'return-to';

/** Null for paths of other sites: `//host` and `/\host` leave ours, and browsers drop control characters. */
export function getSafePath(text: string | null | undefined): string | null {
  if (!text?.startsWith('/') || /^\/[/\\]/.test(text)) return null;
  return [...text].every((letter) => letter >= ' ' && letter !== '\\') ? text : null;
}

export function storeReturnPath(path: string): void {
  const safe = getSafePath(path);
  try {
    if (safe) sessionStorage.setItem(storageKey, safe);
  } catch {
    // Storage is closed: people land on the default page.
  }
}

/** `?next=` when safe, otherwise the remembered path, which is then removed. */
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
