import { audit } from '../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../platform/database.ts';
import { brokenConstraint } from '../../platform/database-faults.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import { letterToday } from '../../platform/letters-a-day.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { placeOfLetter } from './letter-store.ts';
import { placeLetter, type WorkshopLetter } from './letters.ts';
import { endWaits, type Line, linesToMove, offerNext, type Waiter } from './waiting-store.ts';

/** A letter about a place, as it waits to be written. */
type About = { readonly placeId: string; readonly kind: WorkshopLetter; readonly last: boolean };

async function remember(tx: Db, { id, userId }: Waiter, action: string): Promise<void> {
  const system = { actorId: null, actorRole: 'system', subjectType: 'workshop_place' } as const;
  await audit(tx, { ...system, action, subjectId: id, aboutId: userId });
  announce(tx, 'payments', userId);
}

/** Has somebody written to about their place, within what one person gets in a day. */
async function writeTo(services: Services, tx: Db, { id, userId, kind }: Waiter & { kind: WorkshopLetter }) {
  const today = await letterToday(tx, 'workshop', { whom: userId, now: services.clock() });
  if (!today) return;
  const about: About = { placeId: id, kind, last: today === 'last' };
  await services.jobs.enqueue(tx, 'workshops.letter', about);
}

/** One place to whoever waits longest in a line; false where there is none, or nobody any more. */
async function offerOne(services: Services, line: Line): Promise<boolean> {
  const offering = asSystem(services.pool, async (tx) => {
    const next = await offerNext(tx, line, services.clock());
    if (!next) return false;
    await remember(tx, next, 'workshops.offered');
    await writeTo(services, tx, { ...next, kind: 'offered' });
    return true;
  });
  return offering.catch((error: unknown) => {
    // Another process offered the last one, or staff called the session off.
    const others = ['no_seat_sold_twice', 'first_come_first_served', 'workshop_takes_registrations'];
    if (others.includes(brokenConstraint(error) ?? '')) return false;
    throw error;
  });
}

/** Free places go to who waits for them, in turn; what was offered and not taken goes to the next one. */
export async function offerPlaces(services: Services): Promise<void> {
  await asSystem(services.pool, async (tx) => {
    for (const one of await endWaits(tx, services.clock())) await remember(tx, one, 'workshops.offer_lapsed');
  });
  const lines = await asSystem(services.pool, (tx) => linesToMove(tx, services.clock()));
  for (const line of lines) while (await offerOne(services, line));
}

async function sendLetter(services: Services, mail: Mailer, { placeId, kind, last }: About): Promise<void> {
  const place = await asSystem(services.pool, (tx) => placeOfLetter(tx, placeId));
  const letter = place && placeLetter(place, { kind, last }, services.config.origin);
  if (letter) await mail(letter);
}

/** What workshops do by themselves. */
export const workshopsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'workshops.offer', cron: '* * * * *', run: () => offerPlaces(services) },
  { name: 'workshops.letter', retries: mailPatience, run: (about: About) => sendLetter(services, mail, about) },
];
