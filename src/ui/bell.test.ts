import { expect, test } from 'vitest';
import { bellText } from './bell.ts';

test.each([
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('of %i unread notices the bell shows %s', (unread, text) => expect(bellText(unread)).toBe(text));
