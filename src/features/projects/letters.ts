import type { Mail } from '../../platform/mail.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';
import type { MarkTold } from './desk-store.ts';

/** What is written once a final project is marked. */
export const projectLetters = {
  passed: {
    ...letterFrame,
    subject: 'You passed: {course}',
    paragraphs: [
      'Your final project has {points} of 100 points: you passed. Well done.',
      'What your instructor says of it, and your certificate, stand on your page.',
    ],
    button: 'See your result',
  },
  failed: {
    ...letterFrame,
    subject: 'Your final project: {course}',
    paragraphs: [
      'Your final project has {points} of 100 points. That is not enough yet, and nothing is lost.',
      'Your instructor says what is missing. Hand it in again as often as you need; what you wrote is kept.',
    ],
    button: 'See what is missing',
  },
} as const;

export function markLetter({ name, email, courseId, courseTitle, passed, points }: MarkTold, origin: string): Mail {
  const which = passed ? 'passed' : 'failed';
  const filling = { name, course: courseTitle, points: `${points}` };
  const words = saidLetter(`project.${which}`, projectLetters[which], filling);
  return letterAbout('project', email, { ...words, url: `${origin}/courses/${courseId}/project` });
}
