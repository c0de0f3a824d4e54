import { splitName, titles } from '../../kernel/name-words.ts';

const generations: ReadonlySet<string> = new Set(['jr', 'sr']);
const isTitle = (word: string): boolean => titles.has(word) || generations.has(word);

/** Words too common to identify a person. */
export const particles: ReadonlySet<string> = new Set(
  'al el ul bin ibn bint ben abu abd umm de da do dos das del della di la le van von der den y e of the'.split(' '),
);

/** Limits the cost of comparing each word with each word of the other name. */
const maxWords = 12;

/** Returns a name's words, sorted, at most the twelve longest. Drops titles unless the name has nothing else. */
export function getNameTokens(name: string): string[] {
  const words = splitName(name).sort();
  const significant = words.filter((word) => !isTitle(word));
  const used = significant.length > 0 ? significant : words;
  if (used.length <= maxWords) return used;
  return used
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxWords)
    .sort();
}

/** A name of three or more such words may be a listed name cut into pieces. */
const isFragment = (word: string): boolean => word.length <= 2 && !particles.has(word) && !isTitle(word);

/** False for other alphabets, look-alike letters, fragments or too many words. Staff compare such names manually. */
export function isComparable(name: string): boolean {
  const words = splitName(name);
  const isWhole = words.filter(isFragment).length < 3;
  return isWhole && words.length > 0 && words.length <= maxWords && words.every((word) => /^[a-z0-9]+$/.test(word));
}

/** Letters that replace each other across languages share a code. Vowels, h, w and y have none. */
const soundCodes: Readonly<Record<string, string>> = {
  ...{ b: '1', f: '1', p: '1', v: '1' },
  ...{ c: '2', g: '2', j: '2', k: '2', q: '2', s: '2', x: '2', z: '2' },
  ...{ d: '3', t: '3', l: '4', m: '5', n: '5', r: '6' },
};

/** Returns at most four digits. `gaddafi` and `kadhafi` have the same code. */
export function getSoundCode(token: string): string {
  const codes = Array.from(token, (letter) => soundCodes[letter] ?? '').join('');
  return codes.replace(/(.)\1+/g, '$1').slice(0, 4);
}

const maxJoinedWords = 6;

/** Returns search keys. Two names are compared when they share a sound code or the first letters of a word. */
export function getBlocks(name: string): string[] {
  const tokens = getNameTokens(name);
  const significant = tokens.filter((token) => token.length > 2 && !particles.has(token));
  const used = significant.length > 0 ? significant : tokens;
  const short = used.filter((token) => token.length <= 4).slice(0, maxJoinedWords);
  const joined = short.flatMap((left) => short.filter((right) => right !== left).map((right) => left + right));
  const blocks = [
    ...used.flatMap((token) => [`s:${getSoundCode(token)}`, `b:${token.slice(0, 4)}`]),
    ...joined.map((word) => `b:${word.slice(0, 4)}`),
  ];
  return [...new Set(blocks)].filter(
    // A one-digit sound code matches a tenth of all words.
    (block) => !/^s:.?$/.test(block),
  );
}
