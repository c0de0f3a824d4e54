import type { call } from '../../../../ui/client.ts';

/** Types of staff API responses, derived from the procedures. */
export type WorkshopLine = Awaited<ReturnType<typeof call.workshopsDesk.sessions>>['lines'][number];
export type WorkshopFile = Awaited<ReturnType<typeof call.workshopsDesk.session>>;
export type Workshop = WorkshopFile['session'];
export type WorkshopPerson = Awaited<ReturnType<typeof call.workshopsDesk.people>>['lines'][number];
