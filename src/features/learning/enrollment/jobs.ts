import { after } from '../../../kernel/clock.ts';
import { formatMessages } from '../../../kernel/message-template.ts';
import type { Mail, Mailer } from '../../../platform/email/mail.ts';
import { createMailJob } from '../../../platform/email/mail-job.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { formatDay } from '../../../ui/format.ts';
import { letterAbout, letterFrame } from '../../notifications/email.ts';
import { findGrantRecipient, type GrantRecipient } from './store.ts';

export const grantEmails = {
  granted: {
    ...letterFrame,
    subject: 'You have free access to {course}',
    paragraphs: ["We've given you free access to the course {course}. {until}"],
    button: 'Go to the course',
  },
  extended: {
    ...letterFrame,
    subject: 'More time for {course}',
    paragraphs: ["We've extended your access to the course {course}. {until}"],
    button: 'Go to the course',
  },
  revoked: {
    ...letterFrame,
    subject: 'Your access to {course} has ended',
    paragraphs: [
      'We have ended your free access to the course {course}.',
      "We've saved your progress. If you enrol again, you can continue where you left off.",
      'If you think this is a mistake, please contact support.',
    ],
    button: 'See the course',
  },
  until: { day: 'You have access until the end of {day}.', none: 'Your access has no end date.' },
} as const;

export type GrantChange = 'granted' | 'extended' | 'revoked';

export function renderGrantEmail(
  { name, email, courseId, courseTitle, until }: GrantRecipient,
  what: GrantChange,
  origin: string,
): Mail {
  const { day, none } = grantEmails.until;
  // `until` is exclusive, so the last day is the day before.
  const last = until && formatDay(after(until, -1), { year: true });
  const params = { name, course: courseTitle, until: last ? formatMessages({ day }, { day: last }).day : none };
  const letter = formatMessages(grantEmails[what], params);
  return letterAbout('course', email, { ...letter, url: `${origin}/courses/${courseId}` });
}

export type GrantEmailJob = { readonly id: string; readonly what: GrantChange };

export const enrollmentJobs = (services: Services, mail: Mailer): Job<never>[] => [
  createMailJob(services, mail, {
    name: 'enrollment.send_email',
    find: (tx, { id }: GrantEmailJob) => findGrantRecipient(tx, id),
    render: (recipient, origin, { what }) => renderGrantEmail(recipient, what, origin),
  }),
];
