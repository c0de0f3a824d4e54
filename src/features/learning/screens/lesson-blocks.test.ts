import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alive, attacks, drawn } from '../../../../test/attacks.ts';
import { readLesson } from '../lesson-text.ts';

const page = (markdown: string) => drawn(readLesson(markdown).blocks);

test.each(attacks)('of %j nothing runs', (text) => {
  expect(alive(page(text))).toEqual([]);
  expect(alive(page(`Some text ${text} and more.\n\n[w](term:a) [f](fact:a)`))).toEqual([]);
});

test('whatever is put together of it, nothing runs', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...attacks), fc.string()), { maxLength: 6 }), (parts) => {
      expect(alive(page(parts.join('\n\n')))).toEqual([]);
      expect(alive(page(parts.join(' ')))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
