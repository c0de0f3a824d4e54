import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beforeReloadEvent } from '../../kernel/reload-event.ts';
import { lineLost, pageIncomplete } from '../config/boot-messages.ts';
import { preloadLinks, readRouteAssets } from './preload-links.ts';
import { getInlineScripts, type PreloadedPage, renderPreloaded, splitShell } from './preloaded-page.ts';

const files = [
  '<link rel="modulepreload" href="/assets/entry.js"/>',
  '<link rel="modulepreload" href="/assets/root.js"/>',
];
const built = [
  `<html data-session="%%session%%"><head>${files.join('')}</head><body><main id="main">`,
  '<div id="preloaded"><p>grey lines</p></div></main><footer>%%company%%</footer>',
  '<script>one()</script><script type="module" async="">import "/assets/entry.js";</script></body></html>',
].join('');
const split = splitShell(built, 'start()');
const fill = (html: string) => html.replaceAll('%%session%%', 'in').replaceAll('%%company%%', 'Us');
const createPage = (extra: Partial<PreloadedPage> = {}): PreloadedPage => ({
  ...{ title: 'Paying', description: 'About "paying"', styles: ['/assets/lesson.css'], scripts: ['/assets/lesson.js'] },
  html: '<h1>Paying</h1>',
  queries: [{ path: ['learning', 'lesson'], input: { unit: 'paying' }, answer: { at: new Date(0) } }],
  ...extra,
});
const render = (extra: Partial<PreloadedPage> = {}): string =>
  split ? renderPreloaded(split, createPage(extra), fill) : '';

test('the content fills its slot, and the first request of the page is answered', () => {
  const html = render();
  expect(html).toContain('<div id="preloaded"><h1>Paying</h1></div></main><footer>Us</footer>');
  expect(html).not.toContain('grey lines');
  expect(html).toContain('data-session="in"');
  const [, json = ''] = /id="preloaded-answers">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)[0].answer).toEqual({ at: { $date: '1970-01-01T00:00:00.000Z' } });
  expect(html).toContain('content="About &quot;paying&quot;"');
});

test('no lesson text closes an element, fills a placeholder or is replaced', () => {
  const badText = '</script><script>alert(1)</script>%%session%%';
  const html = render({
    title: badText,
    html: '<p>%%session%%</p>',
    queries: [{ path: [], input: {}, answer: badText }],
  });
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('<p>%%session%%</p>');
  const [, json = ''] = /id="preloaded-answers">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)[0].answer).toBe(badText);
});

test('the application starts later with all its files, and its inline scripts have hashes', () => {
  const html = render();
  expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/);
  expect(html).toContain('<script type="text/later">import "/assets/entry.js";</script><script data-files=');
  expect(html).toContain('data-files="/assets/entry.js /assets/root.js /assets/lesson.js"');
  const runningScripts = /<script(?! data-preloaded)[^>]*>([\s\S]*?)<\/script>/g;
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

type Fake = {
  name: string;
  children: unknown[];
  append: (child: unknown) => void;
  remove: () => void;
  onerror?: () => void;
  [property: string]: unknown;
};

/** Opens a page with two scripts. `respond` returns the status for a file, which can change over time. */
async function openPage(respond: (file: string) => number | 'offline') {
  vi.resetModules();
  const listeners = new Map<string, () => void>();
  const page = { respond, rendered: false, reloads: 0, events: [] as string[], fetched: [] as string[] };
  const container = (): Fake => {
    const children: unknown[] = [];
    const element: Fake = {
      name: '',
      children,
      append: (child) => void children.push(child),
      remove: () => void slot.children.splice(slot.children.indexOf(element), 1),
    };
    return Object.assign(element, {
      setAttribute: () => undefined,
      prepend: (child: unknown) => void children.unshift(child),
    });
  };
  const [head, body, slot] = [container(), container(), container()];
  const ids: Record<string, unknown> = { preloaded: slot };
  vi.stubGlobal('document', {
    head,
    body,
    createElement: (name: string) => Object.assign(container(), { name }),
    querySelector: () => null,
    getElementById: (id: string) => (id === 'preloaded-answers' ? (page.rendered ? null : {}) : ids[id]),
  });
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', {
    reload: () => {
      page.reloads += 1;
    },
  });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => void listeners.set(type, listener));
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => void page.events.push(type));
  vi.stubGlobal('fetch', async (file: string) => {
    page.fetched.push(file);
    const status = page.respond(file);
    if (status === 'offline') throw new TypeError('Failed to fetch');
    return new Response('', { status });
  });
  const { startDeferredBoot } = await import('./deferred-boot.ts');
  const script = { dataset: { files: '/a.js /b.js' }, previousSibling: { textContent: 'import "/a.js"' } };
  startDeferredBoot(script as unknown as HTMLScriptElement);
  const noticeText = () => JSON.stringify(slot.children, (key, value) => (key === 'name' ? undefined : value));
  return {
    page,
    fire: (type: string) => listeners.get(type)?.(),
    preloads: () => (head.children as Fake[]).map(({ href }) => href),
    modules: () => body.children as Fake[],
    losePreload: (at: number) => (head.children as Fake[])[at]?.onerror?.(),
    shows: (text: string) => noticeText().includes(text),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first input starts the application once, with all of its files', async () => {
  const { fire, preloads, modules } = await openPage(() => 200);
  expect(modules()).toEqual([]);
  for (const input of ['keydown', 'pointerdown']) fire(input);
  expect(preloads()).toEqual(['/a.js', '/b.js']);
  expect(modules().map(({ type, textContent }) => [type, textContent])).toEqual([['module', 'import "/a.js"']]);
});

test('a file that did not load is fetched again after a second, and the application starts again', async () => {
  const { page, fire, losePreload, modules, shows } = await openPage(() => 200);
  fire('keydown');
  losePreload(1);
  expect(page.fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(page.fetched).toEqual(['/b.js']);
  expect(modules()).toHaveLength(2);
  expect(shows(lineLost.title)).toBe(false);
});

test('a dynamic import that still fails with all files loaded reloads the page once', async () => {
  const { page, fire, losePreload } = await openPage(() => 200);
  fire('keydown');
  losePreload(1);
  fire('unhandledrejection');
  expect(page.reloads).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  fire('unhandledrejection');
  fire('unhandledrejection');
  expect([page.reloads, page.events]).toEqual([1, [beforeReloadEvent]]);
});

test('a lost connection shows a notice and retries when the browser is online again', async () => {
  const { page, fire, losePreload, modules, shows } = await openPage(() => 'offline');
  fire('keydown');
  losePreload(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shows(lineLost.title)).toBe(true);
  page.respond = () => 200;
  fire('online');
  await vi.advanceTimersByTimeAsync(0);
  expect([page.fetched, modules().length]).toEqual([['/a.js', '/a.js'], 2]);
  expect(shows(lineLost.title)).toBe(false);
});

test('retries wait twice as long each time, at most 15 seconds', async () => {
  const { page, fire, losePreload, shows } = await openPage(() => 503);
  fire('keydown');
  losePreload(0);
  for (const [waitMs, count] of [
    [1_000, 1],
    [2_000, 2],
    [4_000, 3],
    [8_000, 4],
    [15_000, 5],
    [15_000, 6],
  ] as const) {
    await vi.advanceTimersByTimeAsync(waitMs);
    expect(page.fetched).toHaveLength(count);
  }
  expect(shows(pageIncomplete.title)).toBe(true);
});

test('a file that a release removed reloads the page once, then offers to reload', async () => {
  const first = await openPage(() => 404);
  first.fire('keydown');
  first.losePreload(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.page.reloads, first.page.events]).toEqual([1, [beforeReloadEvent]]);
  const second = await openPage(() => 404);
  second.fire('keydown');
  second.losePreload(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([second.page.reloads, second.shows(pageIncomplete.act)]).toEqual([0, true]);
});

test('a page with full session storage shows a notice instead of reloading', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota exceeded');
    },
  });
  const { page, fire, losePreload, shows } = await openPage(() => 404);
  fire('keydown');
  losePreload(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([page.reloads, shows(pageIncomplete.title)]).toEqual([0, true]);
});

test('an application that fails although all files loaded reloads the page', async () => {
  const { page, fire, losePreload, modules } = await openPage(() => 200);
  fire('keydown');
  losePreload(0);
  await vi.advanceTimersByTimeAsync(1_000);
  modules()[1]?.onerror?.();
  expect(page.reloads).toBe(1);
});

test('a rendered screen is left alone: nothing is fetched, started or reloaded', async () => {
  const { page, fire, losePreload, modules } = await openPage(() => 404);
  fire('keydown');
  losePreload(0);
  page.rendered = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([page.fetched, page.reloads, modules().length]).toEqual([[], 0, 1]);
});
