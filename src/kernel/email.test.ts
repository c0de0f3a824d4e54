import { expect, test } from 'vitest';
import { hashLayoutSource } from '../../tools/mjml/source.ts';
import { type EmailContent, renderEmail } from './email.ts';
import layout from './email-layout.json' with { type: 'json' };
import { escapeHtml } from './markup.ts';

const short: EmailContent = {
  subject: 'Your order',
  greeting: 'Hello Ina,',
  paragraphs: ['We received your order.'],
  button: 'See your order',
  url: 'https://ours.test/orders/1?a=1&b=2',
  closing: 'We never ask.',
};
const full = (text: string): EmailContent => ({
  ...{ subject: text, greeting: text, paragraphs: [text, text], button: text, closing: text },
  url: 'https://ours.test/orders/1',
  facts: [[text, text]],
  after: [text],
  foot: { why: text, button: text, url: 'https://ours.test/stop' },
});
const render = (content: EmailContent) => renderEmail('ina@demo.test', content).html;

test('the compiled layout belongs to the committed source and version of MJML', () =>
  expect(layout.source, 'run: node tools/run.mjs email-layout').toBe(hashLayoutSource()));

test('a layout has light colours in place and dark ones by media query', () => {
  const html = render(short);
  expect(html).toContain('<meta name="color-scheme" content="light dark" />');
  expect(html).toMatch(/<style[^>]*>[^<]*@media \(prefers-color-scheme: dark\)/);
  expect(html).toContain('style="word-spacing:normal;background-color:#f5f0e4;"');
});

test.each([
  ['an element', '<img src=x onerror=alert(1)>'],
  ['the end of an attribute', '" onmouseover="alert(1)'],
  ['the end of the title', '</title><script>alert(1)</script>'],
  ['a conditional comment', '--><![endif]--><b>'],
  ['a slot of the layout', '{{url}}{{#paragraphs}}{{text}}{{/paragraphs}}'],
  ['a replacement pattern', "$& $1 $' $`"],
])('a customer name with %s is shown as it was typed', (_, name) => {
  const expected = render(full('Hello NAME,')).replaceAll('NAME', () => escapeHtml(name));
  expect(render(full(`Hello ${name},`))).toBe(expected);
});

test('an address keeps its parameters in the button', () =>
  expect(render(short)).toContain('href="https://ours.test/orders/1?a=1&amp;b=2"'));

test('a mail without details and footer has neither a table of them nor an empty slot', () => {
  expect(render(short)).not.toMatch(/<th|\{\{/);
  expect(render(full('Text'))).toMatch(/<th scope="row"[^>]*>Text</);
});
