import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';
import { Evidence } from '../movements/schema.ts';
import { cardKinds } from './due.ts';

/** What is to be paid. How much, its record says. */
export const StartCard = z.strictObject({ kind: z.enum(cardKinds), id: IdText });

/** A charge that was found in the provider's list, for a page of ours. How much it was, the page says. */
export const RecordCharge = z.strictObject({
  sessionId: IdText,
  transaction: z
    .string()
    .trim()
    .min(4, "Enter the provider's number of the charge")
    .max(120)
    .regex(/^[!-~]+$/, 'Letters, digits and signs without blanks'),
  note: Evidence,
});
