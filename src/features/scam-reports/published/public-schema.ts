import { z } from 'zod';
import { PageCursor } from '../../../kernel/pagination.ts';
import { typedText } from '../../../kernel/typed-text.ts';

export const WarningPage = z.strictObject({ search: typedText().max(120).default(''), after: PageCursor });
const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(80);
export const OneWarning = z.strictObject({ slug: Slug });

export const AppealWarning = z.strictObject({
  slug: Slug,
  name: typedText().min(1, 'Please enter your name').max(200),
  email: typedText().pipe(z.email('Please enter your email address').max(320)),
  statement: z
    .string()
    .trim()
    .min(20, 'Tell us why in at least 20 characters')
    .max(5_000, 'Please use at most 5,000 characters'),
});
export type AppealWarning = z.infer<typeof AppealWarning>;
