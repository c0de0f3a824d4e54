import { drawLesson, files } from './features/learning/screens/draw-lesson.tsx';
import { earlyForm, tradingDesk } from './features/trading/screens/draw-trading.tsx';

/** What is drawn for the server to give with its pages, which reads no markup (`tools/drawn-pages.ts` builds it). */
export const drawing = { drawLesson, files, earlyForm, tradingDesk };
