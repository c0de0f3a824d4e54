import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Fontkit = { create: (bytes: Buffer) => { characterSet: number[]; variationAxes: object } };
const { create } = createRequire(import.meta.url)('fontkit') as Fontkit;
const file = join(import.meta.dirname, 'instrument-sans.woff2');

test('the font is small enough to arrive before the first paint', () => {
  expect(statSync(file).size).toBeLessThan(26_000);
});

test('it has every character of our texts and of English, Spanish, French and German names', () => {
  const font = create(readFileSync(file));
  const has = new Set(font.characterSet);
  const signs = '§©·×–—‘’“”…•™−áÁçÇéÉíÍñÑóÓöÖúÚüÜßàâäèêëïòô';
  const plain = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  expect([...plain, ...signs].filter((sign) => !has.has(sign.codePointAt(0) ?? 0))).toEqual([]);
  expect(Object.keys(font.variationAxes)).toEqual(['wdth', 'wght']);
});
