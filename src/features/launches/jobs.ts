import { formatMessages } from '../../kernel/message-template.ts';
import type { Mail, Mailer } from '../../platform/email/mail.ts';
import { createMailJob } from '../../platform/email/mail-job.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { letterAbout, letterFrame } from '../notifications/email.ts';
import { findLaunchEmail, type LaunchEmail } from './store.ts';

/** Emails about coin launches. Founders read the question or the reason after signing in. */
export const launchLetters = {
  asked: {
    ...letterFrame,
    subject: 'A question about your project {coin}',
    paragraphs: ["We have a question about your project. We'll continue once you answer."],
    button: 'Answer the question',
  },
  decided: {
    ...letterFrame,
    subject: 'A decision on your project {coin}',
    paragraphs: [
      "We've reviewed your project. Sign in to read our decision and the reason.",
      "A decision doesn't list your coin for trading.",
    ],
    button: 'Read the decision',
  },
} as const;

export const formatLaunchEmail = ({ name, email, coin, about }: LaunchEmail, origin: string): Mail =>
  letterAbout('launch', email, {
    ...formatMessages(launchLetters[about], { name, coin }),
    url: `${origin}/launch#submissions`,
  });

export const launchJobs = (services: Services, mail: Mailer): Job<never>[] => [
  createMailJob(services, mail, { name: 'launches.send_email', find: findLaunchEmail, render: formatLaunchEmail }),
];
