import { expect, expectTypeOf, test } from 'vitest';
import { said } from './said.ts';
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

test('an entry is filled in all of its texts, and a line that comes to nothing is left out', () =>
  expect(said({ subject: '{what} came', lines: ['It is {what}.', '{more}'] }, { what: 'It', more: '' })).toEqual({
    subject: 'It came',
    lines: ['It is It.'],
  }));

test('an entry wants a word for each of its places, in whichever text', () => {
  const entry = { subject: '{what}', lines: ['{more}'] } as const;
  expectTypeOf(said<typeof entry>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'what' | 'more', string>>>();
  const either = { a: { text: '{one}' }, b: { text: '', next: '{two}' } } as const;
  expectTypeOf(said<(typeof either)['a' | 'b']>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'one' | 'two', string>>>();
});
