import { expect, test } from 'vitest';
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
