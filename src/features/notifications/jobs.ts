import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { formatMessages } from '../../kernel/message-template.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { forEachSettled } from '../../platform/jobs/for-each-settled.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { hostCircuitBreaker, withSlowHostQueue } from '../../platform/limits/slow-host-queue.ts';
import { formatDate } from '../../ui/format.ts';
import { settingsPath } from './deliver.ts';
import { digestEmail, footCopy } from './email.ts';
import { openPush, type PushJob, pushJob, sendPush } from './push/send-push.ts';
import type { Outbox } from './send-mail.ts';
import { claimDigestNotices, deleteOldMails, findDigestRecipients, findOpenAddress, insertMail } from './store.ts';

const maxLines = 50;

const queueDigest = ({ pool, clock, config }: Services, person: string): Promise<void> =>
  withSystem(pool, async (tx) => {
    const notices = await claimDigestNotices(tx, person);
    const recipient = await findOpenAddress(tx, person);
    if (!recipient || notices.length === 0) return;
    const now = clock();
    const letter = {
      ...formatMessages(digestEmail, { name: recipient.name, count: String(notices.length) }),
      facts: notices.slice(-maxLines).map(({ title, at }) => [formatDate(jamaicaDay(at)), title] as const),
      url: `${config.origin}/notices`,
      foot: { why: footCopy.digest.text, button: footCopy.see.text, url: `${config.origin}${settingsPath}` },
    };
    const mail = { person, kind: 'digest', to: recipient.email, body: { letter }, now, sendAfter: now, key: null };
    await insertMail(tx, mail);
  });

/** Queues a daily summary for each customer who chose one. The job `notices.digest` runs at 8 am in Jamaica. */
export async function queueDigests(services: Services): Promise<void> {
  const people = await withSystem(services.pool, (tx) => findDigestRecipients(tx, 10_000));
  await forEachSettled(people, (person) => queueDigest(services, person));
}

/** Longer than any job is retried, as the key of a stored mail prevents a second mail. */
const retentionMs = days(30);

/** Deletes sent emails after 30 days. */
export const deleteSentMails = ({ pool, clock }: Services): Promise<unknown> =>
  withSystem(pool, (tx) => deleteOldMails(tx, after(clock(), -retentionMs)));

export function noticesJobs(services: Services, post: Outbox, push = openPush(services)): Job<never>[] {
  const send = push && hostCircuitBreaker(push);
  return [
    { name: 'notices.send_due', cron: '* * * * *', run: () => post.sendDue() },
    { name: 'notices.digest', cron: '0 13 * * *', run: () => queueDigests(services) },
    { name: 'notices.delete_sent', cron: '25 7 * * *', run: () => deleteSentMails(services) },
    // Slow hosts have their own queue: four silent push services could otherwise block all pushes.
    ...withSlowHostQueue({
      name: pushJob,
      retries: { limit: 4, delay: 15 },
      concurrency: 4,
      jobs: services.jobs,
      run: (about: PushJob) => sendPush(services, send, about),
    }),
  ];
}
