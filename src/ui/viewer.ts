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

const placeholders = {
  'data-session': '%%session%%',
  'data-staff': '%%staff%%',
  'data-announcements': '%%announcements%%',
};

/** `<html>` attributes: placeholders at build time, later the current values, so that hydration keeps them. */
export function getDocumentAttributes(): Record<string, string | undefined> {
  if (typeof document === 'undefined') return placeholders;
  const { session, staff, announcements, theme, themeChoice } = document.documentElement.dataset;
  return {
    'data-session': session,
    'data-staff': staff,
    'data-announcements': announcements,
    'data-theme': theme,
    'data-theme-choice': themeChoice,
  };
}
