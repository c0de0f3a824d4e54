import { asSystem } from '../../../platform/database.ts';
import { type Job, mailPatience } from '../../../platform/jobs.ts';
import type { Mailer } from '../../../platform/mail.ts';
import type { Services } from '../../../platform/procedure.ts';
import { appealToTell } from './appeal-store.ts';
import { answerToTell } from './judge-store.ts';
import { answerLetter, appealLetter } from './letters.ts';

/** Which report, or appeal, was answered. */
export type About = { readonly id: string };

async function tell(services: Services, mail: Mailer, { id }: About): Promise<void> {
  const told = await asSystem(services.pool, (tx) => answerToTell(tx, id));
  if (told) await mail(answerLetter(told, services.config.origin));
}

async function tellAppeal(services: Services, mail: Mailer, { id }: About): Promise<void> {
  const told = await asSystem(services.pool, (tx) => appealToTell(tx, id));
  if (told) await mail(appealLetter(told, services.config.origin));
}

/** Whoever reported, or appealed, is written to once theirs is answered. */
export const scamDeskJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'scams.answer_letter', retries: mailPatience, run: (about: About) => tell(services, mail, about) },
  { name: 'scams.appeal_letter', retries: mailPatience, run: (about: About) => tellAppeal(services, mail, about) },
];
