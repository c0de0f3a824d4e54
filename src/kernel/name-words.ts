/** Words of a person's name for comparison by screening, payees, payers and documents. */

const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Apostrophes and dots, which people type differently or omit. Removed first, because `´` decomposes into a space. */
const apostrophes = /['’‘´`ʹʼʻʿʾ′.]/g;

export const titles: ReadonlySet<string> = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'mx',
  'dr',
  'prof',
  'rev',
  'sir',
  'dame',
]);

/** Name prefixes that some banks write as a separate word: `O BRIEN`, `MC DONALD`, `DE SOUZA`. */
const prefixes: ReadonlySet<string> = new Set('o mc mac fitz st de du di da la le van von'.split(' '));

/** Splits a name into words without accents, case, apostrophes and dots. */
export const splitName = (name: string): string[] =>
  name
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðħŧþßæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function removeTitles(words: readonly string[]): readonly string[] {
  const untitled = words.filter((word) => !titles.has(word));
  return untitled.length > 1 ? untitled : words;
}

/** Lists spellings of a name without titles: its words, then the words with a prefix joined to the next word. */
export function listSpellings(name: string): readonly (readonly string[])[] {
  const words = removeTitles(splitName(name));
  const joined = words.flatMap((word, index) =>
    prefixes.has(word) && index + 1 < words.length
      ? [[...words.slice(0, index), `${word}${words[index + 1]}`, ...words.slice(index + 2)]]
      : [],
  );
  return [words, ...joined];
}

/** Keys that ignore word order. Two names are equal if they share a key. */
export const buildNameKeys = (name: string): string[] => listSpellings(name).map((words) => words.toSorted().join(' '));
