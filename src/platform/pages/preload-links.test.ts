import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preloadLinks, readRouteAssets } from './preload-links.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const routes = {
  root: { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/react.js'], css: ['/assets/root.css'] },
  frame: { id: 'frame', parentId: 'root', module: '/assets/frame.js', imports: ['/assets/react.js'] },
  order: {
    ...{ id: 'order', parentId: 'frame', path: 'orders/:orderId', module: '/assets/order.js' },
    ...{ imports: ['/assets/react.js', '/assets/slip.js'], css: ['/assets/order.css#x'] },
  },
  lost: { id: 'lost', parentId: 'root', path: '*', module: '/assets/lost.js' },
};

test('a page preloads its screen and its parents, except what every page has', () => {
  expect(readRouteAssets(folder)).toEqual([]);
  mkdirSync(join(folder, 'assets'));
  const page = '<link rel="stylesheet" href="/assets/root.css"/><link rel="modulepreload" href="/assets/root.js"/>';
  writeFileSync(join(folder, '__spa-fallback.html'), `${page}<link rel="modulepreload" href="/assets/react.js"/>`);
  writeFileSync(join(folder, 'assets/manifest-1.js'), `window.__reactRouterManifest=${JSON.stringify({ routes })};`);
  const [orderRoute, ...otherRoutes] = readRouteAssets(folder);
  expect(otherRoutes).toEqual([]);
  expect(orderRoute).toEqual({
    path: '/orders/:orderId',
    handle: {
      styles: ['/assets/order.css'],
      scripts: ['/assets/frame.js', '/assets/order.js', '/assets/slip.js'],
    },
  });
});

test('styles are preloaded before scripts', () => {
  expect(preloadLinks({ styles: ['/a.css'], scripts: ['/a.js'] })).toBe(
    '<link rel="preload" as="style" href="/a.css"/><link rel="modulepreload" fetchpriority="low" href="/a.js"/>',
  );
});
