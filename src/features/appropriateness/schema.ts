import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';

const Chosen = z.array(z.number().int().min(0).max(9)).min(1).max(6);

/** In the order of the questions as they were asked. */
export const HandIn = z.strictObject({ tryId: IdText, answers: z.array(Chosen).min(1).max(6) });
export const OneCustomer = z.strictObject({ userId: IdText });
export const WaveThrough = z.strictObject({ userId: IdText, reason: z.string().trim().min(10).max(500) });
