import { wakeIslands } from './islands.ts';
import { startShell } from './ui/shell.ts';
import { startToasts } from './ui/toast.ts';

/** Where the browser begins: public pages are documents with a few living parts, everything else is the application. */
startShell();
if (document.querySelector('script[data-later]')) {
  startToasts();
  wakeIslands();
} else void import('./application.tsx').then(({ startApplication }) => startApplication());
