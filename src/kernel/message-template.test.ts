import { expect, expectTypeOf, test } from 'vitest';
import { formatMessage, formatMessages } from './message-template.ts';

test('every placeholder is replaced, repeated ones too, and a dollar sign in a value stays', () => {
  expect(formatMessage('{a} of {b}, {a} again', { a: '$1', b: '$&' })).toBe('$1 of $&, $1 again');
});

test('a text without placeholders is unchanged', () => expect(formatMessage('Saved', {})).toBe('Saved'));

test('the compiler requires exactly one value for each placeholder', () => {
  expectTypeOf(formatMessage<'{a} of {b}, {a} again'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'a' | 'b', string>>>();
  expectTypeOf(formatMessage<'Saved'>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<string, never>>>();
});

test('all texts of an entry are filled, and lines that become empty are dropped', () =>
  expect(
    formatMessages({ subject: '{what} came', lines: ['It is {what}.', '{more}'] }, { what: 'It', more: '' }),
  ).toEqual({
    subject: 'It came',
    lines: ['It is It.'],
  }));

test('an entry requires a value for each placeholder in any of its texts', () => {
  const entry = { subject: '{what}', lines: ['{more}'] } as const;
  expectTypeOf(formatMessages<typeof entry>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'what' | 'more', string>>>();
  const either = { a: { text: '{one}' }, b: { text: '', next: '{two}' } } as const;
  expectTypeOf(formatMessages<(typeof either)['a' | 'b']>)
    .parameter(1)
    .toEqualTypeOf<Readonly<Record<'one' | 'two', string>>>();
});
