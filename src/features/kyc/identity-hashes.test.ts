import { expect, test } from 'vitest';
import { foldLookalikes } from './identity-hashes.ts';

test.each([
  ['\u0410\u0412123', 'AB123'],
  ['AO1I', 'A011'],
  ['\u0391-12 \u039f', 'A120'],
  ['\uff21123', 'a123'],
])('the number %s is compared as %s', (typed, other) => {
  expect(foldLookalikes(typed)).toBe(foldLookalikes(other));
});
