import { files, renderLesson } from './features/learning/screens/prerender-lesson.tsx';
import { earlyForm, tradingDesk } from './features/trading/screens/prerender-trading.tsx';

/** The bundled script of `platform/deferred-boot.ts`, as `tools/drawn-pages.ts` builds it. */
declare const __DEFERRED_BOOT__: string;

/** Renderers that the server uses for its pages. `tools/drawn-pages.ts` bundles them, since the server reads no JSX. */
export const renderers = { renderLesson, files, earlyForm, tradingDesk, deferredBoot: __DEFERRED_BOOT__ };
