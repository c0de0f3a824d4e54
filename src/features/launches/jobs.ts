import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { type LetterAbout, launchToTell } from './letter-store.ts';
import { launchLetter } from './letters.ts';

async function tell(services: Services, mail: Mailer, about: LetterAbout): Promise<void> {
  const told = await asSystem(services.pool, (tx) => launchToTell(tx, about));
  if (told) await mail(launchLetter(told, services.config.origin));
}

/** Whoever handed in a launch is written to when they are asked, and when it is decided. */
export const launchJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'launches.letter', retries: mailPatience, run: (about: LetterAbout) => tell(services, mail, about) },
];
