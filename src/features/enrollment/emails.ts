import { after } from '../../kernel/clock.ts';
import { formatMessages } from '../../kernel/message-template.ts';
import type { Mail } from '../../platform/mail.ts';
import { formatDay } from '../../ui/format.ts';
import { letterAbout, letterFrame } from '../notices/email.ts';
import type { GrantRecipient } from './staff-store.ts';

export const grantEmails = {
  given: {
    ...letterFrame,
    subject: 'A course for you: {course}',
    paragraphs: ['We opened the course {course} for you, free of charge. {until}'],
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
      'We had opened the course {course} for you. It is now closed.',
      'Your progress is kept. If you take the course again, you continue where you stopped.',
      'If you think this is a mistake, please contact our support.',
    ],
    button: 'See the course',
  },
  until: { day: 'You have access until the end of {day}.', none: 'It is yours to keep.' },
} as const;

export type GrantChange = 'given' | 'longer' | 'taken_back';

export function renderGrantEmail(
  { name, email, courseId, courseTitle, until }: GrantRecipient,
  what: GrantChange,
  origin: string,
): Mail {
  const { day, none } = grantEmails.until;
  // `until` is exclusive: the last day is the one before.
  const last = until && formatDay(after(until, -1), { year: true });
  const params = { name, course: courseTitle, until: last ? formatMessages({ day }, { day: last }).day : none };
  const letter = formatMessages(grantEmails[what], params);
  return letterAbout('course', email, { ...letter, url: `${origin}/courses/${courseId}` });
}
