import { z } from 'zod';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';

const SearchText = typedText().max(120);

/** Filters combine with "and". Days are Jamaican and inclusive. */
export const ListEntries = z.strictObject({
  who: SearchText.default(''),
  subject: SearchText.default(''),
  /** An action such as `trading.approvePayout`, or a whole feature as `trading.`. */
  action: z
    .string()
    .regex(/^[a-z_-]*(\.[A-Za-z_-]*)?$/)
    .max(80)
    .default(''),
  from: z.iso.date().nullable().default(null),
  until: z.iso.date().nullable().default(null),
  before: UuidSchema.nullable().default(null),
});

export type ListEntriesInput = z.infer<typeof ListEntries>;
