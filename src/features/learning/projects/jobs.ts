import { formatMessages } from '../../../kernel/message-template.ts';
import type { Mail, Mailer } from '../../../platform/email/mail.ts';
import { createMailJob } from '../../../platform/email/mail-job.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { letterAbout, letterFrame } from '../../notifications/email.ts';
import { findMarkRecipient, type MarkRecipient } from './store.ts';

export const projectEmails = {
  passed: {
    ...letterFrame,
    subject: 'You passed: {course}',
    paragraphs: [
      'Well done: you passed your final project with {points} of 100 points.',
      'You can see your instructor’s feedback and your certificate in your account.',
    ],
    button: 'See your result',
  },
  failed: {
    ...letterFrame,
    subject: 'Your final project: {course}',
    paragraphs: [
      "Your final project scored {points} out of 100, which isn't enough yet.",
      "Your instructor has explained what's missing. We've kept your text, and you can submit it again as often as you need.",
    ],
    button: "See what's missing",
  },
} as const;

export function renderMarkEmail(
  { name, email, courseId, courseTitle, passed, points }: MarkRecipient,
  origin: string,
): Mail {
  const which = passed ? 'passed' : 'failed';
  const params = { name, course: courseTitle, points: `${points}` };
  const content = formatMessages(projectEmails[which], params);
  return letterAbout('project', email, { ...content, url: `${origin}/courses/${courseId}/project` });
}

export type MarkEmailJob = { readonly id: string };

export const projectJobs = (services: Services, mail: Mailer): Job<never>[] => [
  createMailJob(services, mail, {
    name: 'projects.send_email',
    find: (tx, { id }: MarkEmailJob) => findMarkRecipient(tx, id),
    render: renderMarkEmail,
  }),
];
