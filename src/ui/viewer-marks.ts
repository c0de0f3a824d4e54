/**
 * Who looks at the page, as far as the shell must know: signed in or not, member of staff or not [000 §4 Auth state].
 * The server writes both onto `<html>` before it sends the document, so the right navigation stands there from the
 * first paint. It is a hint for showing and hiding; every permission is decided by the server.
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

/**
 * One stay of one person, or of nobody, in this browser: from signing in to signing out. The name is drawn by lot and
 * says nothing about them; it tells two people apart who were both signed in.
 */
type Stay = Viewer & { stay: string };

/** During which stay this page was opened. */
let ownStay = '';

/** The newest stay, of all tabs. */
function newest(): Stay | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Stay | null;
  } catch {
    return null;
  }
}

function keep(now: Stay): void {
  try {
    localStorage.setItem(key, JSON.stringify(now));
  } catch {
    // Storage is closed: a page that is shown again loads itself anew.
  }
}

const newName = (): string => `${Date.now()}-${Math.random()}`;

function show(next: Viewer): void {
  Object.assign(document.documentElement.dataset, viewerOf(next));
  for (const listener of listeners) listener();
}

/** After signing in or out without loading a new document: tells the shell and everyone who asks `useViewer`. */
export function setViewer(next: Viewer): void {
  const begins = viewerOf(next).session !== viewer().session;
  if (begins) ownStay = newName();
  show(next);
  // A page that learns the same again may be of a stay that is over.
  keep({ ...viewer(), stay: begins ? ownStay : (newest()?.stay ?? ownStay) });
}

/** Whether another stay began since this page was opened, in whatever tab: whoever is signed in now may be another. */
export const isStayOver = (): boolean => {
  const now = newest();
  return now !== null && now.stay !== ownStay;
};

/** Calls back whenever the viewer changed. Returns how to stop. */
export function onViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A page that the browser kept and shows again (back, forward) still carries the marks of then, and whatever its
 * screens had been told. One of somebody loads itself anew when their stay is over, before it is painted: it may be
 * another who goes back. One of nobody takes the marks of now.
 */
export function followViewer(): void {
  const before = newest();
  ownStay = before?.session === viewer().session ? before.stay : newName();
  keep({ ...viewer(), stay: ownStay });
  // Signed out in another tab, or another person there: this one shows nothing of its person any more, and asks nobody.
  addEventListener('storage', (event) => {
    if (event.key === key && viewer().session === 'in' && isStayOver()) show(nobody);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const now = newest();
    if (viewer().session === 'in' && now?.stay !== ownStay) {
      document.documentElement.hidden = true;
      location.reload();
    } else if (now) {
      ownStay = now.stay;
      show(now);
    }
  });
}
