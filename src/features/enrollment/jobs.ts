import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { givenToTell } from './desk-store.ts';
import { type GivenWhat, givenLetter } from './letters.ts';

/** What staff did with which enrollment. */
export type AboutGiven = { readonly id: string; readonly what: GivenWhat };

async function tell(services: Services, mail: Mailer, { id, what }: AboutGiven): Promise<void> {
  const told = await asSystem(services.pool, (tx) => givenToTell(tx, id));
  if (told) await mail(givenLetter(told, what, services.config.origin));
}

/** Whoever is given a course by staff, or has it no longer, is written to. */
export const enrollmentJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'enrollment.letter', retries: mailPatience, run: (about: AboutGiven) => tell(services, mail, about) },
];
