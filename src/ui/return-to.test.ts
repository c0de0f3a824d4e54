import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getSafePath } from './return-to.ts';

test('a path on our site keeps its query and hash', () => {
  expect(getSafePath('/trading?side=sell#limits')).toBe('/trading?side=sell#limits');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'trading', '', '/a\\b', '/\t/evil.example'])(
  '%j does not lead to another site',
  (text) => expect(getSafePath(text)).toBeNull(),
);

test('every accepted path stays on our origin', () => {
  fc.assert(
    fc.property(fc.string(), (tail) => {
      const path = getSafePath(`/${tail}`);
      if (path !== null) expect(new URL(path, 'https://ours.example').origin).toBe('https://ours.example');
    }),
  );
});
