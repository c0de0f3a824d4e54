import type { Config } from '@react-router/dev/config';
import { publicScreens } from './src/screens.ts';
import { buildPrerenderedPages } from './tools/drawn-pages.ts';
import { dressPublicPages } from './tools/first-styles.ts';
import { buildProductInOne } from './tools/product-in-one.ts';
import { trimManifest } from './tools/route-manifest.ts';
import { buildServiceWorker } from './tools/service-worker.ts';

// The build prerenders public pages. All other screens render in the browser.
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: Object.keys(publicScreens),
  buildEnd: async ({ viteConfig }) => {
    const folder = viteConfig.environments['client']?.build.outDir ?? '';
    trimManifest(folder);
    await buildServiceWorker(folder);
    await buildPrerenderedPages(folder);
    dressPublicPages(folder);
    await buildProductInOne();
  },
} satisfies Config;
