import { classJobs } from '../src/features/classes/jobs.ts';
import type { Mail } from '../src/platform/mail.ts';
import type { TestServer } from './worker.ts';

type Working = { readonly name: string; run: (about: object) => Promise<void> };

/** Everything that waits to be done for classes, done: the mails that go out, each as often as it does. */
export async function classMailsOf({ owner, services }: Pick<TestServer, 'owner' | 'services'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = classJobs(services, async (mail) => void mails.push(mail)) as unknown as Working[];
  for (;;) {
    const { rows } = await owner.query<{ name: string; data: object }>(
      `delete from pgboss.job where name like 'classes.%' and state = 'created' returning name, data`,
    );
    if (rows.length === 0) return mails;
    for (const { name, data } of rows) await jobs.find((job) => job.name === name)?.run(data);
  }
}
