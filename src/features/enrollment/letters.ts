import { after } from '../../kernel/clock.ts';
import { said } from '../../kernel/said.ts';
import type { Mail } from '../../platform/mail.ts';
import { dayText } from '../../ui/format.ts';
import { letterAbout, letterFrame, saidLetter } from '../notices/letter.ts';
import type { GivenTold } from './desk-store.ts';

/** What is written where staff give a course, for how long, or take it back. */
export const givenLetters = {
  given: {
    ...letterFrame,
    subject: 'A course for you: {course}',
    paragraphs: ['We opened the course {course} for you. It costs you nothing. {until}'],
    button: 'Go to the course',
  },
  longer: {
    ...letterFrame,
    subject: 'More time for {course}',
    paragraphs: ['You have more time for the course {course}. {until}'],
    button: 'Go to the course',
  },
  taken_back: {
    ...letterFrame,
    subject: 'Your course {course} is closed',
    paragraphs: [
      'We had opened the course {course} for you. It is closed now.',
      'What you learned is kept. If you take the course again, you go on where you were.',
      'If you think that is wrong, write to our support.',
    ],
    button: 'See the course',
  },
  until: { day: 'It is open for you until the end of {day}.', none: 'It is yours to keep.' },
} as const;

export type GivenWhat = 'given' | 'longer' | 'taken_back';

/** The letter about what staff did with a course of theirs. */
export function givenLetter(
  { name, email, courseId, courseTitle, until }: GivenTold,
  what: GivenWhat,
  origin: string,
): Mail {
  const { day, none } = givenLetters.until;
  // The end is the first moment that is not theirs any more.
  const last = until && dayText(after(until, -1), { year: true });
  const words = { name, course: courseTitle, until: last ? said({ day }, { day: last }).day : none };
  const letter = saidLetter(`course.${what}`, givenLetters[what], words);
  return letterAbout('course', email, { ...letter, url: `${origin}/courses/${courseId}` });
}
