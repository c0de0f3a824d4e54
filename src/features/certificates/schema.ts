import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';

export const OneCustomer = z.strictObject({ userId: IdText });
export const ShowName = z.strictObject({ id: IdText, shows: z.boolean() });
/** As it was typed. */
export const OneCode = z.strictObject({ code: z.string().max(80) });
export const Revoke = z.strictObject({
  id: IdText,
  counts: z.boolean(),
  reason: z.string().trim().min(10).max(500),
});
