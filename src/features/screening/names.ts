import { splitName, titles } from '../../kernel/name-words.ts';

function getJaroSimilarity(left: string, right: string): number {
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const isTaken = new Array<boolean>(right.length).fill(false);
  const common: string[] = [];
  for (let i = 0; i < left.length; i++) {
    const until = Math.min(right.length - 1, i + reach);
    for (let j = Math.max(0, i - reach); j <= until; j++) {
      if (isTaken[j] || left[i] !== right[j]) continue;
      isTaken[j] = true;
      common.push(left[i] ?? '');
      break;
    }
  }
  if (common.length === 0) return 0;
  const matchedRight = [...right].filter((_, i) => isTaken[i]);
  const transpositions = common.filter((letter, i) => letter !== matchedRight[i]).length / 2;
  return (
    (common.length / left.length + common.length / right.length + (common.length - transpositions) / common.length) / 3
  );
}

/** Jaro-Winkler similarity from 0 to 1. Symmetric; 1 only for equal words. */
export function getWordSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const [first, second] = left < right ? [left, right] : [right, left];
  const base = getJaroSimilarity(first, second);
  let prefixLength = 0;
  while (prefixLength < 4 && first[prefixLength] !== undefined && first[prefixLength] === second[prefixLength])
    prefixLength++;
  return base + prefixLength * 0.1 * (1 - base);
}

const minSimilarity = 0.85;
/** Similarity of words with the same sound code of three or more digits, such as Gaddafi and Qadhafi. */
const soundSimilarity = 0.88;
const minSpellingSimilarity = 0.65;

function compareWords(left: string, right: string): number {
  const similarity = getWordSimilarity(left, right);
  if (similarity >= soundSimilarity || similarity < minSpellingSimilarity) return similarity;
  const sound = getSoundCode(left);
  return sound.length >= 3 && sound === getSoundCode(right) ? soundSimilarity : similarity;
}

/** Joins two words that the other name writes as one, such as `abdul rahman` and `abdulrahman`. */
function joinSplitWords(words: readonly string[], right: readonly string[]): readonly string[] {
  for (const [i, first] of words.entries())
    for (const [j, second] of words.entries()) {
      if (i === j) continue;
      const joined = first + second;
      const isSimilarLength = (word: string) => Math.abs(word.length - joined.length) <= 2 && !words.includes(word);
      if (!right.some((word) => isSimilarLength(word) && getWordSimilarity(word, joined) >= minJoinedSimilarity))
        continue;
      const rest = words.filter((_, index) => index !== i && index !== j);
      return joinSplitWords([...rest, joined], right);
    }
  return words;
}

/** Stricter than for single words, because many pairs are tried. */
const minJoinedSimilarity = 0.93;

type Pair = { readonly left: number; readonly right: number; readonly similarity: number };

function pairWords(left: readonly string[], right: readonly string[]): Pair[] {
  const pairs = left.flatMap((word, leftIndex) =>
    right.map((candidate, rightIndex) => ({
      left: leftIndex,
      right: rightIndex,
      similarity: compareWords(word, candidate),
    })),
  );
  const similar = pairs
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity);
  const used = { left: new Set<number>(), right: new Set<number>() };
  return similar.filter((pair) => {
    if (used.left.has(pair.left) || used.right.has(pair.right)) return false;
    used.left.add(pair.left);
    used.right.add(pair.right);
    return true;
  });
}

const getWeight = (word: string): number => (particles.has(word) ? 0.5 : Math.max(2, word.length));
const sumWeights = (words: readonly string[]): number => words.reduce((sum, word) => sum + getWeight(word), 0);

/** Returns 0 to 1. Missing words cost little. One common word is not enough when a name has several words. */
export const getNameSimilarity = (left: string, right: string): number =>
  compareTokens(getNameTokens(left), getNameTokens(right));

export function compareTokens(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [joinSplitWords(left, right), joinSplitWords(right, left)];
  if (a.length === 0 || b.length === 0) return 0;
  const [short = a, long = b] = [a, b].sort(
    (x, y) => sumWeights(x) - sumWeights(y) || (x.join(' ') < y.join(' ') ? -1 : 1),
  );
  const pairs = pairWords(short, long);
  const significant = pairs.filter((pair) => !particles.has(short[pair.left] ?? ''));
  const matchedWeight = pairs.reduce(
    (sum, { left: index, similarity }) => sum + similarity * getWeight(short[index] ?? ''),
    0,
  );
  const coveredWeight = pairs.reduce((sum, { right: index }) => sum + getWeight(long[index] ?? ''), 0);
  const similarity = 0.82 * (matchedWeight / sumWeights(short)) + 0.18 * (coveredWeight / sumWeights(long));
  const isSingleWord = significant.length < 2 && pairs.length < Math.max(a.length, b.length);
  return Math.min(1, isSingleWord ? Math.min(similarity, 0.7) : similarity);
}

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
  const isIntact = words.filter(isFragment).length < 3;
  return isIntact && words.length > 0 && words.length <= maxWords && words.every((word) => /^[a-z0-9]+$/.test(word));
}

/** Letters that replace each other across languages share a code. Vowels, h, w and y have none. */
const soundCodes: Readonly<Record<string, string>> = {
  b: '1',
  f: '1',
  p: '1',
  v: '1',
  c: '2',
  g: '2',
  j: '2',
  k: '2',
  q: '2',
  s: '2',
  x: '2',
  z: '2',
  d: '3',
  t: '3',
  l: '4',
  m: '5',
  n: '5',
  r: '6',
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
