import { expect, test } from 'vitest';
import { escapeHtml } from './markup.ts';

test('text never becomes markup, even inside quotes', () => {
  expect(escapeHtml(`<b title="a" id='b'>A & B</b>`)).toBe(
    '&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;A &amp; B&lt;/b&gt;',
  );
  expect(escapeHtml('J$500, at 8 %')).toBe('J$500, at 8 %');
});
