import { withSystem } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import { formatLaunchEmail } from './letters.ts';
import { findLaunchEmail, type LaunchEmailJob } from './store.ts';

async function sendEmail(services: Services, mail: Mailer, about: LaunchEmailJob): Promise<void> {
  const email = await withSystem(services.pool, (tx) => findLaunchEmail(tx, about));
  if (email) await mail(formatLaunchEmail(email, services.config.origin));
}

export const launchJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'launches.send_email',
    retries: mailRetries,
    run: (about: LaunchEmailJob) => sendEmail(services, mail, about),
  },
];
