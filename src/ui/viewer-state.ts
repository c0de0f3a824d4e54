/**
 * Viewer state [000 §4 Auth state], written onto `<html>` by the server. Display only: the server checks permissions.
 */
export type Viewer = { session: 'in' | 'out'; staff: 'yes' | 'no' };

export const signedOutViewer: Viewer = { session: 'out', staff: 'no' };
const listeners = new Set<() => void>();
const key = 'viewer';

const parseViewer = ({ session, staff }: Readonly<Record<string, string | undefined>>): Viewer =>
  session === 'in' ? { session, staff: staff === 'yes' ? 'yes' : 'no' } : signedOutViewer;

/** Signed out at build time. */
export const getViewer = (): Viewer =>
  typeof document === 'undefined' ? signedOutViewer : parseViewer(document.documentElement.dataset);

/** One session of one person in this browser. The random id distinguishes two people who both signed in. */
type BrowserSession = Viewer & { sessionKey: string; userId?: string | undefined; left?: boolean };

let pageSessionKey = '';

/** True once the person signed out in any tab: nothing of theirs may stay. */
let hasSignedOut = false;

function readNewestSession(): BrowserSession | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as BrowserSession | null;
  } catch {
    return null;
  }
}

/** User id of this page; undefined while unknown. */
let currentUserId = readNewestSession()?.userId;

function storeSession(now: BrowserSession): void {
  try {
    localStorage.setItem(key, JSON.stringify(now));
  } catch {
    // Storage is closed: restored pages reload.
  }
}

const generateSessionKey = (): string => `${Date.now()}-${Math.random()}`;

function applyViewer(next: Viewer): void {
  Object.assign(document.documentElement.dataset, parseViewer(next));
  for (const listener of listeners) listener();
}

/** Updates shell and listeners after signing in or out without a page load. */
export function setViewer(next: Viewer, userId?: string): void {
  const { session } = parseViewer(next);
  const isNewSession = session !== getViewer().session;
  if (isNewSession) pageSessionKey = generateSessionKey();
  if (isNewSession && session === 'in') {
    currentUserId = userId;
    hasSignedOut = false;
  }
  applyViewer(next);
  // The page may belong to a session that is over.
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

/** Undefined while unknown; null after signing out, when no draft may stay. */
export const pageUserId = (): string | undefined | null => (hasSignedOut ? null : currentUserId);

/** Prefix of drafts in this tab; see `form-drafts.ts`. */
export const draftPrefix = 'kept-';

function deleteDrafts(): void {
  hasSignedOut = true;
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is closed.
  }
}

/** Announces the sign-out to all tabs, so that no draft stays. */
export function announceSignOut(): void {
  deleteDrafts();
  storeSession({ ...signedOutViewer, sessionKey: generateSessionKey(), left: true });
}

/** True when another session began in any tab since this page opened. */
export const hasUserLeft = (): boolean => {
  const now = readNewestSession();
  return now !== null && now.sessionKey !== pageSessionKey;
};

/** Returns an unsubscribe function. */
export function subscribeToViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Back/forward cache: a signed-in page reloads when its session is over, a signed-out one updates. */
export function watchViewer(): void {
  const before = readNewestSession();
  const isUnchanged = before?.session === getViewer().session;
  pageSessionKey = isUnchanged ? before.sessionKey : generateSessionKey();
  currentUserId = isUnchanged && before.session === 'in' ? before.userId : undefined;
  storeSession({ ...getViewer(), sessionKey: pageSessionKey, userId: currentUserId });
  // Another tab signed out or in as another person: hide everything of this one.
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
