/**
 * Letters of other scripts, and forms of our own, that are drawn like a Latin letter or digit (after the confusables of
 * Unicode, UTS 39; those alone that the names of sites and accounts can hold).
 */
const drawnAs: Readonly<Record<string, string>> = {
  a: 'аɑαạąăāàáâãäåǎȧấ',
  b: 'ЬьƄɓвΒВ',
  c: 'сϲⅽćĉċčçҫ',
  d: 'ԁɗđďḍⅾժ',
  e: 'еҽёēĕėęěèéêëẹ℮ε',
  f: 'ƒſḟϝ',
  g: 'ɡցġğģĝǧǥ',
  h: 'һհḥħнΗН',
  i: 'іιɩıìíîïĩīĭįịӏⅰ',
  j: 'јϳʝĵ',
  k: 'кκќķқΚК',
  l: 'ⅼłĺļľḷΙІ',
  m: 'мⅿṃΜМ',
  n: 'ոռпηńņňñṇΝ',
  o: 'оοօσøòóôõöōŏőơọ०ο',
  p: 'рρṗΡР',
  q: 'ԛգզ',
  r: 'гŕŗřɼɽꭇ',
  s: 'ѕśŝşšșṣꜱ',
  t: 'τтţťṭțΤТ',
  u: 'υսùúûüũūŭůűųưụμ',
  v: 'ѵνⅴṿ',
  w: 'ԝωŵẁẃẅẉш',
  x: 'хⅹχΧХ',
  y: 'уγýÿŷүỵΥУ',
  z: 'źżžẓʐΖ',
};
const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(drawnAs).flatMap(([latin, drawn]) => [...drawn].map((letter) => [letter, latin] as const)),
);

/**
 * A text as the eye reads it: each letter as the Latin one that it is drawn like, in small letters, without accents.
 */
export const drawn = (text: string): string =>
  [...text.normalize('NFKC')]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => latinOf.get(letter) ?? letter);

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Hebrew', 'Arabic', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Whether a name takes its letters from several scripts: nobody writes so, but whoever wants it to be misread. */
export const mixesScripts = (text: string): boolean =>
  text.split(/[.\s@_-]+/).some((part) => scripts.filter((script) => script.test(part)).length > 1);
