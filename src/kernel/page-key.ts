import { z } from 'zod';

/** Behind which row of a list the next page begins, by when it was and its id; moments are such as the database knows. */
export const PageKey = z
  .strictObject({ at: z.coerce.date().min(new Date('2020-01-01')).max(new Date('2200-01-01')), id: z.uuid() })
  .nullable()
  .default(null);
