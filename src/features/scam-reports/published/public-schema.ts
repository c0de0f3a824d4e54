import { z } from 'zod';

export const WarningPage = z.strictObject({
  search: z.string().trim().max(120).default(''),
  after: z.strictObject({ at: z.coerce.date(), id: z.uuid() }).nullable().default(null),
});
export const OneWarning = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(80),
});
