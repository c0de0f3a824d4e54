import type { ReadinessSources } from '../../platform/observability/health.ts';
import { waitingMails } from '../notifications/store.ts';
import { findSources } from '../screening/index-store.ts';
import { getSourcesDown } from '../screening/sources.ts';

export const readinessSources: ReadinessSources = {
  listsDown: async (tx, now) => [getSourcesDown(await findSources(tx), now)].flat(),
  waitingMails,
};
