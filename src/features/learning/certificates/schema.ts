import { z } from 'zod';
import { typedText } from '../../../kernel/typed-text.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';

export const CustomerInput = z.strictObject({ userId: UuidSchema });
export const ShowName = z.strictObject({ id: UuidSchema, shows: z.boolean() });
export const CodeInput = z.strictObject({ code: typedText().max(80) });
export const SetStanding = z.strictObject({
  id: UuidSchema,
  counts: z.boolean(),
  reason: z.string().trim().min(10).max(500),
});
