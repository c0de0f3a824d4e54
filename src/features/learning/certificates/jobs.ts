import { withSystem } from '../../../platform/database/database.ts';
import type { Mailer } from '../../../platform/email/mail.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../../platform/jobs/jobs.ts';
import { renderCertificateEmail } from './email.ts';
import { findEarned } from './store.ts';

export type CertificateEmailJob = { readonly code: string };

async function sendCertificateEmail(services: Services, mail: Mailer, { code }: CertificateEmailJob): Promise<void> {
  const earned = await withSystem(services.pool, (tx) => findEarned(tx, code));
  if (earned) await mail(renderCertificateEmail(earned, services.config.origin));
}

export const certificateJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'certificates.send_email',
    retries: mailRetries,
    run: (job: CertificateEmailJob) => sendCertificateEmail(services, mail, job),
  },
];
