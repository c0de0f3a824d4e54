import { enrollmentJobs } from '../src/features/learning/enrollment/jobs.ts';
import type { Mail } from '../src/platform/email/mail.ts';
import type { TestServer } from './worker.ts';

type Working = { run: (about: object) => Promise<void> };

export async function runGrantEmails({ owner, services }: Pick<TestServer, 'owner' | 'services'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = enrollmentJobs(services, async (mail) => void mails.push(mail)) as unknown as Working[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'enrollment.send_email' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs[0]?.run(data);
  return mails;
}
