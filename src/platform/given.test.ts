import { expect, test } from 'vitest';
import { cutForGiven, type Given, pageWith, scriptsOf } from './given.ts';

const files = [
  '<link rel="modulepreload" href="/assets/entry.js"/>',
  '<link rel="modulepreload" href="/assets/root.js"/>',
];
const built = [
  `<html data-session="%%session%%"><head>${files.join('')}</head><body><main id="main">`,
  '<div id="given"><p>grey lines</p></div></main><footer>%%company%%</footer>',
  '<script>one()</script><script type="module" async="">import "/assets/entry.js";</script></body></html>',
].join('');
const cut = cutForGiven(built);
const fill = (html: string) => html.replaceAll('%%session%%', 'in').replaceAll('%%company%%', 'Us');
const given = (more: Partial<Given> = {}): Given => ({
  ...{ title: 'Paying', description: 'About "paying"', styles: ['/assets/lesson.css'], scripts: ['/assets/lesson.js'] },
  html: '<h1>Paying</h1>',
  asked: { path: ['learning', 'lesson'], input: { unit: 'paying' }, answer: { title: 'Paying' } },
  ...more,
});
const drawn = (more: Partial<Given> = {}): string => (cut ? pageWith(cut, given(more), fill) : '');

test('what is given stands in its place, and what the page asks first is answered', () => {
  const html = drawn();
  expect(html).toContain('<div id="given"><h1>Paying</h1></div></main><footer>Us</footer>');
  expect(html).not.toContain('grey lines');
  expect(html).toContain('data-session="in"');
  const [, json = ''] = /id="given-answer">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toEqual(given().asked);
  expect(html).toContain('content="About &quot;paying&quot;"');
});

test('no text of a lesson ends an element, fills a place of the page, or is filled', () => {
  const bad = '</script><script>alert(1)</script>%%session%%';
  const html = drawn({ title: bad, html: '<p>%%session%%</p>', asked: { path: [], input: {}, answer: bad } });
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('<p>%%session%%</p>');
  const [, json = ''] = /id="given-answer">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json).answer).toBe(bad);
});

test('the application begins later, with all files that it needs, and its scripts have their hashes told', () => {
  const html = drawn();
  expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/);
  expect(html).toContain('<script type="text/later">import "/assets/entry.js";</script><script data-files=');
  expect(html).toContain('data-files="/assets/entry.js /assets/root.js /assets/lesson.js"');
  const running = /<script(?! data-given)[^>]*>([\s\S]*?)<\/script>/g;
  const told = cut ? [...scriptsOf(cut).matchAll(running)].map(([, text]) => text) : [];
  expect([...html.matchAll(running)].map(([, text]) => text)).toEqual(told);
});

test('a script of our own stands behind the text, for what is filled in before its screen is there', () => {
  const html = drawn({ script: 'early()' });
  expect(html).toMatch(/<script>early\(\)<\/script><\/div><\/main>/);
  expect(drawn()).not.toContain('early()');
});

test('a page without such a place is left as it is; one that is built otherwise is found at the start', () => {
  expect(cutForGiven('<html><head></head><body>page</body></html>')).toBeNull();
  expect(() => cutForGiven(built.replace('type="module"', 'type="other"'))).toThrow('built otherwise');
});
