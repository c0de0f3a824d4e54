import { z } from 'zod';
import { IdText } from '../../kernel/id-text.ts';

const Words = z.string().trim().max(120);

/** Which entries somebody looks for; all that is given has to fit. Days are Jamaican ones, both included. */
export const ListEntries = z.strictObject({
  /** Who did it: part of a name, an e-mail address, or an id. */
  who: Words.default(''),
  /** What, or whom, it is about: an order's reference, a customer's e-mail address, or an id. */
  subject: Words.default(''),
  /** An act such as `trading.approvePayout`, or all of a feature as `trading.`. */
  action: z
    .string()
    .regex(/^[a-z_-]*(\.[A-Za-z_-]*)?$/)
    .max(80)
    .default(''),
  from: z.iso.date().nullable().default(null),
  until: z.iso.date().nullable().default(null),
  /** The last entry of the page before. */
  before: IdText.nullable().default(null),
});

export type Wanted = z.infer<typeof ListEntries>;
