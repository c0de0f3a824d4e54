import { expect, test } from 'vitest';
import { cpuTime } from '../../../test/cpu-time.ts';
import { foreignLinks } from './links.ts';

const origin = 'https://crypto.example';

test.each([
  'See https://crypto.example/courses/level-1.',
  'It stands at https://crypto.example, as before (https://crypto.example/learning-dashboard?at=1).',
  'The class begins at 9.30am, costs J$1,500.50 and is no. 3, i.e. the last one.',
  'Wait... then read on. See you!',
  'Bring a pen: blue or black.',
])('says what it says: %s', (text) => expect(foreignLinks(text, origin)).toEqual([]));

test.each([
  ['https://evil.example/x', 'https://evil.example/x'],
  ['go to evil.example now', 'evil.example'],
  ['www.evil.example', 'www.evil.example'],
  ['https://crypto.example.evil.example/', 'https://crypto.example.evil.example/'],
  ['https://crypto.example@evil.example/', 'https://crypto.example@evil.example/'],
  ['https://crypto.example:8443/', 'https://crypto.example:8443/'],
  ['http://crypto.example/', 'http://crypto.example/'],
  ['ftp://crypto.example/', 'ftp://crypto.example/'],
  ['write to me@evil.example', 'me@evil.example'],
  ['javascript:alert(1)', 'javascript:alert'],
  ['tel:+18765550100', 'tel:+18765550100'],
  ['ｅｖｉｌ.ｅｘａｍｐｌｅ', 'evil.example'],
  ['пример.рф', 'пример.рф'],
  ...['evil.भारत', 'evil.বাংলা', 'evil.இலங்கை', 'evil.ලංකා/login', 'evil。com/login'].map((link): [string, string] => [
    link,
    link,
  ]),
  ['evil｡com', 'evil。com'],
  ['evil.c\u00adom', 'evil.c\u00adom'],
])('finds what leads elsewhere: %s', (text, found) => expect(foreignLinks(text, origin)).toEqual([found]));

test.each([...'"\'<>()|`{}\\^[]', ' ', '\n', ',', ';', '!', '*', '\u2060', '\u3000', '；', '…', '㏇'])(
  'behind a link of ours nothing else is hidden by %j, which a mail program may take for its end',
  (sign) => {
    for (const other of ['https://evil.example/sign-in', 'evil.example', 'mailto:me@evil.example'])
      expect(foreignLinks(`Read this: ${origin}/${sign}${other}`, origin)).not.toEqual([]);
  },
);

test('a text costs about as much as it is long, whatever its signs become; what is too long is refused', () => {
  const costOf = (text: string) => {
    const begun = cpuTime();
    const found = foreignLinks(text, origin);
    return { cost: cpuTime() - begun, found };
  };
  const words = 'We meet on Thursday. '.repeat(95);
  costOf(words);
  const plain = costOf(words);
  expect(plain.found).toEqual([]);
  // One sign each; six letters once taken apart, and eighteen.
  for (const sign of ['a', '\u3316', '\uFDFA', 'a-', 'a.', '://', 'é'])
    for (const text of [sign.repeat(2_000), `${sign.repeat(290)} `.repeat(7)].map((one) => one.slice(0, 2_000)))
      expect(costOf(text).cost).toBeLessThan(plain.cost * 20 + 150_000);
  expect(foreignLinks('\u3316'.repeat(100), origin)).toHaveLength(1);
});
