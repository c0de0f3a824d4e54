import type { Db } from '../../platform/database.ts';
import { letterToday } from '../../platform/letters-a-day.ts';
import type { Services } from '../../platform/procedure.ts';
import type { WorkshopLetter } from './letters.ts';

/** A letter about a place, as it waits to be written. */
export type LetterAbout = { readonly placeId: string; readonly kind: WorkshopLetter; readonly last: boolean };

type Concerning = { readonly id: string; readonly userId: string; readonly kind: WorkshopLetter };

/** Has somebody written to about their place, within what one person gets in a day. */
export async function writeAbout(services: Services, tx: Db, { id, userId, kind }: Concerning): Promise<void> {
  const today = await letterToday(tx, 'workshop', { whom: userId, now: services.clock() });
  if (!today) return;
  const about: LetterAbout = { placeId: id, kind, last: today === 'last' };
  await services.jobs.enqueue(tx, 'workshops.letter', about);
}
