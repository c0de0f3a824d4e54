import { z } from 'zod';

export const OneCustomer = z.strictObject({ userId: z.uuid() });
export const ShowName = z.strictObject({ id: z.uuid(), shows: z.boolean() });
/** As it was typed. */
export const OneCode = z.strictObject({ code: z.string().max(80) });
export const Revoke = z.strictObject({
  id: z.uuid(),
  counts: z.boolean(),
  reason: z.string().trim().min(10).max(500),
});
