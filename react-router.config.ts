import type { Config } from '@react-router/dev/config';
import { publicScreens } from './src/screens.ts';
import { dressPublicPages } from './tools/critical-styles.ts';
import { bundleRenderers } from './tools/renderer-bundle.ts';
import { trimManifest } from './tools/route-manifest.ts';
import { buildProductInOne } from './tools/server-bundle.ts';
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
    await bundleRenderers(folder);
    dressPublicPages(folder);
    await buildProductInOne();
  },
} satisfies Config;
