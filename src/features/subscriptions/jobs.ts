import { formatMessages } from '../../kernel/message-template.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../platform/database/database.ts';
import type { Mail, Mailer } from '../../platform/email/mail.ts';
import { createMailJob } from '../../platform/email/mail-job.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { formatDateTime } from '../../ui/format.ts';
import { letterAbout, letterFrame } from '../notifications/email.ts';
import { getExtendPath, planNames } from './plans.ts';
import { claimEndReminders, type Ending, expirePlans, findPlanEnding, type PlanEnding } from './store.ts';

const ending = {
  ...letterFrame,
  paragraphs: [
    'Your {plan} plan ends on {end}.',
    'It won’t renew automatically, and you won’t be charged. If you add a month, it starts when this one ends.',
  ],
  button: 'Extend your subscription',
} as const;
export const planEmails = {
  week: { ...ending, subject: 'Your {plan} plan ends in a week' },
  day: { ...ending, subject: 'Your {plan} plan ends within a day' },
} as const;

export function buildEndEmail({ name, email, plan, endDate }: PlanEnding, days: 7 | 1, origin: string): Mail {
  const params = { name, plan: planNames[plan], end: formatDateTime(endDate, { year: true }) };
  const which = days === 7 ? 'week' : 'day';
  return letterAbout('plan', email, {
    ...formatMessages(planEmails[which], params),
    url: `${origin}${getExtendPath(plan)}`,
  });
}

const auditChange = (tx: Db, { id, userId }: Ending, what: { readonly action: string; readonly after: object }) =>
  audit(tx, {
    actorId: null,
    actorRole: 'system',
    subjectType: 'subscription',
    subjectId: id,
    aboutId: userId,
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

/** Reminders are sent in the daytime of Jamaica. */
export const subscriptionsJobs = (services: Services, mail: Mailer): Job<never>[] => [
  { name: 'subscriptions.end', cron: '*/5 * * * *', run: () => endPlans(services) },
  { name: 'subscriptions.remind_ends', cron: '20 13-23 * * *', run: () => sendEndReminders(services) },
  createMailJob(services, mail, {
    name: 'subscriptions.send_email',
    find: (tx, { id }: ReminderJob) => findPlanEnding(tx, id),
    render: (ending, origin, { days }) => buildEndEmail(ending, days, origin),
  }),
];
