import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isAnythingKept } from './ui/kept.ts';
import { onViewer } from './ui/viewer-marks.ts';

/** What this browser keeps is looked after wherever the application runs, and so is where it was installed. */
function tend(): void {
  if (!isAnythingKept() && !matchMedia('(display-mode: standalone)').matches) return;
  import('./features/learning/offline/tend.ts').then(({ tendKept }) => tendKept()).catch(() => undefined);
}

/** Makes the whole document the application's. Nothing happens by loading this: parts of it also serve documents. */
export const startApplication = (): void => {
  tend();
  onViewer(tend);
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
