import { z } from 'zod';
import { atHour, jamaicaDay, jamaicaHour } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';

/** Jamaican time of a form field, such as `2026-11-24T17:30`. */
const localTimePattern = /^(20\d\d-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)$/;

export function parseLocalTime(text: string): Date | null {
  const [, day = '', hour, minute] = localTimePattern.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  return after(atHour(day, Number(hour)), minutes(Number(minute)));
}

/** Formats a Jamaican time. The offset to UTC is in whole hours, so the minutes are equal. */
export const formatLocalTime = (moment: Date): string =>
  `${jamaicaDay(moment)}T${String(jamaicaHour(moment)).padStart(2, '0')}:${moment.toISOString().slice(14, 16)}`;

const Which = { sessionId: UuidSchema };
const requiredText = (maxLength: number) => z.string().trim().min(1, 'Required').max(maxLength);
/** A single line, because titles appear in email subjects, calendars and receipts. */
const singleLine = (maxLength: number) =>
  z
    .string()
    .overwrite((typed) => typed.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '))
    .pipe(requiredText(maxLength));
const Moment = z.string().regex(localTimePattern, 'Enter a date and time');
const Seats = z.number('Enter a number').int('Enter a whole number').min(0).max(100_000);

const SessionFields = {
  title: singleLine(120),
  description: requiredText(4_000),
  startAt: Moment,
  endAt: Moment,
  place: singleLine(200),
  link: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https:\/\/\S+)?$/, 'Start with https://')
    .default(''),
  seatsInPerson: Seats,
  seatsOnline: Seats,
  flyerFile: UuidSchema.nullable().default(null),
  flyerAlt: z.string().trim().max(300).default(''),
};

/** Times are in Jamaican time. */
export const CreateSession = z.strictObject(SessionFields);
export type SessionForm = z.output<typeof CreateSession>;
/** `readAt`: the version that was read, to detect concurrent changes. */
export const ChangeSession = z.strictObject({ ...Which, readAt: z.iso.datetime(), ...SessionFields });
export const OneSession = z.strictObject(Which);

const CursorDate = z.date().min(new Date('2020-01-01')).max(new Date('2200-01-01'));
export const sessionViews = ['coming', 'drafts', 'past', 'cancelled'] as const;
export type SessionView = (typeof sessionViews)[number];
export const SessionsPage = z.strictObject({
  view: z.enum(sessionViews).default('coming'),
  after: z.strictObject({ startAt: CursorDate, id: UuidSchema }).nullable().default(null),
});
export const AttendeesPage = z.strictObject({ ...Which, after: UuidSchema.nullable().default(null) });
export const CheckIn = z.strictObject({ ...Which, code: typedText().min(1, 'Enter the code').max(40) });
export const RecordAward = z.strictObject({ awardId: UuidSchema, hash: typedText().min(1, 'Enter the hash').max(400) });
