import fc from 'fast-check';
import { afterEach, describe, expect, expectTypeOf, it, test, vi } from 'vitest';
import { getCpuMicros } from '../../test/cpu-time.ts';
import { escapeHtml } from './markup.ts';
import { memoizeLru } from './memoize.ts';
import { formatMessage, formatMessages } from './message-template.ts';
import { parseUserUrl } from './parse-url.ts';
import { parsePhone } from './phone-number.ts';
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

test.each([
  ['8765551234', '+18765551234'],
  ['876-555-1234', '+18765551234'],
  ['(658) 555-1234', '+16585551234'],
  ['+1 658 555 1234', '+16585551234'],
  ['+44 20 7946 0958', '+442079460958'],
  ['tel:+442071838750', '+442071838750'],
])('the phone number %s is read as %s', (text, number) => expect(parsePhone(text)).toBe(number));

test.each([
  ...['', '12', '12345', '555-1234', '5551234', '1,000,000', '176 555 0100', '+1 876 555 01000', '+999 12345678'],
  ...['+1 999 999 9999', '+0 876 555 1234', '8765551234 ext 5', 'call me', 'x'.repeat(50)],
])('%j is no phone number', (text) => expect(parsePhone(text)).toBeNull());

afterEach(() => void vi.unstubAllGlobals());

/** Characters with quadratic cost: distinct ideographs, and one character that expands to several. */
const costlyHost = (length: number): string =>
  Array.from({ length: length * 0.6 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 31) % 20_000))).join('') +
  '\u3307'.repeat(length * 0.4);

const long = 'a'.repeat(3_000);

test.each([
  ['without a scheme', 'evil.test/a?b#c', 'https://evil.test/a?b#c'],
  ['in capitals', 'HTTP://Evil.test', 'http://evil.test/'],
  ['behind slashes', '//evil.test', 'https://evil.test/'],
  ['with a name and a port', 'us@er:pass@evil.test:8080', 'https://us%40er:pass@evil.test:8080/'],
  ['with a long path', `evil.test/${long}`, `https://evil.test/${long}`],
  ['with a long name', `${long}@evil.test`, `https://${long}@evil.test/`],
])('a link %s is parsed', (_how, text, link) => expect(parseUserUrl(text)?.href).toBe(link));

test.each(['', 'two words', 'a.b:c', 'javascript:alert(1)'])('%j is not a link', (text) =>
  expect(parseUserUrl(text)).toBeNull(),
);

test('any typed text is parsed like a URL, unless its host is too long', () => {
  const typed = fc.oneof(fc.webUrl(), fc.string({ unit: fc.constantFrom(...'ab.@/\\:?#%1\t\n 。[]'), maxLength: 40 }));
  fc.assert(
    fc.property(typed, (text) => {
      const expected = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
      expect(parseUserUrl(text)?.href).toBe(expected?.href);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['alone', (host: string) => host],
  ['behind a scheme and a name', (host: string) => `https://kim@home:1@${host}:443/a`],
  ['behind slashes of either kind', (host: string) => `https://\\/\\${host}?a`],
  ['with tabs and ends of lines between', (host: string) => `https://\t/\n/${host.replace(/(.{50})/gu, '$1\r')}\\a`],
])('a host that is too long is never parsed, %s', (_how, wrap) => {
  const parsed: string[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      constructor(text: string) {
        super('https://evil.test');
        parsed.push(text);
      }
    },
  );
  expect(parseUserUrl(wrap(costlyHost(250)))).not.toBeNull();
  expect(parseUserUrl(wrap(costlyHost(260)))).toBeNull();
  expect(parsed).toHaveLength(1);
});

test('rejecting a thousand hosts of 2,000 characters takes less time than parsing ten', () => {
  const link = `https://${costlyHost(2_000)}`;
  const measureCost = (times: number, work: () => unknown) => {
    const startedAt = getCpuMicros();
    for (let n = 0; n < times; n++) work();
    return getCpuMicros() - startedAt;
  };
  const rejectLink = () => parseUserUrl(link);
  measureCost(1_000, rejectLink);
  expect(measureCost(1_000, rejectLink)).toBeLessThan(measureCost(10, () => URL.canParse(link)));
});

test('a recent answer is not computed again, and the oldest entry is dropped', () => {
  const computed: string[] = [];
  const upper = memoizeLru((text) => {
    computed.push(text);
    return text === '' ? null : text.toUpperCase();
  }, 2);
  expect(['a', 'a', '', '', 'b', '', 'a'].map(upper)).toEqual(['A', 'A', null, null, 'B', null, 'A']);
  expect(computed).toEqual(['a', '', 'b', 'a']);
});

test('a memoized function returns the same answers as the original for any calls', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
      fc.integer({ min: 1, max: 4 }),
      (inputs, maxEntries) => {
        const repeat = memoizeLru((text) => (text === 'e' ? undefined : `${text}${text}`), maxEntries);
        for (const text of inputs) expect(repeat(text)).toBe(text === 'e' ? undefined : `${text}${text}`);
      },
    ),
  ));
