import type { Mailer } from '../../../platform/email/mail.ts';
import { createMailJob } from '../../../platform/email/mail-job.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { renderCertificateEmail } from './email.ts';
import { findEarned } from './store.ts';

export type CertificateEmailJob = { readonly code: string };

export const certificateJobs = (services: Services, mail: Mailer): Job<never>[] => [
  createMailJob(services, mail, {
    name: 'certificates.send_email',
    find: (tx, { code }: CertificateEmailJob) => findEarned(tx, code),
    render: renderCertificateEmail,
  }),
];
