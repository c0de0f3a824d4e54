import { z } from 'zod';
import { longestSubject, longestText } from '../notices/own-words.ts';

const LetterName = z.string().min(1).max(60);
export const OneLetter = z.strictObject({ letter: LetterName });

const why = z.string().trim().min(3, 'Say why').max(500);

/** Other words, or none: then the house's own come back. Places and signs are judged by the command. */
export const ProposeWords = z.strictObject({
  letter: LetterName,
  words: z
    .strictObject({ subject: z.string().trim().max(longestSubject), text: z.string().trim().max(longestText) })
    .nullable(),
  why,
});
