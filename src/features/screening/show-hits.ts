import { staffOnly } from '../../platform/procedure.ts';
import { screeningActs } from './acts.ts';
import { hitsOf } from './hit-store.ts';
import { HitsWanted } from './schema.ts';
import type { HitsView } from './views.ts';

const pageSize = 50;

/** Customers whose names are like listed ones, newest first; never whoever asks. */
export const showHits = staffOnly(screeningActs.work)
  .input(HitsWanted)
  .handler(async ({ context: { tx, person }, input }): Promise<HitsView> => {
    const found = await hitsOf(tx, input, { asker: person.id, many: pageSize });
    return { hits: found.slice(0, pageSize), more: found.length > pageSize };
  });
