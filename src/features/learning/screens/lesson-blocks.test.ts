import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attacks, findActiveTags, renderBlocks } from '../../../../test/attacks.ts';
import { parseLesson } from '../lesson-text.ts';

const page = (markdown: string) => renderBlocks(parseLesson(markdown).blocks);

test.each(attacks)('no script runs for %j', (text) => {
  expect(findActiveTags(page(text))).toEqual([]);
  expect(findActiveTags(page(`Some text ${text} and more.\n\n[w](term:a) [f](fact:a)`))).toEqual([]);
});

test('no script runs for any combination', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...attacks), fc.string()), { maxLength: 6 }), (parts) => {
      expect(findActiveTags(page(parts.join('\n\n')))).toEqual([]);
      expect(findActiveTags(page(parts.join(' ')))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
