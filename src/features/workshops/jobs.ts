import { addDays, atHour, jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../platform/database/database.ts';
import { getViolatedConstraint } from '../../platform/database/database-faults.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import { createMailJob } from '../../platform/email/mail-job.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { forEachSettled } from '../../platform/jobs/for-each-settled.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { enqueueSeatEmail, renderSeatEmail, type SeatEmailJob } from './emails.ts';
import {
  deleteHolds,
  endExpiredWaits,
  findEmailSeat,
  findListsWithFreeSeats,
  offerNextSeat,
  shortenHolds,
  takeSeatsToNotify,
  takeSeatsToRemind,
  type Waiter,
  type WaitingList,
} from './store.ts';

async function recordSystemAction(tx: Db, { id, userId }: Waiter, action: string): Promise<void> {
  const system = { actorId: null, actorRole: 'system', subjectType: 'workshop_place' } as const;
  await audit(tx, { ...system, action, subjectId: id, aboutId: userId });
  publishTopic(tx, 'payments', userId);
}

/** Offers one seat to the first user on a waiting list. Returns false when no seat is free or the list is empty. */
async function offerSeat(services: Services, line: WaitingList): Promise<boolean> {
  const offering = withSystem(services.pool, async (tx) => {
    const next = await offerNextSeat(tx, line, services.clock());
    if (!next) return false;
    await recordSystemAction(tx, next, 'workshops.offered');
    await enqueueSeatEmail(services, tx, { ...next, kind: 'offered' });
    return true;
  });
  return offering.catch((error: unknown) => {
    // Another process took the seat, or the session was cancelled.
    const lostRaces = ['no_seat_sold_twice', 'first_come_first_served', 'workshop_takes_registrations'];
    if (lostRaces.includes(getViolatedConstraint(error) ?? '')) return false;
    throw error;
  });
}

/** Ends expired offers and offers free seats to the next users. Called by a job every minute. */
export async function offerSeats(services: Services): Promise<void> {
  await withSystem(services.pool, async (tx) => {
    for (const one of await endExpiredWaits(tx, services.clock()))
      await recordSystemAction(tx, one, 'workshops.offer_lapsed');
    await shortenHolds(tx);
    await deleteHolds(tx, after(services.clock(), -days(14)));
  });
  const lines = await withSystem(services.pool, (tx) => findListsWithFreeSeats(tx, services.clock()));
  await forEachSettled(lines, async (line) => {
    while (await offerSeat(services, line));
  });
}

/** Emails attendees about a confirmed, moved or changed seat. Called by a job every minute. */
export const notifySeats = (services: Services): Promise<void> =>
  withSystem(services.pool, async (tx) => {
    for (const one of await takeSeatsToNotify(tx, services.clock())) await enqueueSeatEmail(services, tx, one);
  });

/** Sends one reminder to each attendee of tomorrow's sessions. Called by a job. */
export const remindSeats = (services: Services): Promise<void> =>
  withSystem(services.pool, async (tx) => {
    const now = services.clock();
    const tomorrow = addDays(jamaicaDay(now), 1);
    const span = { from: atHour(tomorrow, 0), until: atHour(tomorrow, 24), now };
    for (const one of await takeSeatsToRemind(tx, span))
      await enqueueSeatEmail(services, tx, { ...one, kind: 'reminder' });
  });

export const workshopsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'workshops.offer_seats', cron: '* * * * *', run: () => offerSeats(services) },
  { name: 'workshops.notify_seats', cron: '* * * * *', run: () => notifySeats(services) },
  // Daytime in Jamaica.
  { name: 'workshops.remind', cron: '40 13-23 * * *', run: () => remindSeats(services) },
  createMailJob(services, mail, {
    name: 'workshops.send_email',
    find: (tx, { placeId }: SeatEmailJob) => findEmailSeat(tx, placeId),
    render: (place, origin, job) => renderSeatEmail(place, job, origin),
  }),
];
