import { z } from 'zod';
import { PageKey } from '../../../kernel/page-key.ts';

export const WarningPage = z.strictObject({
  search: z.string().trim().max(120).default(''),
  after: PageKey,
});
export const OneWarning = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(80),
});
