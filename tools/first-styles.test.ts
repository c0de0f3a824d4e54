import { expect, test } from 'vitest';
import { namesIn, partFor } from './first-styles.ts';

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
  for (const head of ['table', '.other', '.big .other', '#bottom', 'nav', '.drawer', '.big:hover', '.big[open]'])
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

test('a sheet that ends within a rule is no sheet', () => {
  expect(() => part('.big{top:0')).toThrow('ends within a rule');
});
