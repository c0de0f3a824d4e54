import { z } from 'zod';
import { maxSubjectLength, maxTextLength, newsPaths } from './news-rules.ts';

/** `findNewsFault` checks subject and text. */
export const ProposeNews = z.strictObject({
  subject: z.string().trim().max(maxSubjectLength),
  text: z.string().trim().max(maxTextLength),
  path: z.enum(newsPaths),
  why: z.string().trim().min(3, 'Enter a reason').max(500),
});
