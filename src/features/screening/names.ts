/** What of a name is compared, however it is written, and by what two names find each other. */

/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Titles, which say nothing about who somebody is. */
const titles: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'rev', 'sir', 'jr', 'sr']);
/** Particles, which too many names share to compare people by. */
export const particles: ReadonlySet<string> = new Set(
  'al el ul bin ibn bint ben abu abd umm de da do dos das del della di la le van von der den y e of the'.split(' '),
);

const wordsIn = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’`ʼʿʾ.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Nobody's name has more words than this. Each word is compared with each of the other name: without a bound a made-up
 * name of short words would keep a core busy for seconds.
 */
const mostWords = 12;

/**
 * The words of a name: no accents, no case, no signs, no titles, in the order of the alphabet; of more than twelve the
 * longest. Titles that are all there is are the name: whoever writes `Sir` and nothing else is compared by it, not
 * passed over.
 */
export function nameTokens(name: string): string[] {
  const words = wordsIn(name).sort();
  const telling = words.filter((word) => !titles.has(word));
  const used = telling.length > 0 ? telling : words;
  if (used.length <= mostWords) return used;
  return used
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostWords)
    .sort();
}

/**
 * Whether a name can be compared with lists, which are written in our letters: another alphabet, a foreign letter that
 * looks like ours, or too many words must be compared by a person.
 */
export function isComparable(name: string): boolean {
  const words = wordsIn(name);
  return words.length > 0 && words.length <= mostWords && words.every((word) => /^[a-z0-9]+$/.test(word));
}

/** Letters that languages write for one another share a sign; vowels, h, w and y are no sign at all. */
const sounds: Readonly<Record<string, string>> = {
  ...{ b: '1', f: '1', p: '1', v: '1' },
  ...{ c: '2', g: '2', j: '2', k: '2', q: '2', s: '2', x: '2', z: '2' },
  ...{ d: '3', t: '3', l: '4', m: '5', n: '5', r: '6' },
};

/** How a word sounds, roughly: `gaddafi` and `kadhafi` are one. At most four signs. */
export function soundOf(token: string): string {
  const signs = Array.from(token, (letter) => sounds[letter] ?? '').join('');
  return signs.replace(/(.)\1+/g, '$1').slice(0, 4);
}

/** Of so many short words each is put together with each. */
const mostJoined = 6;

/** What two names must share to be compared at all: the sound of a word, or how one begins. */
export function blocksOf(name: string): string[] {
  const tokens = nameTokens(name);
  const telling = tokens.filter((token) => token.length > 2 && !particles.has(token));
  const used = telling.length > 0 ? telling : tokens;
  // Short words that others write as one: `jin ping` meets `jinping`.
  const short = used.filter((token) => token.length <= 4).slice(0, mostJoined);
  const joined = short.flatMap((one) => short.filter((other) => other !== one).map((other) => one + other));
  const blocks = [
    ...used.flatMap((token) => [`s:${soundOf(token)}`, `b:${token.slice(0, 4)}`]),
    ...joined.map((word) => `b:${word.slice(0, 4)}`),
  ];
  return [...new Set(blocks)].filter(
    // One sign alone is the sound of a tenth of all words.
    (block) => !/^s:.?$/.test(block),
  );
}
