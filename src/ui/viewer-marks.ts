/**
 * Who looks at the page, as far as the shell must know: signed in or not, member of staff or not. The server writes
 * both onto `<html>` before it sends the document, so the right navigation stands there from the first paint. It is
 * a hint for showing and hiding; every permission is decided by the server.
 */
export type Viewer = { session: 'in' | 'out'; staff: 'yes' | 'no' };

export const nobody: Viewer = { session: 'out', staff: 'no' };
const listeners = new Set<() => void>();
const key = 'viewer';

const viewerOf = ({ session, staff }: Readonly<Record<string, string | undefined>>): Viewer =>
  session === 'in' ? { session, staff: staff === 'yes' ? 'yes' : 'no' } : nobody;

/** The viewer as the document says now. Where there is no document (the build), nobody is signed in. */
export const viewer = (): Viewer =>
  typeof document === 'undefined' ? nobody : viewerOf(document.documentElement.dataset);

/** The two marks alone, for the other pages of this tab: it says nothing about the person. */
function keep(now: Viewer): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(now));
  } catch {
    // Storage is closed: a page shown again keeps the marks it had.
  }
}

/** After signing in or out without loading a new document: tells the shell and everyone who asks `useViewer`. */
export function setViewer(next: Viewer): void {
  Object.assign(document.documentElement.dataset, viewerOf(next));
  keep(viewer());
  for (const listener of listeners) listener();
}

/** Calls back whenever the viewer changed. Returns how to stop. */
export function onViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A page that the browser kept and shows again (back, forward) still carries the marks of then. It takes those of the
 * page that was open last in this tab, before it is painted.
 */
export function followViewer(): void {
  keep(viewer());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    try {
      const kept = sessionStorage.getItem(key);
      if (kept) setViewer(JSON.parse(kept) as Viewer);
    } catch {
      // Nothing that can be read: the marks stay.
    }
  });
}
