import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lately } from './lately.ts';

test('what was asked a moment ago is not worked out again, and the oldest answer makes room', () => {
  const worked: string[] = [];
  const upper = lately((text) => {
    worked.push(text);
    return text === '' ? null : text.toUpperCase();
  }, 2);
  expect(['a', 'a', '', '', 'b', '', 'a'].map(upper)).toEqual(['A', 'A', null, null, 'B', null, 'A']);
  expect(worked).toEqual(['a', '', 'b', 'a']);
});

test('it answers as the function itself does, whatever is asked in whatever order', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), fc.integer({ min: 1, max: 4 }), (asked, most) => {
      const twice = lately((text) => (text === 'e' ? undefined : `${text}${text}`), most);
      for (const text of asked) expect(twice(text)).toBe(text === 'e' ? undefined : `${text}${text}`);
    }),
  ));
