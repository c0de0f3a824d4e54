import { z } from 'zod';
import { OneCourse } from '../learning/schema.ts';
import { DraftHead, DraftSection } from './draft.ts';
import { longestLesson } from './longest.ts';

const line = (most: number) => z.string().trim().min(3, 'At least 3 letters').max(most);
/** The save that somebody read. */
const Read = OneCourse.extend({ number: z.number().int().min(1) });

export const MakeCourse = z.strictObject({ title: line(90) });
export const SaveDraft = Read.extend({
  head: DraftHead,
  order: z.array(z.string().max(41)).max(40),
  sections: z.array(DraftSection).max(40),
});
export const PreviewLesson = z.strictObject({ markdown: z.string().max(longestLesson) });
export const PublishCourse = Read.extend({ whatChanged: line(600) });
export const OfferCourse = OneCourse.extend({ to: z.enum(['published', 'withdrawn']) });
/** In whole cents; how much it is at most follows from the settings. */
export const PriceCourse = OneCourse.extend({ priceUsd: z.number().int().min(0).max(9_999_999) });
/** Of the newest version where none is said. */
export const CourseFigures = OneCourse.extend({ version: z.number().int().min(1).nullable().default(null) });
