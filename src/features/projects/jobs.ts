import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { markToTell } from './desk-store.ts';
import { markLetter } from './letters.ts';

/** Which submission was marked. */
export type About = { readonly id: string };

async function tell(services: Services, mail: Mailer, { id }: About): Promise<void> {
  const told = await asSystem(services.pool, (tx) => markToTell(tx, id));
  if (told) await mail(markLetter(told, services.config.origin));
}

/** Whoever handed in a project is written to once it is marked. */
export const projectJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'projects.letter', retries: mailPatience, run: (about: About) => tell(services, mail, about) },
];
