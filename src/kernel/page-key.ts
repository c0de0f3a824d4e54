import { z } from 'zod';
import { IdText } from './id-text.ts';

/** Behind which row of a list the next page begins: when that was, as the database knows moments, and its id. */
export const PageKey = z
  .strictObject({ at: z.coerce.date().min(new Date('2020-01-01')).max(new Date('2200-01-01')), id: IdText })
  .nullable()
  .default(null);
