import { nameTokens, particles, soundOf } from './names.ts';

/**
 * How alike two names are, however they are written: another order of words, accents, another transliteration, a slip
 * of the pen. Names alone never decide: a hit goes to a person.
 */

/** Jaro's likeness of two words, 0 to 1: letters in common, near their place. */
function jaro(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Array<boolean>(other.length).fill(false);
  const common: string[] = [];
  for (let at = 0; at < one.length; at++) {
    const until = Math.min(other.length - 1, at + reach);
    for (let there = Math.max(0, at - reach); there <= until; there++) {
      if (taken[there] || one[at] !== other[there]) continue;
      taken[there] = true;
      common.push(one[at] ?? '');
      break;
    }
  }
  if (common.length === 0) return 0;
  const inOther = [...other].filter((_, at) => taken[at]);
  const moved = common.filter((letter, at) => letter !== inOther[at]).length / 2;
  return (common.length / one.length + common.length / other.length + (common.length - moved) / common.length) / 3;
}

/** Jaro-Winkler: a common beginning of up to four letters weighs more. Symmetric, 1 for equal words alone. */
export function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [first, second] = one < other ? [one, other] : [other, one];
  const base = jaro(first, second);
  let begin = 0;
  while (begin < 4 && first[begin] !== undefined && first[begin] === second[begin]) begin++;
  return base + begin * 0.1 * (1 - base);
}

/** Words that are less alike than this are different words. */
const leastLikeness = 0.85;
/** Words that sound alike, in three signs at least, are one word written by two people: Gaddafi, Qadhafi. */
const soundLikeness = 0.88;
/** Words that look less alike than this are different ones, however they sound in four signs. */
const leastSpelling = 0.65;

function likenessOf(one: string, other: string): number {
  const likeness = wordLikeness(one, other);
  if (likeness >= soundLikeness || likeness < leastSpelling) return likeness;
  const sound = soundOf(one);
  return sound.length >= 3 && sound === soundOf(other) ? soundLikeness : likeness;
}

/** Two words of one side that the other writes as one: `abdul rahman` beside `abdulrahman`. */
function joinedLike(words: readonly string[], other: readonly string[]): readonly string[] {
  for (const [at, first] of words.entries())
    for (const [there, second] of words.entries()) {
      if (at === there) continue;
      const whole = first + second;
      // The length first: it costs nothing, and nearly every pair ends there.
      const near = (word: string) => Math.abs(word.length - whole.length) <= 2 && !words.includes(word);
      if (!other.some((word) => near(word) && wordLikeness(word, whole) >= joinedLikeness)) continue;
      const rest = words.filter((_, index) => index !== at && index !== there);
      return joinedLike([...rest, whole], other);
    }
  return words;
}

/** How alike a word must be to two others written as one: more than two words, since there are many pairs. */
const joinedLikeness = 0.93;

type Pair = { readonly one: number; readonly other: number; readonly likeness: number };

/** Pairs of words, the best first, each word used once. */
function pairsOf(one: readonly string[], other: readonly string[]): Pair[] {
  const all = one.flatMap((word, at) =>
    other.map((there, index) => ({ one: at, other: index, likeness: likenessOf(word, there) })),
  );
  const alike = all.filter(({ likeness }) => likeness >= leastLikeness).sort((a, b) => b.likeness - a.likeness);
  const used = { one: new Set<number>(), other: new Set<number>() };
  return alike.filter((pair) => {
    if (used.one.has(pair.one) || used.other.has(pair.other)) return false;
    used.one.add(pair.one);
    used.other.add(pair.other);
    return true;
  });
}

/** Particles weigh little, long words more than short ones. */
const weightOf = (word: string): number => (particles.has(word) ? 0.5 : Math.max(2, word.length));
const weigh = (words: readonly string[]): number => words.reduce((sum, word) => sum + weightOf(word), 0);

/**
 * How alike two names are, 0 to 1. The shorter name must be found in the longer one; words that only the longer one
 * has cost little, since people leave names out. One word in common is never enough where either name has several.
 */
export const nameLikeness = (one: string, other: string): number => likenessOfWords(nameTokens(one), nameTokens(other));

/** The same of names whose words (`nameTokens`) are known. */
export function likenessOfWords(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [joinedLike(left, right), joinedLike(right, left)];
  if (a.length === 0 || b.length === 0) return 0;
  const [short = a, long = b] = [a, b].sort((x, y) => weigh(x) - weigh(y) || (x.join(' ') < y.join(' ') ? -1 : 1));
  const pairs = pairsOf(short, long);
  const telling = pairs.filter((pair) => !particles.has(short[pair.one] ?? ''));
  const found = pairs.reduce((sum, { one: at, likeness }) => sum + likeness * weightOf(short[at] ?? ''), 0);
  const covered = pairs.reduce((sum, { other: at }) => sum + weightOf(long[at] ?? ''), 0);
  const likeness = 0.82 * (found / weigh(short)) + 0.18 * (covered / weigh(long));
  const lonely = telling.length < 2 && pairs.length < Math.max(a.length, b.length);
  return Math.min(1, lonely ? Math.min(likeness, 0.7) : likeness);
}
