import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

/** Banned phrases and their replacements (docs/writing.md). */
export const bannedPhrases: ReadonlyMap<string, string> = new Map([
  ['whoever', 'anyone who, the person who'],
  ['whatever', 'any'],
  ['somebody', 'someone'],
  ['nobody', 'no one'],
  ['anew', 'again'],
  ['beside', 'next to, besides'],
  ['stands', 'is, shows'],
  ['stood', 'was'],
  ['told', 'notified, shown'],
  ['lapse', 'expire'],
  ['lapsed', 'expired'],
  ['nought', 'zero'],
  ['need not', 'do not need to'],
  ['of yours', 'your'],
  ['of ours', 'our'],
  ['goes on', 'continues'],
  ['called off', 'cancelled'],
  ['so many', 'the number'],
  ['by itself', 'automatically'],
  ['as it stands', 'unchanged'],
  ['at once', 'now, right away'],
]);
const banned = new RegExp(`\\b(${[...bannedPhrases.keys()].join('|')})\\b`, 'i');

export const findBannedPhrase = (text: string): string | null => banned.exec(text)?.[1]?.toLowerCase() ?? null;

const withoutPlaceholders = (text: string): string =>
  text.replace(/\{\w+:[^}]*\|([^}]*)\}/g, '$1').replace(/\{\w+\}/g, 'ten');
const splitSentences = (text: string): string[] => withoutPlaceholders(text).split(/[.!?:;]["')]?(?:\s|$)|\n/);
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’$.,-]*/gu) ?? [];

export const countLongestSentence = (text: string): number =>
  Math.max(0, ...splitSentences(text).map((sentence) => splitWords(sentence).length));

/** Reading age of texts in years: Flesch-Kincaid grade plus five. */
export function getReadingAge(texts: readonly string[]): number {
  const sentences = texts.flatMap(splitSentences).filter((sentence) => splitWords(sentence).length > 0);
  const words = sentences.flatMap(splitWords);
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllable(words.join(' ')) }) + 5;
}
