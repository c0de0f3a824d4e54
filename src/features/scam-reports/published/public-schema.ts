import { z } from 'zod';
import { PageCursor } from '../../../kernel/pagination.ts';
import { typedText } from '../../../kernel/typed-text.ts';

export const WarningPage = z.strictObject({
  search: typedText().max(120).default(''),
  after: PageCursor,
});
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
    .min(20, 'Say why it is wrong, in 20 letters or more')
    .max(5_000, 'Please write 5,000 letters at most'),
});
export type AppealWarning = z.infer<typeof AppealWarning>;
