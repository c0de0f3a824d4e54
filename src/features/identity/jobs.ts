import { asSystem } from '../../platform/database.ts';
import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { addressee } from './customer-store.ts';
import { identityLetter, type LetterAbout } from './letters.ts';
import { lookAtEverybody, lookAtOne } from './look-for-links.ts';

async function sendLetter(services: Services, mail: Mailer, about: LetterAbout): Promise<void> {
  const to = await asSystem(services.pool, (tx) => addressee(tx, about.userId));
  if (to) await mail(identityLetter(about, { to, origin: services.config.origin }));
}

/** What identity checks do later: letters about their outcomes. */
export const identityJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'identity.letter',
    retries: mailPatience,
    run: (about: LetterAbout) => sendLetter(services, mail, about),
  },
  { name: 'identity.links', run: ({ userId }: { userId: string }) => lookAtOne(services, userId) },
  { name: 'identity.all_links', cron: '*/10 * * * *', run: () => lookAtEverybody(services) },
];
