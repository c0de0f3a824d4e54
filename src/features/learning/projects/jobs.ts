import { withSystem } from '../../../platform/database/database.ts';
import type { Mailer } from '../../../platform/email/mail.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../../platform/jobs/jobs.ts';
import { renderMarkEmail } from './emails.ts';
import { findMarkRecipient } from './staff-store.ts';

export type MarkEmailJob = { readonly id: string };

async function sendMarkEmail(services: Services, mail: Mailer, { id }: MarkEmailJob): Promise<void> {
  const recipient = await withSystem(services.pool, (tx) => findMarkRecipient(tx, id));
  if (recipient) await mail(renderMarkEmail(recipient, services.config.origin));
}

export const projectJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'projects.send_email', retries: mailRetries, run: (job: MarkEmailJob) => sendMarkEmail(services, mail, job) },
];
