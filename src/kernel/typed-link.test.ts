import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { cpuTime } from '../../test/cpu-time.ts';
import { typedLink } from './typed-link.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Signs that take work by the square: ideographs, each another, and words in one sign that become several. */
const hardHost = (length: number): string =>
  Array.from({ length: length * 0.6 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 31) % 20_000))).join('') +
  '\u3307'.repeat(length * 0.4);

const long = 'a'.repeat(3_000);

test.each([
  ['without a scheme', 'evil.test/a?b#c', 'https://evil.test/a?b#c'],
  ['in capitals', 'HTTP://Evil.test', 'http://evil.test/'],
  ['behind slashes', '//evil.test', 'https://evil.test/'],
  ['with a name and a port', 'us@er:pass@evil.test:8080', 'https://us%40er:pass@evil.test:8080/'],
  ['with a long path', `evil.test/${long}`, `https://evil.test/${long}`],
  ['with a long name', `${long}@evil.test`, `https://${long}@evil.test/`],
])('a link %s is read', (_how, text, link) => expect(typedLink(text)?.href).toBe(link));

test.each(['', 'two words', 'a.b:c', 'javascript:alert(1)'])('%j is no link', (text) =>
  expect(typedLink(text)).toBeNull(),
);

test('whatever was typed is read as it ever was, or its host is longer than any', () => {
  const typed = fc.oneof(fc.webUrl(), fc.string({ unit: fc.constantFrom(...'ab.@/\\:?#%1\t\n 。[]'), maxLength: 40 }));
  fc.assert(
    fc.property(typed, (text) => {
      const usual = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
      expect(typedLink(text)?.href).toBe(usual?.href);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['alone', (host: string) => host],
  ['behind a scheme and a name', (host: string) => `https://kim@home:1@${host}:443/a`],
  ['behind slashes of either kind', (host: string) => `https://\\/\\${host}?a`],
  ['with tabs and ends of lines between', (host: string) => `https://\t/\n/${host.replace(/(.{50})/gu, '$1\r')}\\a`],
])('a host longer than any is never read, %s', (_how, put) => {
  const read: string[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      constructor(text: string) {
        super('https://evil.test');
        read.push(text);
      }
    },
  );
  expect(typedLink(put(hardHost(250)))).not.toBeNull();
  expect(typedLink(put(hardHost(260)))).toBeNull();
  expect(read).toHaveLength(1);
});

test('a thousand hosts of two thousand signs are turned away in less than the time that reading ten takes', () => {
  const link = `https://${hardHost(2_000)}`;
  const costOf = (times: number, work: () => unknown) => {
    const begun = cpuTime();
    for (let n = 0; n < times; n++) work();
    return cpuTime() - begun;
  };
  const turningAway = () => typedLink(link);
  costOf(1_000, turningAway);
  expect(costOf(1_000, turningAway)).toBeLessThan(costOf(10, () => URL.canParse(link)));
});
