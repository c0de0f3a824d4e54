import { useSyncExternalStore } from 'react';

/**
 * Who looks at the page, as far as the shell must know: signed in or not, member of staff or not. The server writes
 * both onto `<html>` before it sends the document, so the right navigation stands there from the first paint. It is
 * a hint for showing and hiding; every permission is decided by the server.
 */
export type Viewer = { session: 'in' | 'out'; staff: 'yes' | 'no' };

const listeners = new Set<() => void>();
const nobody: Viewer = { session: 'out', staff: 'no' };

const session = (): Viewer['session'] => (document.documentElement.dataset.session === 'in' ? 'in' : 'out');
const staff = (): Viewer['staff'] => (document.documentElement.dataset.staff === 'yes' ? 'yes' : 'no');

/** The viewer as the document says now. Where there is no document (the build), nobody is signed in. */
export const viewer = (): Viewer =>
  typeof document === 'undefined' ? nobody : { session: session(), staff: session() === 'in' ? staff() : 'no' };

/** After signing in or out without loading a new document: tells the shell and everyone who asks `useViewer`. */
export function setViewer(next: Viewer): void {
  document.documentElement.dataset.session = next.session;
  document.documentElement.dataset.staff = next.session === 'in' ? next.staff : 'no';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The viewer, kept current. */
export function useViewer(): Viewer {
  const sessionNow = useSyncExternalStore(
    subscribe,
    () => viewer().session,
    () => nobody.session,
  );
  const staffNow = useSyncExternalStore(
    subscribe,
    () => viewer().staff,
    () => nobody.staff,
  );
  return { session: sessionNow, staff: staffNow };
}

/**
 * What to write onto `<html>`: the tokens that the server replaces when the page is built, afterwards whatever the
 * document carries already, so that React never writes the tokens back.
 */
export function documentMarks(): Record<string, string | undefined> {
  if (typeof document === 'undefined') return { 'data-session': '%%session%%', 'data-staff': '%%staff%%' };
  const { session: sessionMark, staff: staffMark, theme } = document.documentElement.dataset;
  return { 'data-session': sessionMark, 'data-staff': staffMark, 'data-theme': theme };
}
