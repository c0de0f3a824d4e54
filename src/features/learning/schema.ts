import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';

/** Ids of courses, sections, lessons and questions: lower-case words with hyphens. */
const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/);
/** Answers by their places as shown, the first is 0. */
const Chosen = z.array(z.number().int().min(0).max(9)).min(1).max(6);

export const OneCourse = z.strictObject({ courseId: Id });
export const OneLesson = z.strictObject({ courseId: Id, unit: Id });
/** Under a key an answer counts once, however often it is sent. */
export const AnswerCheck = OneLesson.extend({ check: Id, chosen: Chosen, key: IdText.optional() });
export const KeepPlace = z.strictObject({ courseId: Id, unit: Id, block: z.number().int().min(0).max(2_000) });
export const OneQuiz = z.strictObject({ courseId: Id, section: Id });
/** In the order of the questions as they were asked. */
export const HandIn = z.strictObject({ tryId: IdText, answers: z.array(Chosen).min(1).max(20) });
export const AnswerReview = z.strictObject({ id: IdText, chosen: Chosen });
