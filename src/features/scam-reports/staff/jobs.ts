import { after, days } from '../../../kernel/clock.ts';
import { withSystem } from '../../../platform/database/database.ts';
import type { Mailer } from '../../../platform/email/mail.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../../platform/jobs/jobs.ts';
import { deleteAppeals, findAppealEmail } from './appeal-store.ts';
import { renderAnswerEmail, renderAppealEmail } from './emails.ts';
import { findAnswerEmail } from './verdict-store.ts';

export type AnswerRef = { readonly id: string };

async function sendAnswerEmail(services: Services, mail: Mailer, { id }: AnswerRef): Promise<void> {
  const email = await withSystem(services.pool, (tx) => findAnswerEmail(tx, id));
  if (email) await mail(renderAnswerEmail(email, services.config.origin));
}

async function sendAppealEmail(services: Services, mail: Mailer, { id }: AnswerRef): Promise<void> {
  const email = await withSystem(services.pool, (tx) => findAppealEmail(tx, id));
  if (email) await mail(renderAppealEmail(email, services.config.origin));
}

/** Two years: longer than the limitation period for claims about a publication. */
const appealRetentionMs = days(731);

/** Deletes anonymous appeals after that time (ADR 22); runs daily. Customers' appeals end with their account. */
export const deleteOldAppeals = ({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> =>
  withSystem(pool, (tx) => deleteAppeals(tx, after(clock(), -appealRetentionMs)));

export const scamStaffJobs = (services: Services, mail: Mailer): Job<never>[] => [
  {
    name: 'scams.send_answer',
    retries: mailRetries,
    run: (about: AnswerRef) => sendAnswerEmail(services, mail, about),
  },
  {
    name: 'scams.send_appeal_decision',
    retries: mailRetries,
    run: (about: AnswerRef) => sendAppealEmail(services, mail, about),
  },
  { name: 'scams.delete_old_appeals', cron: '40 7 * * *', run: () => deleteOldAppeals(services) },
];
