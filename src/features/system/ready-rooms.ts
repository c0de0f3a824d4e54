import type { Rooms } from '../../platform/health.ts';
import { waitingMails } from '../notices/mail-store.ts';
import { sourcesInForce } from '../screening/index-store.ts';
import { sourcesDown } from '../screening/sources.ts';

/** What readiness asks of the rooms that own it. */
export const readyRooms: Rooms = {
  listsDown: async (tx, now) => [sourcesDown(await sourcesInForce(tx), now)].flat(),
  waitingMails,
};
