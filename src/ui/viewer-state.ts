/** Session state that the server writes onto `<html>` [000 §4 Auth state]. For display only, not for permissions. */
export type Viewer = { session: 'in' | 'out'; staff: 'yes' | 'no' };

export const signedOutViewer: Viewer = { session: 'out', staff: 'no' };
const listeners = new Set<() => void>();
const key = 'viewer';

const parseViewer = ({ session, staff }: Readonly<Record<string, string | undefined>>): Viewer =>
  session === 'in' ? { session, staff: staff === 'yes' ? 'yes' : 'no' } : signedOutViewer;

/** Viewer of this page. At build time, signed out. */
export const getViewer = (): Viewer =>
  typeof document === 'undefined' ? signedOutViewer : parseViewer(document.documentElement.dataset);

/** Session of a user in this browser. The random key distinguishes two sessions in a row. */
type BrowserSession = Viewer & { sessionKey: string; userId?: string | undefined; left?: boolean };

let pageSessionKey = '';

/** True after the user signed out in any tab. Drafts must not be saved any more. */
let hasSignedOut = false;

function readNewestSession(): BrowserSession | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as BrowserSession | null;
  } catch {
    return null;
  }
}

/** User id of this page. Undefined until known. */
let currentUserId = readNewestSession()?.userId;

function storeSession(now: BrowserSession): void {
  try {
    localStorage.setItem(key, JSON.stringify(now));
  } catch {
    // Storage is unavailable: pages from the back/forward cache reload.
  }
}

const generateSessionKey = (): string => `${Date.now()}-${Math.random()}`;

function applyViewer(next: Viewer): void {
  Object.assign(document.documentElement.dataset, parseViewer(next));
  for (const listener of listeners) listener();
}

let isSigningOut = false;

/** While signing out, the page keeps its state: the home page replaces it, and a late 401 must not lead elsewhere. */
export function setSigningOut(is: boolean): void {
  isSigningOut = is;
}

/** Updates `<html>` and notifies listeners after signing in or out without a page load. */
export function setViewer(next: Viewer, userId?: string): void {
  if (isSigningOut) return;
  const { session } = parseViewer(next);
  const isNewSession = session !== getViewer().session;
  if (isNewSession) pageSessionKey = generateSessionKey();
  if (isNewSession && session === 'in') {
    currentUserId = userId;
    hasSignedOut = false;
  }
  applyViewer(next);
  // The page may belong to an ended session.
  const sessionKey = isNewSession
    ? { sessionKey: pageSessionKey, userId }
    : { sessionKey: pageSessionKey, ...readNewestSession() };
  storeSession({ ...sessionKey, ...getViewer() });
}

export function setPageUserId(id: string): void {
  if (getViewer().session === 'out' || hasUserLeft()) return;
  currentUserId = id;
  storeSession({ sessionKey: pageSessionKey, ...getViewer(), userId: id });
}

/** User id of this page. Undefined until known, null after signing out. */
export const pageUserId = (): string | undefined | null => (hasSignedOut ? null : currentUserId);

/** Prefix of the storage keys of drafts (`drafts.ts`). */
export const draftPrefix = 'kept-';

function deleteDrafts(): void {
  hasSignedOut = true;
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
}

/** Notifies all tabs of the sign-out, so that they delete drafts. */
export function announceSignOut(): void {
  deleteDrafts();
  storeSession({ ...signedOutViewer, sessionKey: generateSessionKey(), left: true });
}

/** True if another session began in any tab since this page opened. */
export const hasUserLeft = (): boolean => {
  const now = readNewestSession();
  return now !== null && now.sessionKey !== pageSessionKey;
};

/** Adds a listener for session changes. Returns the function that removes it. */
export function subscribeToViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Watches for session changes by other tabs, and on return from the back/forward cache. */
export function watchViewer(): void {
  const before = readNewestSession();
  const isUnchanged = before?.session === getViewer().session;
  pageSessionKey = isUnchanged ? before.sessionKey : generateSessionKey();
  currentUserId = isUnchanged && before.session === 'in' ? before.userId : undefined;
  storeSession({ ...getViewer(), sessionKey: pageSessionKey, userId: currentUserId });
  // Another tab ended the session or started a new one, so hide the data of this page.
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    if (event.newValue?.includes('"left":true')) deleteDrafts();
    if (getViewer().session === 'in' && hasUserLeft()) applyViewer(signedOutViewer);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const now = readNewestSession();
    if (getViewer().session === 'in' && now?.sessionKey !== pageSessionKey) {
      document.documentElement.hidden = true;
      location.reload();
    } else if (now) {
      pageSessionKey = now.sessionKey;
      currentUserId = now.userId;
      applyViewer(now);
    }
  });
}

/** Checks a `localStorage` flag, which is cheaper than opening the cache or IndexedDB. */
export function hasOfflineData(): boolean {
  try {
    return localStorage.getItem('kept') !== null;
  } catch {
    return false;
  }
}

const signInKey = 'signed-in-at';

export function recordSignIn(now = Date.now()): void {
  try {
    sessionStorage.setItem(signInKey, String(now));
  } catch {
    // Storage is unavailable: later checks find no sign-in time.
  }
}

/** Time of the sign-in in this tab, epoch ms. Null if the user signed in elsewhere. */
export function getSignedInAt(): number | null {
  try {
    return Number(sessionStorage.getItem(signInKey)) || null;
  } catch {
    return null;
  }
}
