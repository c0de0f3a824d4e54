import { expect, test } from 'vitest';
import { formatMessage } from './message-template.ts';
import { pluralize } from './plural.ts';

test.each([
  [0, 'parts'],
  [1, 'part'],
  [1n, 'part'],
  [2, 'parts'],
  [1.5, 'parts'],
])('%s takes %s', (count, word) => {
  expect(pluralize(count, 'part')).toBe(word);
});

test('an irregular word has both of its forms', () => {
  expect([1, 3].map((count) => pluralize(count, 'reply', 'replies'))).toEqual(['reply', 'replies']);
});

test('a message chooses the word form by the number in a placeholder', () => {
  const text = '{count} {count:line is|lines are} new.';
  const messages = ['1', '2', '1,001'].map((count) => formatMessage(text, { count }));
  expect(messages).toEqual(['1 line is new.', '2 lines are new.', '1,001 lines are new.']);
});
