import { expect, test } from 'vitest';
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
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['tel:+18765550100', 'tel:+18765550100'],
  ['ｅｖｉｌ.ｅｘａｍｐｌｅ', 'evil.example'],
  ['пример.рф', 'пример.рф'],
])('finds what leads elsewhere: %s', (text, found) => expect(foreignLinks(text, origin)).toEqual([found]));
