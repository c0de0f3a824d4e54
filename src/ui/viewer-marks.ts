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
type Stay = Viewer & { stay: string; whose?: string | undefined; left?: boolean };

/** During which stay this page was opened. */
let ownStay = '';

/** Whether whoever was here signed out, in whatever tab: nothing of theirs is to stay. */
let gone = false;

/** The newest stay, of all tabs. */
function newest(): Stay | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Stay | null;
  } catch {
    return null;
  }
}

/** The id of whoever is in this page, or was until their session ended; undefined where nobody has told us. */
let ownWhose = newest()?.whose;

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

/**
 * After signing in or out without loading a new document: tells the shell and everyone who asks `useViewer`. `whose`:
 * the id of whoever signed in.
 */
export function setViewer(next: Viewer, whose?: string): void {
  const { session } = viewerOf(next);
  const begins = session !== viewer().session;
  if (begins) ownStay = newName();
  if (begins && session === 'in') {
    ownWhose = whose;
    gone = false;
  }
  show(next);
  // A page that learns the same again may be of a stay that is over.
  const stay = begins ? { stay: ownStay, whose } : { stay: ownStay, ...newest() };
  keep({ ...stay, ...viewer() });
}

/** Learns whose page this is, where nobody signed in by it. */
export function noteWhose(id: string): void {
  if (viewer().session === 'out' || isStayOver()) return;
  ownWhose = id;
  keep({ stay: ownStay, ...viewer(), whose: id });
}

/** Whose page this is: undefined where nobody knows. Null once they signed out: then nothing of theirs is to stay. */
export const whosePage = (): string | undefined | null => (gone ? null : ownWhose);

/** What was typed and kept in this tab; see `own-kept.ts`. */
export const keptPrefix = 'kept-';

function dropKept(): void {
  gone = true;
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(keptPrefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Says to all tabs that whoever is here signed out, so that none keeps what they typed. */
export function noteLeft(): void {
  dropKept();
  keep({ ...nobody, stay: newName(), left: true });
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
  const same = before?.session === viewer().session;
  ownStay = same ? before.stay : newName();
  ownWhose = same && before.session === 'in' ? before.whose : undefined;
  keep({ ...viewer(), stay: ownStay, whose: ownWhose });
  // Signed out in another tab, or another person there: this one shows nothing of its person any more, and asks nobody.
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    if (event.newValue?.includes('"left":true')) dropKept();
    if (viewer().session === 'in' && isStayOver()) show(nobody);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const now = newest();
    if (viewer().session === 'in' && now?.stay !== ownStay) {
      document.documentElement.hidden = true;
      location.reload();
    } else if (now) {
      ownStay = now.stay;
      ownWhose = now.whose;
      show(now);
    }
  });
}
