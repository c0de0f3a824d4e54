import { expect, test } from 'vitest';
import { dressed, namesIn, partFor, withoutIdleNames } from './first-styles.ts';

const page = [
  '<html><head><script>const not = "<table class=scripted>"</script></head>',
  '<body><h1 id="top" class="t-3xl big">Up</h1>',
  '<dialog class="drawer"><nav>Menu</nav></dialog><p class="%%home.class%%">A</p></body></html>',
].join('');
const part = (css: string): string => partFor(css, namesIn(page));

test('what a page shows at its first paint keeps its rules, in their order', () => {
  const css = '@font-face{src:url("a}b")}html{margin:0}.t-3xl,.gone-by{top:0}#top.big>*{left:0}.known{color:red}';
  expect(part(css)).toBe('@font-face{src:url("a}b")}html{margin:0}.t-3xl{top:0}#top.big>*{left:0}.known{color:red}');
});

test('of what is not there, or comes only with a hand, a key or paper, nothing is kept', () => {
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

test('what stands in brackets may be one of several, and marks of the page are set before the first paint', () => {
  for (const head of ['[data-theme=dark] .big:not(.other)', ':is(.other,.big)', '.big:is(h1,h2):first-child::before'])
    expect(part(`${head}{top:0}`)).toBe(`${head}{top:0}`);
});

test('the menu, which opens without a script, is dressed from the first byte, and the page behind it is shaded', () => {
  const names = namesIn(`${page}<dialog id="menu" class="side"><nav class="places"><a>Coins</a></nav></dialog>`);
  const css = '.side .places>a{top:0}dialog::backdrop{top:0}';
  expect(partFor(css, names)).toBe(css);
  expect(partFor('.drawer{top:0}.side[open]{top:0}', names)).toBe('');
});

test('commas in brackets within brackets part no selector', () => {
  expect(part(':is(.one,.big)>:is(.three,:has(.t-3xl))~*,.other{top:0}')).toBe(
    ':is(.one,.big)>:is(.three,:has(.t-3xl))~*{top:0}',
  );
});

test('of what stands in brackets none of which is there, nothing is kept', () => {
  for (const head of [':is(.one,.two) p', 'h1:has(.one)', ':is(.one>.big,#bottom)>p', ':is(:has(.one),.two)~p'])
    expect(part(`${head}{top:0}`), head).toBe('');
  expect(part('p:not(.one,.two){top:0}')).toBe('p:not(.one,.two){top:0}');
});

test('how something moves is kept, whatever its steps are called', () => {
  expect(part('@keyframes turn{0%{top:0}to{top:1px}}')).toBe('@keyframes turn{0%{top:0}to{top:1px}}');
});

test('a name that nothing asks for is left to the whole sheet', () => {
  const css = ':root{--ink:#000;--idle:#111;--gap:1px;--inkwell:#222}[data-theme=dark]{--idle:#333}p{color:var(--ink)}';
  expect(withoutIdleNames(css, '<p style="top:var(--gap, 0)">A</p>')).toBe(
    ':root{--ink:#000;--gap:1px}p{color:var(--ink)}',
  );
});

test('how something moves goes with whatever moved so', () => {
  const css = '@keyframes turn{to{top:0}}@keyframes come-in{to{top:1px}}.big{animation:1s come-in}';
  expect(withoutIdleNames(css, '')).toBe('@keyframes come-in{to{top:1px}}.big{animation:1s come-in}');
});

test('a sheet that ends within a rule is no sheet', () => {
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

test('a page wears its sheets in their order, and its script knows which of them to fetch later', () => {
  expect(dressed(built, (address) => sheets[address] ?? '')).toBe(
    '<html><head><style>.lead{top:0}.lead{left:0}</style></head><body><p class="lead">A</p>' +
      '<script data-sheets="/assets/one.css /assets/two.css" data-later="/a.js">x</script>' +
      `<noscript>${one}${two}</noscript></body></html>`,
  );
});

test('a page that was built otherwise stops the build', () => {
  expect(() => dressed(built.replace('data-later', 'data-now'), () => '')).toThrow('built otherwise');
  expect(() => dressed('<html></html>', () => '')).toThrow('built otherwise');
});
