import { expect, test } from 'vitest';
import { escaped } from './markup.ts';

test('no text becomes markup, within quotes either', () => {
  expect(escaped(`<b title="a" id='b'>A & B</b>`)).toBe(
    '&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;A &amp; B&lt;/b&gt;',
  );
  expect(escaped('J$500, at 8 %')).toBe('J$500, at 8 %');
});
