import { withSystem } from '../../../platform/database/database.ts';
import type { Mailer } from '../../../platform/email/mail.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../../platform/jobs/jobs.ts';
import { type GrantChange, renderGrantEmail } from './emails.ts';
import { findGrantRecipient } from './staff-store.ts';

export type GrantEmailJob = { readonly id: string; readonly what: GrantChange };

async function sendGrantEmail(services: Services, mail: Mailer, { id, what }: GrantEmailJob): Promise<void> {
  const recipient = await withSystem(services.pool, (tx) => findGrantRecipient(tx, id));
  if (recipient) await mail(renderGrantEmail(recipient, what, services.config.origin));
}

export const enrollmentJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'enrollment.send_email',
    retries: mailRetries,
    run: (job: GrantEmailJob) => sendGrantEmail(services, mail, job),
  },
];
