import { after, days } from '../../../kernel/clock.ts';
import { formatMessages } from '../../../kernel/message-template.ts';
import { withSystem } from '../../../platform/database/database.ts';
import { type Mail, type Mailer, renderEmail } from '../../../platform/email/mail.ts';
import { createMailJob } from '../../../platform/email/mail-job.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { letterAbout, letterFrame } from '../../notifications/email.ts';
import { type AppealEmail, deleteAppeals, findAppealEmail } from './publish-store.ts';
import { declineReasons, findAppealReason, findReason } from './reasons.ts';
import { type AnswerEmail, findAnswerEmail } from './verdict-store.ts';

export const appealLetters = {
  upheld: {
    ...letterFrame,
    subject: 'Your appeal: we withdrew the warning',
    paragraphs: ['You wrote to us about our warning “{title}”.', '{reason}', '{answer}'],
    button: 'View the page',
  },
  dismissed: {
    ...letterFrame,
    subject: 'Your appeal: the warning stays online',
    paragraphs: [
      'You wrote to us about our warning “{title}”.',
      '{reason}',
      '{answer}',
      "Someone who wasn't involved in the warning reviewed it again. If you have new information, please write to us.",
    ],
    button: 'View the warning',
  },
} as const;

/** Uses the address in the appeal, because an appellant needs no account. */
export function renderAppealEmail(
  { name, email, title, outcome, reasonCode, answer, slug }: AppealEmail,
  origin: string,
): Mail {
  const reason = findAppealReason(outcome, reasonCode)?.publicText ?? '';
  const content = formatMessages(appealLetters[outcome], { name, title, reason, answer });
  return renderEmail(email, { ...content, url: `${origin}/scams/${slug}` });
}

export const scamLetters = {
  completed: {
    ...letterFrame,
    subject: 'Your scam report is ready: {report}',
    paragraphs: [
      'Thank you for helping to protect others. We reviewed what you sent us, and our report is ready.',
      'You can download the report under My Submissions. Only our team can see that you reported this.',
    ],
    button: 'Download the report',
  },
  declined: {
    ...letterFrame,
    subject: 'About your report: {report}',
    paragraphs: ["We read your report, but we can't take it further.", '{reason}'],
    button: 'View your submissions',
  },
} as const;

export function renderAnswerEmail({ name, email, report, status, reasonCode }: AnswerEmail, origin: string): Mail {
  const reason = findReason(declineReasons, reasonCode ?? '')?.publicText ?? '';
  const outcome = status === 'completed' ? 'completed' : 'declined';
  const content = formatMessages(scamLetters[outcome], { name, report, reason });
  return letterAbout('scam_report', email, { ...content, url: `${origin}/scam-detector` });
}

export type AnswerRef = { readonly id: string };

/** Two years: longer than the limitation period for claims about a publication. */
const appealRetentionMs = days(731);

/** Deletes anonymous appeals after that time (ADR 22); runs daily. Customers' appeals end with their account. */
export const deleteOldAppeals = ({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> =>
  withSystem(pool, (tx) => deleteAppeals(tx, after(clock(), -appealRetentionMs)));

export const scamStaffJobs = (services: Services, mail: Mailer): Job<never>[] => [
  createMailJob(services, mail, {
    name: 'scams.send_answer',
    find: (tx, { id }: AnswerRef) => findAnswerEmail(tx, id),
    render: renderAnswerEmail,
  }),
  createMailJob(services, mail, {
    name: 'scams.send_appeal_decision',
    find: (tx, { id }: AnswerRef) => findAppealEmail(tx, id),
    render: renderAppealEmail,
  }),
  { name: 'scams.delete_old_appeals', cron: '40 7 * * *', run: () => deleteOldAppeals(services) },
];
