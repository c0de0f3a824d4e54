import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import { buildEndEmail } from './emails.ts';
import { claimEndReminders, type Ending, expirePlans, findPlanEnding } from './store.ts';

const auditChange = (tx: Db, { id, userId }: Ending, what: { readonly action: string; readonly after: object }) =>
  audit(tx, {
    ...{ actorId: null, actorRole: 'system', subjectType: 'subscription', subjectId: id, aboutId: userId },
    ...what,
  });

/** Expires ended plans. Called by a job. Plans never renew automatically. */
export const endPlans = (services: Services): Promise<number> =>
  withSystem(services.pool, async (tx) => {
    const ended = await expirePlans(tx, services.clock());
    for (const plan of ended) {
      await auditChange(tx, plan, { action: 'subscriptions.expired', after: { status: 'expired' } });
      publishTopic(tx, 'payments', plan.userId);
    }
    return ended.length;
  });

type ReminderJob = { readonly id: string; readonly days: 7 | 1 };

/** Sends each reminder before the end of a plan once. Called by a job. */
export const sendEndReminders = (services: Services): Promise<number> =>
  withSystem(services.pool, async (tx) => {
    const ending = await claimEndReminders(tx, services.clock());
    for (const { days, ...plan } of ending) {
      await auditChange(tx, plan, { action: 'subscriptions.ending', after: { days } });
      await services.jobs.enqueue(tx, 'subscriptions.send_email', { id: plan.id, days } satisfies ReminderJob);
    }
    return ending.length;
  });

async function sendReminderEmail(services: Services, mail: Mailer, { id, days }: ReminderJob): Promise<void> {
  const ending = await withSystem(services.pool, (tx) => findPlanEnding(tx, id));
  if (ending) await mail(buildEndEmail(ending, days, services.config.origin));
}

/** Reminders are sent in the daytime of Jamaica. */
export const subscriptionsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'subscriptions.end', cron: '*/5 * * * *', run: () => endPlans(services) },
  { name: 'subscriptions.remind_ends', cron: '20 13-23 * * *', run: () => sendEndReminders(services) },
  {
    name: 'subscriptions.send_email',
    retries: mailRetries,
    run: (about: ReminderJob) => sendReminderEmail(services, mail, about),
  },
];
