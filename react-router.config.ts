import type { Config } from '@react-router/dev/config';
import { publicScreens } from './src/screens.ts';

// Public pages become documents at build time; every other screen is drawn in the browser.
export default { appDirectory: 'src', ssr: false, prerender: Object.keys(publicScreens) } satisfies Config;
