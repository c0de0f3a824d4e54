import { describe, expect, it } from 'vitest';
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
