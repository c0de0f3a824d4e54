import { withSystem } from '../../../platform/database/database.ts';
import type { Mailer } from '../../../platform/email/mail.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../../platform/jobs/jobs.ts';
import { renderNewsEmail } from './emails.ts';
import { claimNextReaders, findNewsEmail } from './store.ts';

export type NewsJob = { readonly id: string };
type NewsMailJob = NewsJob & { readonly userId: string };

const batchSize = 100;

/** Enqueues a batch, the next job and the progress in one transaction, so that a repeated job sends no mail twice. */
export const enqueueNewsMails = (services: Services, { id }: NewsJob): Promise<void> =>
  withSystem(services.pool, async (tx) => {
    const { readers, more } = await claimNextReaders(tx, id, { now: services.clock(), limit: batchSize });
    for (const userId of readers) await services.jobs.enqueue(tx, 'news.mail', { id, userId } satisfies NewsMailJob);
    if (more) await services.jobs.enqueue(tx, 'news.send', { id } satisfies NewsJob);
  });

/** Sends nothing if consent ended meanwhile. */
export async function sendNewsMail(services: Services, mail: Mailer, job: NewsMailJob): Promise<void> {
  const email = await withSystem(services.pool, (tx) => findNewsEmail(tx, job));
  if (email) await mail(renderNewsEmail(email, services.config.origin));
}

export const newsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'news.send', retries: mailRetries, run: (job: NewsJob) => enqueueNewsMails(services, job) },
  { name: 'news.mail', retries: mailRetries, run: (job: NewsMailJob) => sendNewsMail(services, mail, job) },
];
