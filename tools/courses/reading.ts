import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import type { Lesson } from '../../src/features/learning/course-files.ts';
import { type Block, flattenInlines } from '../../src/features/learning/lesson-text.ts';

const textOf = (block: Block): string =>
  flattenInlines(block)
    .filter((inline) => typeof inline === 'string')
    .join(' ');

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’$.,-]*/gu) ?? [];

/** Number of words in a lesson, without its questions. */
export const countWords = ({ blocks }: Lesson): number => splitWords(blocks.map(textOf).join(' ')).length;

/** Reading age in years: Flesch-Kincaid grade plus five. */
export function ageOf({ blocks }: Lesson): number {
  const text = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'list').map(textOf);
  const sentence = text.flatMap((part) => part.split(/[.!?:](?:\s|$)/).filter((one) => /\p{L}/u.test(one))).length;
  const words = text.flatMap(splitWords);
  return fleschKincaid({ sentence, word: words.length, syllable: syllable(words.join(' ')) }) + 5;
}

/** Largest number of words between two questions. */
export function longestRun({ blocks }: Lesson): number {
  let [run, longest] = [0, 0];
  for (const block of blocks) {
    run = block.kind === 'check' || block.kind === 'practice' ? 0 : run + splitWords(textOf(block)).length;
    longest = Math.max(longest, run);
  }
  return longest;
}
