import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { hasOfflineData, subscribeToViewer } from './ui/viewer-state.ts';

/** Loads the offline maintenance if this browser has offline data or runs the installed app. */
function maintainOffline(): void {
  if (!hasOfflineData() && !matchMedia('(display-mode: standalone)').matches) return;
  import('./features/learning/offline/maintenance.ts')
    .then(({ maintainOfflineData }) => maintainOfflineData())
    .catch(() => undefined);
}

/** Hydrates the page. Importing this file must have no side effects. */
export const startApplication = (): void => {
  maintainOffline();
  subscribeToViewer(maintainOffline);
  addEventListener('online', maintainOffline);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={reportError} />
      </StrictMode>,
    );
  });
};
