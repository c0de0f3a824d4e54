import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { hasOfflineData } from './ui/offline-flag.ts';
import { subscribeToViewer } from './ui/viewer-state.ts';

/** Offline storage and the installed app are managed on every page of the application. */
function tend(): void {
  if (!hasOfflineData() && !matchMedia('(display-mode: standalone)').matches) return;
  import('./features/learning/offline/maintenance.ts')
    .then(({ maintainOfflineData }) => maintainOfflineData())
    .catch(() => undefined);
}

/** Hydrates the document. Importing this file has no effect, since islands import parts of it. */
export const startApplication = (): void => {
  tend();
  subscribeToViewer(tend);
  addEventListener('online', tend);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
};
