import { expect, expectTypeOf, test } from 'vitest';
import { worded } from './worded.ts';

test('each place has its word, as often as it stands there, and a dollar sign in it stays', () => {
  expect(worded('{a} of {b}, {a} again', { a: '$1', b: '$&' })).toBe('$1 of $&, $1 again');
});

test('a text without places stays as it is', () => expect(worded('Saved', {})).toBe('Saved'));

test('a word for each place, and for nothing else, is what the compiler asks for', () => {
  expectTypeOf(worded<'{a} of {b}, {a} again'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'a' | 'b', string>>>();
  expectTypeOf(worded<'Saved'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<string, never>>>();
});
