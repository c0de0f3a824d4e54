import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { earnedLetter } from './earned-letter.ts';
import { earnedUnder } from './store.ts';

/** Which certificate was earned. */
export type AboutEarned = { readonly code: string };

async function write(services: Services, mail: Mailer, { code }: AboutEarned): Promise<void> {
  const earned = await asSystem(services.pool, (tx) => earnedUnder(tx, code));
  if (earned) await mail(earnedLetter(earned, services.config.origin));
}

/** Whoever earned a certificate has it told and mailed. */
export const certificateJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'certificates.letter', retries: mailPatience, run: (about: AboutEarned) => write(services, mail, about) },
];
