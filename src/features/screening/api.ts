import { decideHit } from './decide-hit.ts';
import { importLocal } from './import-local.ts';
import { showHits } from './show-hits.ts';
import { showLists } from './show-lists.ts';

export const screeningApi = { lists: showLists, hits: showHits, decideHit, importLocal };
