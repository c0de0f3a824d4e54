import { z } from 'zod';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { hasLink } from '../notifications/news/news-rules.ts';
import { announceable } from './components.ts';

export const levels = ['info', 'slow', 'paused', 'fixed'] as const;
export type Level = (typeof levels)[number];

/** Time in Jamaica, such as `2026-11-30T09:00`. Empty: now, or no end. */
const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const LocalTime = z.literal('').or(z.string().regex(localTime, 'Enter a date and a time'));

/** Null for an empty text, or a day or time that does not exist, such as 30 February. */
export function parseLocalTime(text: string): Date | null {
  const time = localTime.test(text) ? new Date(`${text}:00-05:00`) : null;
  return time && !Number.isNaN(time.getTime()) && jamaicaDay(time) === text.slice(0, 10) ? time : null;
}

export const PublishAnnouncement = z
  .strictObject({
    component: z.string().refine((id) => announceable.some((one) => one.id === id), 'Choose one of the list'),
    level: z.enum(levels),
    text: typedText()
      .min(3, 'Add a text')
      .max(300, 'Keep it to 300 characters or fewer')
      .regex(/^[^\p{Cc}<>]*$/u, 'Use plain text in one line, without < and >')
      .refine((text) => !hasLink(text), "Links and addresses can't be used"),
    startsAt: LocalTime,
    endsAt: LocalTime,
  })
  .superRefine(({ startsAt, endsAt }, context) => {
    const [start, end] = [parseLocalTime(startsAt), parseLocalTime(endsAt)];
    const isImpossible = (typed: string, time: Date | null) => typed !== '' && time === null;
    if (isImpossible(startsAt, start))
      context.addIssue({ code: 'custom', path: ['startsAt'], message: 'Enter a time' });
    if (isImpossible(endsAt, end)) context.addIssue({ code: 'custom', path: ['endsAt'], message: 'Enter a time' });
    if (start && end && end <= start)
      context.addIssue({ code: 'custom', path: ['endsAt'], message: 'Must be after the start' });
  });

export const EndAnnouncement = z.strictObject({ announcementId: UuidSchema });
