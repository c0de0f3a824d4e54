import type { Mail } from '../../platform/mail.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';
import { paragraphsOf } from './paragraphs.ts';

/** What stands around what an instructor writes to a class. */
export const classLetters = {
  frame: {
    ...letterFrame,
    subject: '{subject}',
    paragraphs: ['Your instructor writes to everybody who takes {course}:'],
    after: ['You get this mail because you take this course. You can turn such mails off in your learning hub.'],
    button: 'Go to your learning hub',
  },
} as const;

export type ClassLetter = {
  readonly name: string;
  readonly email: string;
  readonly courseTitle: string;
  readonly subject: string;
  readonly body: string;
};

/** One learner's mail. What was written is put in as it is: nothing of it is read for names or markup. */
export function classLetter({ name, email, courseTitle, subject, body }: ClassLetter, origin: string): Mail {
  const frame = saidLetter('class.frame', classLetters.frame, { name, course: courseTitle, subject });
  const after = [...paragraphsOf(body), ...frame.after];
  return letterAbout('class', email, { ...frame, after, url: `${origin}/learning-dashboard` });
}
