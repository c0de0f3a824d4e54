import type { Mail } from '../../platform/mail.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';

/** What is written to whoever earned a certificate by themselves; that of a marked project stands in its letter. */
export const certificateLetter = {
  ...letterFrame,
  subject: 'Your certificate: {course}',
  paragraphs: ['You finished {course} and earned its certificate. Anybody who has its code can check it.'],
  button: 'See your certificate',
} as const;

export type Earned = {
  readonly name: string;
  readonly email: string;
  readonly courseTitle: string;
  readonly code: string;
};

export const earnedLetter = ({ name, email, courseTitle, code }: Earned, origin: string): Mail =>
  letterAbout('certificate', email, {
    ...saidLetter('certificate.earned', certificateLetter, { name, course: courseTitle }),
    url: `${origin}/verify/${code}`,
  });
