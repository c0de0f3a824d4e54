import { useSyncExternalStore } from 'react';
import { getViewer, signedOutViewer, subscribeToViewer, type Viewer } from './viewer-state.ts';

export function useViewer(): Viewer {
  const session = useSyncExternalStore(
    subscribeToViewer,
    () => getViewer().session,
    () => signedOutViewer.session,
  );
  const staff = useSyncExternalStore(
    subscribeToViewer,
    () => getViewer().staff,
    () => signedOutViewer.staff,
  );
  return { session, staff };
}

/** Placeholders at build time; later the document's own values, so that React never writes the placeholders back. */
export function getDocumentAttributes(): Record<string, string | undefined> {
  if (typeof document === 'undefined') return { 'data-session': '%%session%%', 'data-staff': '%%staff%%' };
  const { session, staff, theme, themeChoice } = document.documentElement.dataset;
  return { 'data-session': session, 'data-staff': staff, 'data-theme': theme, 'data-theme-choice': themeChoice };
}
