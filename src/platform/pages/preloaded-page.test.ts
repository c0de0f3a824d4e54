import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { preloadLinks, readRouteAssets } from './preload-links.ts';
import { getInlineScripts, type PreloadedPage, renderPreloaded, splitShell } from './preloaded-page.ts';

const files = [
  '<link rel="modulepreload" href="/assets/entry.js"/>',
  '<link rel="modulepreload" href="/assets/root.js"/>',
];
const built = [
  `<html data-session="%%session%%"><head>${files.join('')}</head><body><main id="main">`,
  '<div id="given"><p>grey lines</p></div></main><footer>%%company%%</footer>',
  '<script>one()</script><script type="module" async="">import "/assets/entry.js";</script></body></html>',
].join('');
const split = splitShell(built, 'start()');
const fill = (html: string) => html.replaceAll('%%session%%', 'in').replaceAll('%%company%%', 'Us');
const createPage = (extra: Partial<PreloadedPage> = {}): PreloadedPage => ({
  ...{ title: 'Paying', description: 'About "paying"', styles: ['/assets/lesson.css'], scripts: ['/assets/lesson.js'] },
  html: '<h1>Paying</h1>',
  query: { path: ['learning', 'lesson'], input: { unit: 'paying' }, answer: { title: 'Paying' } },
  ...extra,
});
const render = (extra: Partial<PreloadedPage> = {}): string =>
  split ? renderPreloaded(split, createPage(extra), fill) : '';

test('the content fills its slot, and the first request of the page is answered', () => {
  const html = render();
  expect(html).toContain('<div id="given"><h1>Paying</h1></div></main><footer>Us</footer>');
  expect(html).not.toContain('grey lines');
  expect(html).toContain('data-session="in"');
  const [, json = ''] = /id="given-answer">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toEqual(createPage().query);
  expect(html).toContain('content="About &quot;paying&quot;"');
});

test('no lesson text closes an element, fills a placeholder or is replaced', () => {
  const badText = '</script><script>alert(1)</script>%%session%%';
  const html = render({ title: badText, html: '<p>%%session%%</p>', query: { path: [], input: {}, answer: badText } });
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('<p>%%session%%</p>');
  const [, json = ''] = /id="given-answer">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json).answer).toBe(badText);
});

test('the application starts later with all its files, and its inline scripts have hashes', () => {
  const html = render();
  expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/);
  expect(html).toContain('<script type="text/later">import "/assets/entry.js";</script><script data-files=');
  expect(html).toContain('data-files="/assets/entry.js /assets/root.js /assets/lesson.js"');
  const runningScripts = /<script(?! data-given)[^>]*>([\s\S]*?)<\/script>/g;
  const hashedScripts = split ? [...getInlineScripts(split).matchAll(runningScripts)].map(([, text]) => text) : [];
  expect([...html.matchAll(runningScripts)].map(([, text]) => text)).toEqual(hashedScripts);
});

test('an inline script follows the content, for use before the screen loads', () => {
  const html = render({ script: 'early()' });
  expect(html).toMatch(/<script>early\(\)<\/script><\/div><\/main>/);
  expect(render()).not.toContain('early()');
});

test('a page without a slot is unchanged, and an unexpected structure throws at the start', () => {
  expect(splitShell('<html><head></head><body>page</body></html>', 'start()')).toBeNull();
  expect(() => splitShell(built.replace('type="module"', 'type="other"'), 'start()')).toThrow('unexpected structure');
});

describe('links', () => {
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
});
