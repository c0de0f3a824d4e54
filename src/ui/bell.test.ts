import { expect, test } from 'vitest';
import { formatUnreadCount } from './bell.ts';

test.each([
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('with %i unread notices the bell shows %s', (unread, text) => expect(formatUnreadCount(unread)).toBe(text));
