import { z } from 'zod';
import { UuidSchema } from '../../../kernel/uuid.ts';

const Chosen = z.array(z.number().int().min(0).max(9)).min(1).max(6);

/** Answers in the order of the questions. */
export const SubmitAnswers = z.strictObject({ tryId: UuidSchema, answers: z.array(Chosen).min(1).max(6) });
export const OneCustomer = z.strictObject({ userId: UuidSchema });
export const WaiveLesson = z.strictObject({ userId: UuidSchema, reason: z.string().trim().min(10).max(500) });
