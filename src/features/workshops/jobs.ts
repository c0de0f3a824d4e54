import { atHour, jamaicaDay, shiftDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../platform/database.ts';
import { brokenConstraint } from '../../platform/database-faults.ts';
import { eachAlone } from '../../platform/each-alone.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { forgetHolds } from './hold-store.ts';
import { placeOfLetter, placesToRemind, placesToTell } from './letter-store.ts';
import { placeLetter } from './letters.ts';
import { endWaits, type Line, linesToMove, offerNext, shortenHolds, type Waiter } from './waiting-store.ts';
import { type LetterAbout, writeAbout } from './write.ts';

async function remember(tx: Db, { id, userId }: Waiter, action: string): Promise<void> {
  const system = { actorId: null, actorRole: 'system', subjectType: 'workshop_place' } as const;
  await audit(tx, { ...system, action, subjectId: id, aboutId: userId });
  announce(tx, 'payments', userId);
}

/** One place to whoever waits longest in a line; false where there is none, or nobody any more. */
async function offerOne(services: Services, line: Line): Promise<boolean> {
  const offering = asSystem(services.pool, async (tx) => {
    const next = await offerNext(tx, line, services.clock());
    if (!next) return false;
    await remember(tx, next, 'workshops.offered');
    await writeAbout(services, tx, { ...next, kind: 'offered' });
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
    await shortenHolds(tx);
    await forgetHolds(tx, after(services.clock(), -days(14)));
  });
  const lines = await asSystem(services.pool, (tx) => linesToMove(tx, services.clock()));
  await eachAlone(lines, async (line) => {
    while (await offerOne(services, line));
  });
}

/** Who was confirmed or moved, or whose session changed, reads how their place stands now. */
export const tellPlaces = (services: Services): Promise<void> =>
  asSystem(services.pool, async (tx) => {
    for (const one of await placesToTell(tx, services.clock())) await writeAbout(services, tx, one);
  });

/** Who comes tomorrow is reminded, once. */
export const remindPlaces = (services: Services): Promise<void> =>
  asSystem(services.pool, async (tx) => {
    const now = services.clock();
    const tomorrow = shiftDay(jamaicaDay(now), 1);
    const span = { from: atHour(tomorrow, 0), until: atHour(tomorrow, 24), now };
    for (const one of await placesToRemind(tx, span)) await writeAbout(services, tx, { ...one, kind: 'reminder' });
  });

async function sendLetter(services: Services, mail: Mailer, { placeId, kind, last }: LetterAbout): Promise<void> {
  const place = await asSystem(services.pool, (tx) => placeOfLetter(tx, placeId));
  const letter = place && placeLetter(place, { kind, last }, services.config.origin);
  if (letter) await mail(letter);
}

/** What workshops do by themselves. */
export const workshopsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'workshops.offer', cron: '* * * * *', run: () => offerPlaces(services) },
  { name: 'workshops.tell', cron: '* * * * *', run: () => tellPlaces(services) },
  // By day in Jamaica.
  { name: 'workshops.remind', cron: '40 13-23 * * *', run: () => remindPlaces(services) },
  { name: 'workshops.letter', retries: mailPatience, run: (about: LetterAbout) => sendLetter(services, mail, about) },
];
