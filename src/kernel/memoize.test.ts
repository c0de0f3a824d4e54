import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoizeLru } from './memoize.ts';

test('a recent answer is not computed again, and the oldest entry is dropped', () => {
  const computed: string[] = [];
  const upper = memoizeLru((text) => {
    computed.push(text);
    return text === '' ? null : text.toUpperCase();
  }, 2);
  expect(['a', 'a', '', '', 'b', '', 'a'].map(upper)).toEqual(['A', 'A', null, null, 'B', null, 'A']);
  expect(computed).toEqual(['a', '', 'b', 'a']);
});

test('a memoized function returns the same answers as the original for any calls', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
      fc.integer({ min: 1, max: 4 }),
      (inputs, maxEntries) => {
        const repeat = memoizeLru((text) => (text === 'e' ? undefined : `${text}${text}`), maxEntries);
        for (const text of inputs) expect(repeat(text)).toBe(text === 'e' ? undefined : `${text}${text}`);
      },
    ),
  ));
