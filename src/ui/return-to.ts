/** Remembers where a person wanted to go while they sign in: the origin path of a protected route [000 §2 Routes]. */
const key = 'return-to';

/**
 * A path of our own site, or null. Only one leading slash counts: `//host` and `/\host` lead elsewhere, and control
 * characters are dropped by browsers before they look.
 */
export function safePath(text: string | null | undefined): string | null {
  if (!text?.startsWith('/') || /^\/[/\\]/.test(text)) return null;
  return [...text].every((letter) => letter >= ' ' && letter !== '\\') ? text : null;
}

/** Keeps the path for after signing in. Storage may be closed; then people land where everyone lands. */
export function rememberPath(path: string): void {
  const safe = safePath(path);
  try {
    if (safe) sessionStorage.setItem(key, safe);
  } catch {
    // Nothing to remember it in.
  }
}

/** Where to go after signing in: `?next=` when it is safe, else the remembered path (forgotten now), else null. */
export function takeReturnPath(search = ''): string | null {
  const asked = safePath(new URLSearchParams(search).get('next'));
  try {
    const kept = safePath(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return asked ?? kept;
  } catch {
    return asked;
  }
}
