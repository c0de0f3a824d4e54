import type { Wording } from '../../kernel/dressed-letter.ts';
import { type Fault, faultOf } from '../notices/own-words.ts';

/** What news may lead to, and how that is called: places that everybody may open. */
export const newsPlaces = {
  '/': 'Home page',
  '/courses': 'Courses',
  '/curriculum': 'Curriculum',
  '/subscriptions': 'Plans',
  '/coins': 'Coins and prices',
  '/trading': 'Buying and selling',
  '/launch': 'Coin launches',
  '/scams': 'Warnings of scams',
  '/contact-check': 'Is this really us?',
  '/faq': 'Questions and answers',
} as const;

export type NewsPlace = keyof typeof newsPlaces;
export const placesOfNews = Object.keys(newsPlaces) as [NewsPlace, ...NewsPlace[]];

/** News have no places: these words say that, as those of a letter would. */
const free: Wording = { subject: '', paragraphs: ['-'] };

/** Why words cannot be sent as news; null when they can. Pure. */
export const faultOfNews = (words: Wording): Fault | null => faultOf(words, free);
