/** Characters that look like a Latin letter (Unicode UTS 39), limited to those that websites and accounts can use. */
const lookalikes: Readonly<Record<string, string>> = {
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
const latinByLookalike: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([latin, similar]) => [...similar].map((letter) => [letter, latin] as const)),
);

/** Replaces look-alikes by lower-case Latin letters and removes accents. */
export const confusableSkeleton = (text: string): string =>
  [...text.normalize('NFKC')]
    .map((letter) => latinByLookalike.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => latinByLookalike.get(letter) ?? letter);

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Hebrew', 'Arabic', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Returns true when one word mixes scripts, such as Latin and Cyrillic. */
export const mixesScripts = (text: string): boolean =>
  text.split(/[.\s@_-]+/).some((part) => scripts.filter((script) => script.test(part)).length > 1);
