/** What is drawn with the pages for the server to give along (`tools/drawn-pages.ts` builds it): it reads no markup. */
export { drawLesson, files } from './features/learning/screens/draw-lesson.tsx';
export { earlyForm, tradingDesk } from './features/trading/screens/draw-trading.tsx';
