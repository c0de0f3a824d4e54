import { z } from 'zod';
import { longestSubject, longestText } from '../notices/own-words.ts';
import { placesOfNews } from './news-rules.ts';

/** News, and why they are sent. Their signs are judged by the command. */
export const ProposeNews = z.strictObject({
  subject: z.string().trim().max(longestSubject),
  text: z.string().trim().max(longestText),
  path: z.enum(placesOfNews),
  why: z.string().trim().min(3, 'Say why').max(500),
});
