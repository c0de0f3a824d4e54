import { files, renderLesson } from './features/learning/screens/prerender-lesson.tsx';
import { earlyForm, renderTradingPage } from './features/trading/screens/prerender-trading.tsx';
import deferredBoot from './platform/pages/deferred-boot-entry.ts?script';
import { renderVisitorPage } from './visitor-screens.tsx';

/** Page renderers of the server. `tools/renderer-bundle.ts` bundles them, because Node cannot run JSX. */
export const renderers = { renderLesson, files, earlyForm, renderTradingPage, renderVisitorPage, deferredBoot };
