import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { escapeHtml } from './markup.ts';
import { formatMessage, formatMessages } from './message-template.ts';
import { pluralize } from './plural.ts';
import { stripInvisible } from './strip-invisible.ts';
import { typedText } from './typed-text.ts';

const pasted = ['\u200b', '\u200e', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff', '\u00ad', '\u2060'];
const shapeless = [
  '\u034f',
  '\u115f',
  '\u180b',
  '\u206a',
  '\u3164',
  '\ufe0e',
  '\ufe0f',
  '\uffa0',
  '\u{e0020}',
  '\u{e0100}',
];

describe('pasted text', () => {
  it.each([...pasted, ...shapeless])('loses %j at both ends and in the middle', (mark) =>
    expect(stripInvisible(`${mark}876${mark}5550100${mark}`)).toBe('8765550100'),
  );

  it('gets plain hyphens and spaces instead of non-breaking ones', () =>
    expect(stripInvisible('123\u2011456\u00a0789\u202f0')).toBe('123-456 789 0'));

  it('keeps accents, other scripts and line breaks', () =>
    expect(stripInvisible('José Ñandú\n李')).toBe('José Ñandú\n李'));

  it('is empty when it has only invisible characters', () =>
    expect(typedText().min(1).safeParse('\u200b\u00a0\ufeff').success).toBe(false));

  it('is measured after invisible characters are removed', () =>
    expect(typedText().max(3).parse(' \u202a123\u202c ')).toBe('123'));
});

describe('message templates', () => {
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
});

describe('plural', () => {
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
});

describe('markup', () => {
  test('text never becomes markup, even inside quotes', () => {
    expect(escapeHtml(`<b title="a" id='b'>A & B</b>`)).toBe(
      '&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;A &amp; B&lt;/b&gt;',
    );
    expect(escapeHtml('J$500, at 8 %')).toBe('J$500, at 8 %');
  });
});
