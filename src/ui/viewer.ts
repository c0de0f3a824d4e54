import { useSyncExternalStore } from 'react';
import { nobody, onViewer, type Viewer, viewer } from './viewer-marks.ts';

/** The viewer, kept current. */
export function useViewer(): Viewer {
  const session = useSyncExternalStore(
    onViewer,
    () => viewer().session,
    () => nobody.session,
  );
  const staff = useSyncExternalStore(
    onViewer,
    () => viewer().staff,
    () => nobody.staff,
  );
  return { session, staff };
}

/**
 * What to write onto `<html>`: the tokens that the server replaces when the page is built, afterwards whatever the
 * document carries already, so that React never writes the tokens back.
 */
export function documentMarks(): Record<string, string | undefined> {
  if (typeof document === 'undefined') return { 'data-session': '%%session%%', 'data-staff': '%%staff%%' };
  const { session, staff, theme, themeChoice } = document.documentElement.dataset;
  return { 'data-session': session, 'data-staff': staff, 'data-theme': theme, 'data-theme-choice': themeChoice };
}
