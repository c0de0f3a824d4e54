import { z } from 'zod';
import { UuidSchema } from './uuid.ts';

/** Keyset cursor: time and id of the last row of a page. */
export const PageCursor = z
  .strictObject({ at: z.coerce.date().min(new Date('2020-01-01')).max(new Date('2200-01-01')), id: UuidSchema })
  .nullable()
  .default(null);

/** Builds a page from up to `size + 1` rows. `next` is the key of the page's last row, or null on the last page. */
export function paginate<Row, Key>(rows: readonly Row[], size: number, getKey: (last: Row) => Key) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, next: rows.length > size && last !== undefined ? getKey(last) : null };
}
