import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';

const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/);
/** Positions of the chosen answers as shown, from 0. */
const Chosen = z.array(z.number().int().min(0).max(9)).min(1).max(6);

export const CourseInput = z.strictObject({ courseId: Id });
export const LessonInput = z.strictObject({ courseId: Id, unit: Id });
export const AnswerCheck = LessonInput.extend({ check: Id, chosen: Chosen, key: UuidSchema.optional() });
export const SavePlace = z.strictObject({ courseId: Id, unit: Id, block: z.number().int().min(0).max(2_000) });
export const QuizInput = z.strictObject({ courseId: Id, section: Id });
export const SubmitQuiz = z.strictObject({ tryId: UuidSchema, answers: z.array(Chosen).min(1).max(20) });
export const AnswerReview = z.strictObject({ id: UuidSchema, chosen: Chosen });
