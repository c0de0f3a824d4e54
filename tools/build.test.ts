import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ViteBuilder } from 'vite';
import { describe, expect, test } from 'vitest';
import { Settings, settingKeys } from '../src/features/settings/schema.ts';
import { buildEnvironment } from './build.ts';
import { sources } from './build-state.mjs';
import { dressed, namesIn, partFor, withoutIdleNames } from './critical-styles.ts';
import { readSettings } from './initial-settings.ts';
import { extendTimeouts } from './prerender-timeouts.ts';
import { readManifest, trimManifest } from './route-manifest.ts';

const findImports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.{1,2}\/[^'?]+)/g)].map(([, name = '']) =>
    join(file, '..', name),
  );

function withTransitiveImports(files: readonly string[]): ReadonlySet<string> {
  const all = new Set(files);
  for (const file of all) if (/\.tsx?$/.test(file)) for (const imported of findImports(file)) all.add(imported);
  return all;
}

test('a start rebuilds when any imported file changed', () => {
  const pages = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] });
  const all = withTransitiveImports(['tools/start-product.ts', ...pages]);
  expect(all).toContain('tools/demo/prepare-demo.ts');
  expect([...all].filter((file) => !sources.some((glob) => matchesGlob(file, glob)))).toEqual([]);
});

test('before the bundle runs, a start imports no TypeScript', () => {
  const all = new Set(['tools/start.mjs']);
  for (const file of all)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import .* from '(\.[^']+)';$/gm))
      all.add(join(file, '..', name));
  expect([...all].sort()).toEqual(['tools/build-state.mjs', 'tools/start.mjs']);
});

test('the build drops an empty NODE_ENV and keeps any other', () => {
  expect(buildEnvironment({ NODE_ENV: '', PATH: '/bin' })).toEqual({ PATH: '/bin' });
  expect(buildEnvironment({ PATH: '/bin' })).toEqual({ PATH: '/bin' });
  expect(buildEnvironment({ NODE_ENV: 'production' })).toEqual({ NODE_ENV: 'production' });
});

test('the build extends only the prerender time limit', async () => {
  // The plugin relies on React Router passing its 10 s limit through AbortSignal.timeout.
  const library = readFileSync('node_modules/@react-router/dev/dist/vite.js', 'utf8');
  expect(library).toMatch(/timeout = 1e4 \}[\s\S]{0,2000}AbortSignal\.timeout\(timeout\)/);
  const own = AbortSignal.timeout;
  let aborted: boolean | undefined;
  const buildApp = async () => {
    const signal = AbortSignal.timeout(5);
    await sleep(30);
    aborted = signal.aborted;
  };
  await extendTimeouts(buildApp)({} as ViteBuilder);
  expect([aborted, AbortSignal.timeout]).toEqual([false, own]);
});

const page = [
  '<html><head><script>const not = "<table class=scripted>"</script></head>',
  '<body><h1 id="top" class="t-3xl big">Up</h1>',
  '<dialog class="drawer"><nav>Menu</nav></dialog><p class="%%home.class%%">A</p></body></html>',
].join('');
const part = (css: string): string => partFor(css, namesIn(page));

test('the route manifest lists files of the root once, and is refused with another structure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  mkdirSync(join(folder, 'assets'));
  const write = (manifest: object) =>
    writeFileSync(join(folder, 'assets/manifest-1.js'), `window.__m=${JSON.stringify(manifest)};`);
  const [root, entry] = [{ module: '/root.js', imports: ['/react.js', '/frame.js'] }, { module: '/entry.js' }];
  write({ entry, routes: { root, orders: { module: '/orders.js', imports: ['/table.js', '/react.js', '/form.js'] } } });
  trimManifest(folder);
  expect(readManifest(folder)).toEqual({
    file: '/assets/manifest-1.js',
    manifest: { entry, routes: { root, orders: { module: '/orders.js', imports: ['/form.js', '/table.js'] } } },
  });
  write({ entry, routes: {} });
  expect(() => trimManifest(folder)).toThrow('unexpected structure');
});

test('rules that match at first paint are kept in order', () => {
  const css = '@font-face{src:url("a}b")}html{margin:0}.t-3xl,.gone-by{top:0}#top.big>*{left:0}.known{color:red}';
  expect(part(css)).toBe('@font-face{src:url("a}b")}html{margin:0}.t-3xl{top:0}#top.big>*{left:0}.known{color:red}');
});

test('rules for missing elements, hover, focus and print are removed', () => {
  for (const head of [
    'table',
    '.other',
    '.big .other',
    '#bottom',
    'nav',
    '.drawer',
    '.big:hover',
    '.big[open]',
    '.big[disabled]',
  ])
    expect(part(`${head}{top:0}`), head).toBe('');
  expect(part('@media print{.big{top:0}}@media (forced-colors:active){.big{top:0}}')).toBe('');
  expect(part('@media (width>=40em){.big{top:0}.other{top:0}}@media (width>=50em){.other{top:0}}')).toBe(
    '@media (width>=40em){.big{top:0}}',
  );
});

test('a selector list in brackets needs one match, and page attributes are set before first paint', () => {
  for (const head of ['[data-theme=dark] .big:not(.other)', ':is(.other,.big)', '.big:is(h1,h2):first-child::before'])
    expect(part(`${head}{top:0}`)).toBe(`${head}{top:0}`);
});

test('the menu, which opens without a script, and its backdrop keep their rules', () => {
  const names = namesIn(`${page}<dialog id="menu" class="side"><nav class="places"><a>Coins</a></nav></dialog>`);
  const css = '.side .places>a{top:0}dialog::backdrop{top:0}';
  expect(partFor(css, names)).toBe(css);
  expect(partFor('.drawer{top:0}.side[open]{top:0}', names)).toBe('');
});

test('commas in nested brackets do not split a selector', () => {
  expect(part(':is(.one,.big)>:is(.three,:has(.t-3xl))~*,.other{top:0}')).toBe(
    ':is(.one,.big)>:is(.three,:has(.t-3xl))~*{top:0}',
  );
});

test('brackets without any match remove the rule', () => {
  for (const head of [':is(.one,.two) p', 'h1:has(.one)', ':is(.one>.big,#bottom)>p', ':is(:has(.one),.two)~p'])
    expect(part(`${head}{top:0}`), head).toBe('');
  expect(part('p:not(.one,.two){top:0}')).toBe('p:not(.one,.two){top:0}');
});

test('used keyframes are kept', () => {
  expect(part('@keyframes turn{0%{top:0}to{top:1px}}')).toBe('@keyframes turn{0%{top:0}to{top:1px}}');
});

test('an unused variable is removed', () => {
  const css = ':root{--ink:#000;--idle:#111;--gap:1px;--inkwell:#222}[data-theme=dark]{--idle:#333}p{color:var(--ink)}';
  expect(withoutIdleNames(css, '<p style="top:var(--gap, 0)">A</p>')).toBe(
    ':root{--ink:#000;--gap:1px}p{color:var(--ink)}',
  );
});

test('keyframes are removed with their only user', () => {
  const css = '@keyframes turn{to{top:0}}@keyframes come-in{to{top:1px}}.big{animation:1s come-in}';
  expect(withoutIdleNames(css, '')).toBe('@keyframes come-in{to{top:1px}}.big{animation:1s come-in}');
});

test('a stylesheet that ends inside a rule throws', () => {
  expect(() => part('.big{top:0')).toThrow('Unclosed block');
});

const [one, two] = [
  '<link rel="stylesheet" href="/assets/one.css"/>',
  '<link rel="stylesheet" href="/assets/two.css"/>',
];
const built = `<html><head>${one}${two}</head><body><p class="lead">A</p><script data-later="/a.js">x</script></body></html>`;
const sheets: Readonly<Record<string, string>> = {
  '/assets/one.css': '.lead{top:0}.other{top:0}',
  '/assets/two.css': '.lead{left:0}',
};

test('a page inlines its stylesheets in order and lists them for later loading', () => {
  expect(dressed(built, (address) => sheets[address] ?? '')).toBe(
    '<html><head><style>.lead{top:0}.lead{left:0}</style></head><body><p class="lead">A</p>' +
      '<script data-sheets="/assets/one.css /assets/two.css" data-later="/a.js">x</script>' +
      `<noscript>${one}${two}</noscript></body></html>`,
  );
});

test('a page with an unexpected structure fails the build', () => {
  expect(() => dressed(built.replace('data-later', 'data-now'), () => '')).toThrow('unexpected structure');
  expect(() => dressed('<html></html>', () => '')).toThrow('unexpected structure');
});

test('a stylesheet that loads a font fails the build', () => {
  const withFont = (address: string) => `${sheets[address] ?? ''}@font-face{font-family:A;src:url(a.woff2)}`;
  expect(() => dressed(built, withFont)).toThrow('loads a font');
});

describe('the settings of a first start', () => {
  const example = readFileSync('settings.example.json', 'utf8');
  const file = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-settings-')), 'settings.json');
  const withText = (text: string) => {
    writeFileSync(file, text);
    return () => readSettings(file);
  };

  test('the example has every setting and is refused until its placeholders are replaced', () => {
    const read = Settings.parse(JSON.parse(example));
    expect(Object.keys(read).sort()).toEqual([...settingKeys].sort());
    expect(withText(example)).toThrow(/placeholders: "REPLACE: the bank"/);
    const filled = example
      .replaceAll(/"REPLACEwith[^"]*"/g, '"7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q"')
      .replaceAll(/REPLACE: /g, 'Our own ')
      .replaceAll(/\breplace\b/g, 'ours');
    expect(withText(filled)()).toMatchObject({ order_limits: read.order_limits, price_windows: read.price_windows });
  });

  test('a missing setting is refused by name', () => {
    const { order_limits: _left, ...rest } = JSON.parse(example);
    expect(withText(JSON.stringify(rest))).toThrow(/order_limits/);
  });
});
