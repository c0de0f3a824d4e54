import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { getCpuMicros } from '../../test/cpu-time.ts';
import { parseUserUrl } from './parse-url.ts';

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
    { numRuns: 2_000 },
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
