import { startIslands } from './islands.ts';
import { startShell } from './ui/shell.ts';
import { startToasts } from './ui/toast.ts';

/** Public pages are documents with a few islands. All other pages start the application. */
startShell();
if (document.querySelector('script[data-later]')) {
  startToasts();
  startIslands();
} else void import('./application.tsx').then(({ startApplication }) => startApplication());
