import { formatMessages } from '../../kernel/message-template.ts';
import type { Mail, Mailer } from '../../platform/email/mail.ts';
import { createMailJob } from '../../platform/email/mail-job.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { letterAbout, letterFrame } from '../notifications/email.ts';
import { findHelpEmail, type HelpEmail, type HelpEmailJob } from './store.ts';

/** Emails about conversations. The answer is in the email. Decisions are read after signing in. */
export const helpEmails = {
  answered: {
    ...letterFrame,
    subject: 'Our answer to your message {reference}',
    paragraphs: ["Here's our answer to your message:"],
    button: 'Read or reply',
  },
  decided: {
    ...letterFrame,
    subject: 'The decision on your complaint {reference}',
    paragraphs: [
      "We've decided your complaint. Sign in to read the decision and its reasons, and to download the letter.",
      'If you disagree, you can ask for a review by a different person.',
    ],
    button: 'Read the decision',
  },
  reviewed: {
    ...letterFrame,
    subject: 'Our final position on your complaint {reference}',
    paragraphs: [
      'A different person has reviewed your complaint. Sign in to read our final position and to download the letter.',
    ],
    button: 'Read our final position',
  },
} as const;

const toParagraphs = (text: string): string[] => text.split(/\n\s*\n/).filter((part) => part.trim() !== '');

export function formatHelpEmail(found: HelpEmail, origin: string, { about }: HelpEmailJob): Mail {
  const { id, name, email, reference, text } = found;
  const letter = formatMessages(helpEmails[about], { name, reference });
  return letterAbout('help', email, {
    ...letter,
    paragraphs: [...letter.paragraphs, ...toParagraphs(text)],
    url: `${origin}/help/${id}`,
  });
}

export const helpJobs = (services: Services, mail: Mailer): Job<never>[] => [
  createMailJob(services, mail, { name: 'help.send_email', find: findHelpEmail, render: formatHelpEmail }),
];
