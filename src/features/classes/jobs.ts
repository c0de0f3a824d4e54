import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { classLetter } from './letters.ts';
import { letterTo, nextReached } from './store.ts';

/** Which message. */
export type AboutMessage = { readonly id: string };
type AboutMail = AboutMessage & { readonly enrollmentId: string };

/** So many mails are handed on in one transaction. */
const most = 100;

/**
 * Hands on the mails of a message, a batch at a time, and the next batch to a job of its own: all in the transaction in
 * which the message remembers up to whom it got, so nobody has two mails of it however often this runs.
 */
export const handOn = (services: Services, { id }: AboutMessage): Promise<void> =>
  asSystem(services.pool, async (tx) => {
    const { reached, more } = await nextReached(tx, id, { now: services.clock(), most });
    for (const enrollmentId of reached)
      await services.jobs.enqueue(tx, 'classes.mail', { id, enrollmentId } satisfies AboutMail);
    if (more) await services.jobs.enqueue(tx, 'classes.send', { id } satisfies AboutMessage);
  });

async function sendMail(services: Services, mail: Mailer, about: AboutMail): Promise<void> {
  const letter = await asSystem(services.pool, (tx) => letterTo(tx, { ...about, now: services.clock() }));
  if (letter) await mail(classLetter(letter, services.config.origin));
}

/** Classes are written to behind the instructor's back, so that a press of the button never waits for mails. */
export const classJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'classes.send', retries: mailPatience, run: (about: AboutMessage) => handOn(services, about) },
  { name: 'classes.mail', retries: mailPatience, run: (about: AboutMail) => sendMail(services, mail, about) },
];
