import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safePath } from './return-to.ts';

test('a path of our own site is kept, with its query and hash', () => {
  expect(safePath('/trading?side=sell#limits')).toBe('/trading?side=sell#limits');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'trading', '', '/a\\b', '/\t/evil.example'])(
  'nobody is sent elsewhere by %j',
  (text) => expect(safePath(text)).toBeNull(),
);

test('whatever is accepted stays on our origin', () => {
  fc.assert(
    fc.property(fc.string(), (tail) => {
      const path = safePath(`/${tail}`);
      if (path !== null) expect(new URL(path, 'https://ours.example').origin).toBe('https://ours.example');
    }),
  );
});
