import { formatMessages } from '../../../kernel/message-template.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { letterAbout, letterFrame } from '../../notifications/email.ts';

export const certificateEmail = {
  ...letterFrame,
  subject: 'Your certificate: {course}',
  paragraphs: ["You've finished {course} and earned a certificate. Anyone with its code can check it."],
  button: 'See your certificate',
} as const;

export type EarnedCertificate = {
  readonly name: string;
  readonly email: string;
  readonly courseTitle: string;
  readonly code: string;
};

export const renderCertificateEmail = ({ name, email, courseTitle, code }: EarnedCertificate, origin: string): Mail =>
  letterAbout('certificate', email, {
    ...formatMessages(certificateEmail, { name, course: courseTitle }),
    url: `${origin}/verify/${code}`,
  });
