import { z } from 'zod';
import { CourseInput } from '../schema.ts';
import { DraftHead, DraftSection, maxLessonLength } from './draft.ts';

const shortText = (max: number) => z.string().trim().min(3, 'Enter at least 3 characters').max(max);
/** `number`: the draft that the editor has loaded. */
const SaveReference = CourseInput.extend({ number: z.number().int().min(1) });

export const MakeCourse = z.strictObject({ title: shortText(90) });
export const SaveDraft = SaveReference.extend({
  head: DraftHead,
  order: z.array(z.string().max(41)).max(40),
  sections: z.array(DraftSection).max(40),
});
export const PreviewLesson = z.strictObject({ markdown: z.string().max(maxLessonLength) });
export const PublishCourse = SaveReference.extend({ whatChanged: shortText(600) });
export const OfferCourse = CourseInput.extend({ to: z.enum(['published', 'withdrawn']) });
/** Price in US cents. The settings define the maximum. */
export const PriceCourse = CourseInput.extend({ priceUsd: z.number().int().min(0).max(9_999_999) });
