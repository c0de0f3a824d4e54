import { files, renderLesson } from './features/learning/screens/prerender-lesson.tsx';
import { earlyForm, tradingDesk } from './features/trading/screens/prerender-trading.tsx';

/** Bundled script of `platform/pages/deferred-boot.ts`, inserted by `tools/drawn-pages.ts`. */
declare const __DEFERRED_BOOT__: string;

/** Page renderers of the server. `tools/drawn-pages.ts` bundles them, because Node cannot run JSX. */
export const renderers = { renderLesson, files, earlyForm, tradingDesk, deferredBoot: __DEFERRED_BOOT__ };
