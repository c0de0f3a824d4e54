import { staff } from '../../platform/http/procedure.ts';
import { findHits } from './hit-store.ts';
import { screeningPermissions } from './permissions.ts';
import { HitsInput } from './schema.ts';
import type { HitsView } from './views.ts';

const pageSize = 50;

/** Excludes hits about the viewer. */
export const showHits = staff(screeningPermissions.work)
  .input(HitsInput)
  .handler(async function showHits({ context: { tx, person }, input }): Promise<HitsView> {
    const hits = await findHits(tx, input, { viewerId: person.id, limit: pageSize });
    return { hits: hits.slice(0, pageSize), more: hits.length > pageSize };
  });
